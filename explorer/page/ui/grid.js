/**
 * A board as a grid of cells: one stop for the tab key, arrow keys, Home and End within, Enter or
 * the space bar plays, a click plays. A finger cannot point, so its first tap does, and a second one
 * on the same cell plays.
 *
 * @import {Selection} from '../core/game.js'
 * @import {MoveAnswer} from '../core/oracle.js'
 *
 * @typedef {object} Cell
 * @property {string} [text] what stands in it
 * @property {string} [small] a note below that, else the result of its move
 * @property {[string, string]} [corners] what stands in the upper left and the lower right corner
 * @property {string} classes
 * @property {(string | false | null | undefined)[]} label as read aloud, those parts that there are
 * @property {Selection} [selects] what it stands for on the board of a game
 * @property {string | null} [step] what playing the cell means, if it can be played
 * @property {MoveAnswer | null} [move] what is known of its move, which the cell shows, and is read
 *     aloud at the end of the label
 * @property {boolean} [best] else whether its move is
 *
 * @typedef {object} Layout
 * @property {string} label the name of the grid
 * @property {number} rows
 * @property {number} columns
 * @property {{rows: string[], columns: string[]} | null} coordinates names of rows and columns
 *     that stand at the edge
 * @property {(row: number, column: number) => Cell | null} cell null where there is no cell
 *
 * @typedef {object} GridActions
 * @property {(cell: Cell, row: number, column: number) => void} play
 * @property {(cell: Cell | null, row: number, column: number) => void} [preview]
 */
import { texts } from '../texts/en.js';
import { moveTone, short, spoken } from '../core/values.js';
import { attribute, div, element, star, svg, update } from './dom.js';

export class Grid {
  #actions;
  #describedBy;
  #columns = 0;
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {(HTMLElement | null)[]} */
  #cells = [];
  /** @type {(Cell | null)[]} */
  #shown = [];
  /** What each cell shows, as text. @type {string[]} */
  #drawn = [];
  /** The index of the cell that the tab key reaches. */
  #stop = 0;
  /** The index of the cell that was tapped once. */
  #tapped = -1;
  #grid = element('div', { class: 'grid', role: 'grid' });
  #area;

  /** Drawings above the cells, in units of a cell. */
  overlay = svg('svg', { class: 'overlay', 'aria-hidden': 'true', preserveAspectRatio: 'none' });

  /** Everything: coordinates, cells, drawings. */
  element = div('board-frame');

