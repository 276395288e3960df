/**
 * The board of a game: one machine for all games. A game describes its cells, its pieces and its moves; the machine
 * finds what can be chosen next, marks it, and makes moves by clicks, taps, keys or dragging.
 *
 * @import {BoardActions, Selection} from '../core/game.js'
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {View} from '../core/view.js'
 * @import {Way} from '../games/ways.js'
 * @import {Cell} from './grid.js'
 *
 * @typedef {MoveAnswer & {lost: number | null}} Known a move, and what it gives away
 *
 * @typedef {object} Shown
 * @property {View} view
 * @property {string | null} pointed the move that is pointed at, if it is legal
 * @property {string} after where that leads, else where the game is
 * @property {string | null} chosen the cell of the piece that is chosen
 * @property {Way[]} ways
 * @property {Map<string, Known>} moves what the oracle says of moves, if results are shown
 * @property {number} width of the board, in pixels
 *
 * @typedef {object} Spot a cell, as its board finds it
 * @property {number} row
 * @property {number} column
 * @property {string} name
 * @property {string} letter
 * @property {string} then the letter after the move that is pointed at
 * @property {Selection} selects
 * @property {Known[]} known what is known of the moves that begin or end here, best first
 *
 * @typedef {object} Kind what a letter of a board looks like
 * @property {string} [text] else the letter
 * @property {string} classes
 * @property {string} label as it is read aloud
 *
 * @typedef {object} Description
 * @property {(place: string, shown: Shown) => (string | undefined)[][] | null} rows the letters of a board, undefined
 *     where there is no cell, null where nothing can be drawn; an empty cell is `.`
 * @property {Record<string, Kind>} [kinds] what letters look like, if not as themselves
 * @property {(spot: Spot, shown: Shown) => Partial<Cell>} [cell] what else a cell shows
 * @property {(columns: number, view: View) => number} [least] of a board of squares, which are as wide as there is room
 *     for: the least width in pixels, as wider boards scroll
 * @property {number} [most] their greatest width
 * @property {string} [className]
 * @property {boolean} [isFluid] whether what it shows depends on its width
 * @property {boolean} [drags] whether pieces can be dragged
 * @property {boolean} [oneClick] whether one click on a cell moves the only piece that gets there
 * @property {string} [label] the name of the board
 * @property {((rows: number, columns: number) => {rows: string[], columns: string[]}) | null} [coordinates] else numbers from 0
 * @property {(row: number, column: number, rows: number, columns: number) => string} [name] a cell as moves name it,
 *     else `1,2`
 * @property {(name: string) => string} [said] a cell as it is read aloud
 * @property {(view: View) => Way[]} [ways] the moves that can be made by cells, else all legal ones
 * @property {(shown: Shown) => SVGElement[]} [overlay]
 * @property {(step: string, shown: Shown) => string} sentence what a move does
 * @property {(shown: Shown, selection: Selection | null) => string} [hint] what is said while no move is pointed at
 * @property {(cell: string, view: View) => string} [whyNot] why nothing can be done with a cell
 * @property {(selection: Selection, shown: Shown) => string | null} [meant] the move that a piece stands for
 * @property {(step: string, view: View) => string[]} [steps] all that has to be done for a move
 * @property {(view: View) => Set<string>} [last] the cells of the last move, else those that it names
 * @property {(view: View) => Set<string>} [won] the cells that show who has won, else those of the last move
 * @property {(view: View) => [number, number]} [target] where the focus goes when a piece is chosen
 * @property {(actions: BoardActions, redraw: () => void) => Beside} [beside] what stands beside the grid
 *
 * @typedef {{element: HTMLElement, show: (view: View) => void}} Beside
 */
import { legal, play } from '../core/known.js';
import { endingOf } from '../core/ending.js';
import { lost } from '../core/values.js';
import { texts } from '../texts/en.js';
import { cellText, cellWords } from '../games/cells.js';
import { selectionAt, waysOf } from '../games/ways.js';
import { div, update } from './dom.js';
import { makeDraggable } from './drag.js';
import { Grid, numbered } from './grid.js';
import { celebrate, motionFrom } from './motion.js';
import { scrolling } from './scrolling.js';

/** What letters look like that a game does not describe. @type {(letter: string) => Kind} */
const plain = (letter) =>
  letter === '.'
    ? { text: '', classes: 'is-empty', label: texts.board.empty }
    : { classes: /[a-z]/i.test(letter) ? `is-stone stone-${sideOf(letter)}` : '', label: letter };

/** Whose stone a letter is: small ones and some capitals are the second player's, N is nobody's. @param {string} letter */
const sideOf = (letter) => (letter === 'N' ? 2 : Number(/[a-zBDO]/.test(letter)));

export class Board {
  #description;
  #actions;
  #grid;
  #frame;
  #beside;
  /** @type {View | null} */
  #view = null;
  /** @type {string | null} */
  #pointed = null;
  /** The best replies to that, where they are known. @type {string[]} */
  #replies = [];
  /** @type {string | null} */
  #chosen = null;
  /** The cells that are shown, one after the other. @type {{name: string, letter: string}[]} */
  #named = [];

