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
import { attribute, div, element, star, svg } from './dom.js';

export class Grid {
  #actions;
  #describedBy;
  #shape = '';
  #columns = 0;
  /** @type {(HTMLElement | null)[]} */
  #cells = [];
  /** @type {(Cell | null)[]} */
  #shown = [];
  /** The index of the cell that the tab key reaches. */
  #stop = 0;
  /** The index of the cell that was tapped once. */
  #tapped = -1;
  #grid = element('div', { class: 'grid', role: 'grid' });

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

  /** Forgets which cell was tapped: another position is shown. */
  forgetTap() {
    this.#tapped = -1;
  }

  /** @param {Layout} layout */
  show({ label, rows, columns, coordinates, cell }) {
    const shown = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) shown.push(cell(row, column));
    }
    this.#shown = shown;
    const holes = shown.map((content) => (content ? 1 : 0)).join('');
    const names = coordinates ? [...coordinates.rows, ...coordinates.columns].join() : '';
    const shape = `${rows}x${columns} ${names} ${holes}`;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#build(rows, columns, coordinates);
    }
    attribute(this.#grid, 'aria-label', label);
    for (const [index, content] of shown.entries()) {
      const target = this.#cells[index];
      if (target && content) draw(target, content);
    }
  }

  /** @type {(rows: number, columns: number, coordinates: Layout['coordinates']) => void} */
  #build(rows, columns, coordinates) {
    const focused = this.#grid.contains(document.activeElement);
    this.#columns = columns;
    this.#cells = this.#shown.map((content, index) => {
      if (!content) return null;
      const column = (index % columns) + 1;
      const cell = element('div', {
        role: 'gridcell',
        class: 'cell',
        tabindex: -1,
        'data-index': index,
        'aria-colindex': column,
      });
      cell.style.gridColumnStart = String(column);
      return cell;
    });
    const rowElements = [];
    for (let row = 0; row < rows; row += 1) {
      const cells = this.#cells.slice(row * columns, (row + 1) * columns);
      rowElements.push(
        element('div', { role: 'row', class: 'row', 'aria-rowindex': row + 1 }, ...cells),
      );
    }
    this.#grid.replaceChildren(...rowElements);
    attribute(this.#grid, 'aria-rowcount', rows);
    attribute(this.#grid, 'aria-colcount', columns);
    this.element.style.setProperty('--rows', String(rows));
    this.element.style.setProperty('--columns', String(columns));
    attribute(this.overlay, 'viewBox', `0 0 ${columns} ${rows}`);
    this.element.classList.toggle('has-coordinates', coordinates !== null);
    this.element.replaceChildren(
      ...(coordinates
        ? [edge('edge-top', coordinates.columns), edge('edge-left', coordinates.rows)]
        : []),
      div('grid-area', this.#grid, this.overlay),
    );
    this.#setStop(this.#cells[this.#stop] ? this.#stop : this.#cells.findIndex(Boolean));
    if (focused) this.#cells[this.#stop]?.focus({ preventScroll: true });
  }

  /** @param {number} index */
  #setStop(index) {
    if (index < 0) return;
    attribute(
      this.#cells[this.#stop] ?? this.#grid,
      'tabindex',
      this.#cells[this.#stop] ? -1 : null,
    );
    this.#stop = index;
    attribute(/** @type {Element} */ (this.#cells[index]), 'tabindex', 0);
    if (!this.#describedBy) return;
    this.#grid.querySelector('[aria-describedby]')?.removeAttribute('aria-describedby');
    attribute(/** @type {Element} */ (this.#cells[index]), 'aria-describedby', this.#describedBy);
  }

  /** Moves the focus to a cell. @type {(row: number, column: number) => void} */
  focusAt(row, column) {
    this.#cells[row * this.#columns + column]?.focus({ preventScroll: true });
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

/** What each cell shows. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @type {(target: HTMLElement, content: Cell) => void} */
function draw(target, content) {
  const { text = '', corners = ['', ''], classes, label, step, move } = content;
  const { small = move ? short(move.result) : '', best = Boolean(move?.best) } = content;
  const parts = [...label, ...(move ? [spoken(move.result), move.best && texts.moves.best] : [])];
  if (/ is-last/.test(` ${classes}`)) parts.push(texts.board.last);
  const said = parts.filter(Boolean).join(', ');
  const tone = move ? ` tone-${moveTone(move)}` : '';
  const signature = JSON.stringify([text, small, best, corners, said]);
  if (drawn.get(target) !== signature) {
    drawn.set(target, signature);
    target.replaceChildren(
      // Not `aria-label`, which would have to repeat every abbreviation that is seen.
      element('span', { class: 'visually-hidden' }, said),
      hidden('cell-text', text),
      ...(small ? [hidden('cell-small', small)] : []),
      ...corners.filter(Boolean).map((corner) => hidden('cell-corner', corner)),
      ...(best ? [star('cell-star')] : []),
    );
  }
  attribute(
    target,
    'class',
    `cell ${classes}${tone}${step ? ' playable' : ''}${best ? ' is-best' : ''}`,
  );
  attribute(target, 'aria-disabled', step ? null : 'true');
  attribute(target, 'data-step', step);
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