  /**
   * @param {GridActions} actions
   * @param {string} describedBy the id of an element that describes the cell with the focus; empty
   *     if there is none
   */
  constructor(actions, describedBy = '') {
    this.#actions = actions;
    this.#describedBy = describedBy;
    this.#area = div('grid-area', this.#grid, this.overlay);
    this.#grid.addEventListener('click', (event) => {
      const index = this.at(event.target).index;
      if (index < 0) return;
      const isTap = /** @type {PointerEvent} */ (event).pointerType === 'touch';
      // To choose a piece one tap is enough.
      const chooses = this.#shown[index]?.selects?.kind === 'piece';
      const isFirst = isTap && index !== this.#tapped && !chooses;
      if (isFirst) this.#tapped = index;
      this.#act(isFirst ? 'preview' : 'play', index);
    });
    this.#grid.addEventListener('keydown', (event) => this.#onKey(event));
    this.#grid.addEventListener('focusin', (event) => {
      const index = this.at(event.target).index;
      if (index < 0) return;
      this.#setStop(index);
      this.#act('preview', index);
    });
    this.#grid.addEventListener('focusout', () => this.#actions.preview?.(null, -1, -1));
    this.#grid.addEventListener('pointerover', (event) => {
      const index = this.at(event.target).index;
      if (index >= 0 && event.pointerType !== 'touch') this.#act('preview', index);
    });
    this.#grid.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch') this.#actions.preview?.(null, -1, -1);
    });
  }

  /** The elements of the cells that are there. */
  cells() {
    return this.#cells.filter((cell) => cell !== null);
  }

  /** Forgets which cell was tapped: another position is shown. */
  forgetTap() {
    this.#tapped = -1;
  }

  /** @param {Layout} layout */
  show({ label, rows, columns, coordinates, cell }) {
    const hadFocus = this.#grid.contains(document.activeElement);
    const places = Array.from({ length: rows * columns }, (_, index) => index);
    this.#shown = places.map((index) => cell(Math.floor(index / columns), index % columns));
    if (!this.#shown[this.#stop]) this.#stop = this.#shown.findIndex(Boolean);
    if (columns !== this.#columns) this.#drawn = [];
    this.#columns = columns;
    this.#rows = Array.from({ length: rows }, (_, row) => {
      const line = this.#rows[row] ?? element('div', { role: 'row', class: 'row' });
      attribute(line, 'aria-rowindex', row + 1);
      const cells = places.slice(row * columns, (row + 1) * columns);
      update(line, ...cells.map((index) => this.#cellAt(index)));
      return line;
    });
    update(this.#grid, ...this.#rows);
    const all = /** @type {HTMLElement[]} */ (this.#rows.flatMap((line) => [...line.children]));
    const cells = new Map(all.map((found) => [Number(found.dataset.index), found]));
    this.#cells = places.map((index) => cells.get(index) ?? null);
    attribute(this.#grid, 'aria-label', label);
    attribute(this.#grid, 'aria-rowcount', rows);
    attribute(this.#grid, 'aria-colcount', columns);
    this.#setStop(this.#stop);
    this.element.style.setProperty('--rows', String(rows));
    this.element.style.setProperty('--columns', String(columns));
    attribute(this.overlay, 'viewBox', `0 0 ${columns} ${rows}`);
    this.element.classList.toggle('has-coordinates', coordinates !== null);
    const top = coordinates && edge('edge-top', coordinates.columns);
    update(this.element, top, coordinates && edge('edge-left', coordinates.rows), this.#area);
    if (hadFocus && this.at(document.activeElement).index < 0)
      this.#cells[this.#stop]?.focus({ preventScroll: true });
  }

  /** The cell of an index: that which is there, if it shows the same. @param {number} index */
  #cellAt(index) {
    const content = this.#shown[index];
    const { selects, ...seen } = content ?? {};
    const text = JSON.stringify(seen);
    const isSame = this.#drawn[index] === text && this.#cells[index];
    this.#drawn[index] = text;
    if (isSame || !content) return content && this.#cells[index];
    const isStop = index === this.#stop;
    const column = (index % this.#columns) + 1;
    return element(
      'div',
      {
        role: 'gridcell',
        tabindex: isStop ? 0 : -1,
        'aria-describedby': isStop && (this.#describedBy || null),
        'data-index': index,
        'aria-colindex': column,
        style: `grid-column-start: ${column}`,
        class: classesOf(content),
        'aria-disabled': content.step ? null : 'true',
        'data-step': content.step,
      },
      ...partsOf(content),
    );
  }

  /** @param {number} index */
  #setStop(index) {
    if (index < 0) return;
    for (const old of this.#grid.querySelectorAll('[tabindex="0"]')) {
      if (old === this.#cells[index]) continue;
      attribute(old, 'tabindex', -1);
      attribute(old, 'aria-describedby', null);
    }
    this.#stop = index;
    const stop = /** @type {Element} */ (this.#cells[index]);
    attribute(stop, 'tabindex', 0);
    attribute(stop, 'aria-describedby', this.#describedBy || null);
  }

  /** Moves the focus to a cell, as a first tap does. @type {(row: number, column: number) => void} */
  focusAt(row, column) {
    this.#tapped = row * this.#columns + column;
    this.#cells[this.#tapped]?.focus({ preventScroll: true });
  }

  /** The cell at the target of an event, and what it shows. @param {EventTarget | null} target */
  at(target) {
    const found = target instanceof Element && target.closest('[data-index]');
    const index =
      found && this.#grid.contains(found) ? Number(found.getAttribute('data-index')) : -1;
    return { index, cell: this.#cells[index], content: this.#shown[index] };
  }

  /** @type {(action: 'play' | 'preview', index: number) => void} */
  #act(action, index) {
    const content = this.#shown[index];
    const row = Math.floor(index / this.#columns);
    const column = index % this.#columns;
    if (action === 'preview') this.#actions.preview?.(content, row, column);
    else if (content?.step) this.#actions.play(content, row, column);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const index = this.at(event.target).index;
    if (index < 0 || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#act('play', index);
      return;
    }
    const target = this.#target(event, index);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#cells[target]?.focus();
  }

  /**
   * Where a key leads, the same cell if there is no other one, null if it is no key of the grid.
   *
   * @type {(event: KeyboardEvent, index: number) => number | null}
   */
  #target({ key, ctrlKey }, index) {
    const all = [...this.#cells.keys()].filter((at) => this.#cells[at]);
    const row = Math.floor(index / this.#columns);
    const inRow = (/** @type {number} */ wanted) =>
      all.filter((at) => Math.floor(at / this.#columns) === wanted);
    // The cell that is nearest to the column, of two the left one.
    const vertically = (/** @type {-1 | 1} */ by) => {
      const distance = (/** @type {number} */ at) => Math.abs(at - index - by * this.#columns);
      return inRow(row + by).sort((one, other) => distance(one) - distance(other))[0];
    };
    const ends = ctrlKey ? all : inRow(row);
    /** @type {Record<string, () => number | undefined>} */
    const targets = {
      ArrowLeft: () => inRow(row).findLast((at) => at < index),
      ArrowRight: () => inRow(row).find((at) => at > index),
      ArrowUp: () => vertically(-1),
      ArrowDown: () => vertically(1),
      Home: () => ends[0],
      End: () => ends.at(-1),
    };
    return key in targets ? (targets[key]() ?? index) : null;
  }
}

/** @param {Cell} content */
function classesOf({ classes, step, move, best = Boolean(move?.best) }) {
  const tone = move ? ` tone-${moveTone(move)}` : '';
  return `cell ${classes}${tone}${step ? ' playable' : ''}${best ? ' is-best' : ''}`;
}

/** @param {Cell} content */
function partsOf({ text = '', corners = ['', ''], classes, label, move, ...more }) {
  const { small = move ? short(move.result) : '', best = Boolean(move?.best) } = more;
  const parts = [...label, ...(move ? [spoken(move.result), move.best && texts.moves.best] : [])];
  if (/ is-last/.test(` ${classes}`)) parts.push(texts.board.last);
  return [
    // Not `aria-label`, which would have to repeat every abbreviation that is seen.
    element('span', { class: 'visually-hidden' }, parts.filter(Boolean).join(', ')),
    hidden('cell-text', text),
    small && hidden('cell-small', small),
    ...corners.filter(Boolean).map((corner) => hidden('cell-corner', corner)),
    best && star('cell-star'),
  ];
}

/**
 * What is seen in a cell. The cell's label says the same in words.
 *
 * @type {(className: string, text: string) => HTMLSpanElement}
 */
function hidden(className, text) {
  return element('span', { class: className, 'aria-hidden': 'true' }, text);
}

/**
 * The names of rows or columns, which the labels of the cells repeat.
 *
 * @type {(className: string, names: string[]) => HTMLDivElement}
 */
function edge(className, names) {
  const texts = names.map((name) => element('span', {}, name));
  return element('div', { class: `edge ${className}`, 'aria-hidden': 'true' }, ...texts);
}

/** Numbers from 0 as the names of rows and columns. @type {(rows: number, columns: number) => {rows: string[], columns: string[]}} */
export function numbered(rows, columns) {
  const names = (/** @type {number} */ length) => Array.from({ length }, (_, at) => String(at));
  return { rows: names(rows), columns: names(columns) };
}