  /**
   * @param {Description} description
   * @param {BoardActions} actions
   */
  constructor(description, actions) {
    this.#description = description;
    this.#actions = actions;
    const grid = new Grid(
      {
        play: ({ selects }) => selects && this.#act(selects),
        preview: (cell) => actions.preview(cell?.selects ?? null),
      },
      'preview',
    );
    this.#grid = grid;
    const { className = '', least, isFluid, drags, beside } = description;
    this.#frame = least ? scrolling('squares', grid.element) : grid.element;
    this.#beside = beside?.(actions, () => this.#view && this.show(this.#view));
    this.element = div(className, this.#frame, this.#beside?.element);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#choose(null);
    });
    if (drags) {
      makeDraggable(grid, {
        take: (piece) => this.#choose(piece),
        put: (selection) => this.#act(selection),
      });
    }
    if (isFluid) new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  /** @param {View} view */
  show(view) {
    // An answer that comes late shows the same position again, and leaves what is done by halves.
    const old = this.#view;
    const isOther = view.node !== old?.node;
    const path = isOther && old && isStep(old, view) && this.#pathOf(old, view);
    const move = path && motionFrom(this.element, this.#cells());
    if (isOther) this.#grid.forgetTap();
    if (isOther || !view.free) this.#chosen = null;
    [this.#view, this.#pointed, this.#replies] = [view, null, []];
    this.#beside?.show(view);
    this.#draw();
    if (move) move(this.#cells(), path);
    if (view.over && old && !old.over && old.root === view.root)
      celebrate(this.element, endingOf(view).kind === 'good');
  }

  #cells() {
    const cells = this.#grid.cells();
    return new Map(this.#named.map(({ name, letter }, at) => [name, { letter, cell: cells[at] }]));
  }

  /** The cells between which a piece moves from one view to the next, also back. @type {(old: View, view: View) => string[]} */
  #pathOf(old, view) {
    const isBack = old.node.ply > view.node.ply;
    const [at, { node }] = isBack ? [view, old] : [old, view];
    const found = this.#shown(at).ways.find(({ step }) => step === node.step)?.path ?? [];
    return isBack ? found.toReversed() : found;
  }

  /** The move that a selection stands for. @param {Selection | null} selection */
  meant(selection) {
    if (!selection || !this.#view) return null;
    if (selection.kind === 'move') return selection.step;
    return this.#description.meant?.(selection, this.#shown(this.#view)) ?? null;
  }

  /**
   * Marks what a selection would do, and the best replies to it, and says what it does.
   *
   * @type {(selection: Selection | null, replies: string[]) => string}
   */
  preview(selection, replies) {
    const view = this.#view;
    if (!view) return '';
    const { sentence, hint, whyNot } = this.#description;
    const isMove = selection?.kind === 'move' && this.#after(selection.step) !== null;
    const step = isMove ? selection.step : null;
    if (step !== this.#pointed) {
      this.#pointed = step;
      this.#replies = step === null ? [] : replies;
      this.#draw();
    }
    const shown = this.#shown(view);
    if (step !== null) return sentence(step, shown);
    const why = selection?.kind === 'cell' && whyNot?.(selection.cell, view);
    return why || (view.over ? '' : (hint?.(shown, selection) ?? ''));
  }

  /** @type {(view: View) => Shown} */
  #shown(view) {
    const { answer, game, node, results } = view;
    const sections = answer && results ? game.sections(answer, node.place) : [];
    const known = sections.flatMap(({ moves }) =>
      moves.map((move) => ({ ...move, lost: lost(moves[0].result, move.result) })),
    );
    return {
      view,
      pointed: this.#pointed,
      after: (this.#pointed !== null && this.#after(this.#pointed)) || node.place,
      chosen: this.#chosen,
      ways: this.#description.ways?.(view) ?? waysOf(legal(game, node.place, view.state.board)),
      moves: new Map(known.map((move) => [move.move, move])),
      width: this.element.clientWidth,
    };
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const shown = this.#shown(view);
    const { rows: rowsAt, label, coordinates, least, most = 160, overlay } = this.#description;
    const rows = rowsAt(view.node.place, shown);
    // A grid that stays in the document keeps the focus.
    update(this.element, rows && this.#frame, this.#beside?.element);
    if (!rows) return;
    const after = shown.after === view.node.place ? rows : rowsAt(shown.after, shown);
    const columns = Math.max(1, ...rows.map(({ length }) => length));
    const last = this.#description.last?.(view) ?? new Set(view.node.step.split('>'));
    const replies = new Set(this.#replies.map((reply) => reply.split('>').at(-1)));
    const nameOf = this.#description.name ?? cellText;
    const won = view.over && (this.#description.won?.(view) ?? new Set([...last].slice(-1)));
    this.#named = [];
    const edges = coordinates === undefined ? numbered(rows.length, columns) : coordinates;
    this.#grid.show({
      label: label ?? texts.board.label,
      rows: rows.length,
      columns,
      coordinates: typeof edges === 'function' ? edges(rows.length, columns) : edges,
      cell: (row, column) => {
        const letter = rows[row][column];
        if (letter === undefined) return null;
        const name = nameOf(row, column, rows.length, columns);
        this.#named.push({ name, letter });
        const then = (after?.length === rows.length && after[row][column]) || letter;
        const marks = [
          last.has(name) && 'is-last',
          won && won.has(name) && 'is-won',
          replies.has(name) && 'is-reply',
        ];
        return this.#cell({ row, column, name, letter, then }, marks, shown);
      },
    });
    update(this.#grid.overlay, ...(overlay?.(shown) ?? []));
    if (!least) return;
    const { style } = this.#grid.element;
    style.minWidth = `${columns * least(columns, view) + 20}px`;
    style.setProperty('--widest', `${Math.max(columns, rows.length) * most + 20}px`);
    style.setProperty('--shape', String(columns / rows.length));
  }

  /** @type {(at: Omit<Spot, 'selects' | 'known'>, marks: (string | false)[], shown: Shown) => Cell} */
  #cell(at, marks, shown) {
    const { kinds, cell, oneClick, said = cellWords } = this.#description;
    const { pointed, chosen, ways, moves } = shown;
    const { name, letter, then } = at;
    const kindOf = (/** @type {string} */ of) => kinds?.[of] ?? plain(of);
    const found = selectionAt(name, ways, chosen, oneClick);
    const steps = found.kind === 'move' ? [found.step] : found.kind === 'piece' ? found.steps : [];
    const known = steps.length
      ? [...moves.values()].filter((each) => steps.includes(each.move))
      : [];
    const more = cell?.({ ...at, selects: found, known }, shown) ?? {};
    const { selects = found } = more;
    const step = textOf(selects);
    const isChosen = name === chosen;
    const isReached =
      chosen !== null &&
      selects.kind === 'move' &&
      ways.some((way) => way.step === step && way.path[0] === chosen);
    const isNext = selects.kind === 'piece' ? isChosen : step !== null && step === pointed;
    const own = kindOf(letter);
    const seen = then === '.' ? letter : then;
    const classes = [
      more.classes ?? kindOf(seen).classes,
      then !== letter && (then === '.' ? 'is-leaving' : 'is-coming'),
      isReached && 'is-reached',
      ...marks,
      isNext && 'is-preview',
    ];
    const { chosen: taken, movable, reached } = texts.board;
    const how = isChosen ? taken : isReached ? reached : selects.kind === 'piece' && movable;
    return {
      text: kindOf(seen).text ?? seen,
      // A piece shows the best of its moves, unless another one is chosen.
      move: selects.kind === 'move' || chosen === null ? known[0] : undefined,
      ...more,
      selects,
      step,
      label: [said(name), ...(more.label ?? [own.label, how])],
      classes: classes.filter(Boolean).join(' '),
    };
  }

  /** What a click does. @param {Selection} selection */
  #act(selection) {
    if (selection.kind === 'move') this.#actions.play(...this.#stepsOf(selection.step));
    if (selection.kind !== 'piece') return;
    const { piece, steps } = selection;
    const isMoved = steps.length > 0 && this.#choose(piece === this.#chosen ? null : piece);
    // What can be done now is another thing, or why nothing can.
    if (!isMoved) this.#actions.preview(selection);
  }

  /** Chooses a piece, and says whether the focus went to where it goes. @param {string | null} piece */
  #choose(piece) {
    if (!this.#view || piece === this.#chosen) return false;
    this.#chosen = piece;
    this.#draw();
    const target = piece === null ? null : this.#description.target?.(this.#view);
    if (target) this.#grid.focusAt(...target);
    return Boolean(target);
  }

  /** @param {string} step */
  #stepsOf(step) {
    const view = /** @type {View} */ (this.#view);
    return this.#description.steps?.(step, view) ?? [step];
  }

  /** Where a move leads, null if it is not legal. @param {string} step */
  #after(step) {
    const { game, node, state } = /** @type {View} */ (this.#view);
    /** @type {string | null | undefined} */
    let place = node.place;
    for (const made of this.#stepsOf(step)) place = place && play(game, place, made, state.board);
    return place ?? null;
  }
}

/** Whether one view comes from the other by a move, with its roll, or by taking that back. @type {(old: View, view: View) => boolean} */
function isStep({ node: old }, { node }) {
  return (
    [old.parent, old.parent?.parent].includes(node) ||
    [node.parent, node.parent?.parent].includes(old)
  );
}

/** What a click on a cell means, as text: nothing, a move, or that a piece is chosen. @param {Selection} selection */
function textOf(selection) {
  if (selection.kind === 'cell') return null;
  return selection.kind === 'move' ? selection.step : `choose ${selection.piece}`;
}
