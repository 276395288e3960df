/**
 * The board of a game: what is chosen on it and pointed at, how that is marked, and how a move is
 * made, by clicks, taps, keys or dragging. A game only describes what its board shows.
 *
 * @import {BoardActions, Selection} from '../core/game.js'
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {View} from '../core/view.js'
 * @import {Cell} from './grid.js'
 *
 * @typedef {object} Shown
 * @property {View} view
 * @property {string | null} pointed the move that is pointed at, if it is legal
 * @property {string | null} chosen the piece that is chosen
 * @property {Map<string, MoveAnswer>} moves what the oracle says of moves, if results are shown
 * @property {number} width of the board, in pixels
 *
 * @typedef {object} Layout
 * @property {string} [label] the name of the board
 * @property {number} rows
 * @property {number} columns
 * @property {number} [least] of a board of squares, which are as wide as there is room for: the least
 *     width in pixels, as wider boards scroll
 * @property {number} [most] their greatest width
 * @property {{rows: string[], columns: string[]} | null} [coordinates] else numbers from 0
 * @property {(row: number, column: number) => string} [name] a cell as moves name it, else `1,2`
 * @property {(name: string) => string} [said] a cell as it is read aloud
 * @property {(row: number, column: number, name: string) => Cell | null} cell the label without what
 *     `said` says
 * @property {SVGElement[]} [overlay]
 *
 * @typedef {object} Description
 * @property {string} [className]
 * @property {boolean} [isSquares]
 * @property {boolean} [isFluid] whether what it shows depends on its width
 * @property {boolean} [drags] whether pieces can be dragged
 * @property {(shown: Shown) => Layout | null} layout null where nothing can be drawn
 * @property {(step: string, shown: Shown) => string} sentence what a move does
 * @property {(shown: Shown, selection: Selection | null) => string} hint what is said while no move is pointed at
 * @property {(cell: string, view: View) => string} [whyNot] why nothing can be done with a cell
 * @property {(selection: Selection, view: View) => string | null} [meant] the move that a piece stands for
 * @property {(step: string, view: View) => string[]} [steps] all that has to be done for a move
 * @property {(view: View) => Set<string>} [last] the cells of the last move, else those that it names
 * @property {(view: View) => [number, number]} [target] where the focus goes when a piece is chosen
 * @property {(actions: BoardActions, redraw: () => void) => Beside} [beside] what stands beside the grid
 *
 * @typedef {{element: HTMLElement, show: (view: View) => void}} Beside
 */
import { texts } from '../texts/en.js';
import { cellText, cellWords } from '../games/cells.js';
import { div } from './dom.js';
import { makeDraggable } from './drag.js';
import { Grid, numbered } from './grid.js';
import { scrolling } from './scrolling.js';

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
    const { className = '', isSquares, isFluid, drags, beside } = description;
    this.#frame = isSquares ? scrolling('squares', grid.element) : grid.element;
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
    const isOther = view.node !== this.#view?.node;
    if (isOther) this.#grid.forgetTap();
    if (isOther || !view.free) this.#chosen = null;
    [this.#view, this.#pointed, this.#replies] = [view, null, []];
    this.#beside?.show(view);
    this.#draw();
  }

  /** The move that a selection stands for. @param {Selection | null} selection */
  meant(selection) {
    if (!selection || !this.#view) return null;
    if (selection.kind === 'move') return selection.step;
    return this.#description.meant?.(selection, this.#view) ?? null;
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
    const step =
      selection?.kind === 'move' && this.#isLegal(selection.step) ? selection.step : null;
    if (step !== this.#pointed) {
      this.#pointed = step;
      this.#replies = step === null ? [] : replies;
      this.#draw();
    }
    const shown = this.#shown(view);
    if (step !== null) return sentence(step, shown);
    if (selection?.kind === 'cell' && whyNot) return whyNot(selection.cell, view);
    return view.over ? '' : hint(shown, selection);
  }

  /** @type {(view: View) => Shown} */
  #shown(view) {
    const moves = (view.results && view.answer?.moves) || [];
    return {
      view,
      pointed: this.#pointed,
      chosen: this.#chosen,
      moves: new Map(moves.map((move) => [move.move, move])),
      width: this.element.clientWidth,
    };
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const shown = this.#shown(view);
    const layout = this.#description.layout(shown);
    // A grid that stays in the document keeps the focus.
    if (!layout) this.#frame.remove();
    else if (!this.#frame.parentElement) this.element.prepend(this.#frame);
    if (!layout) return;
    const { rows, columns, least, most = 112, name = cellText, said = cellWords } = layout;
    const last = this.#description.last?.(view) ?? new Set(view.node.step.split('>'));
    const ends = new Set(this.#replies.map((reply) => reply.split('>').at(-1)));
    const { pointed, chosen, moves } = shown;
    this.#grid.show({
      label: texts.board.label,
      coordinates: numbered(rows, columns),
      ...layout,
      cell: (row, column) => {
        const own = name(row, column);
        const cell = layout.cell(row, column, own);
        if (!cell) return null;
        const { selects = { kind: 'cell', cell: own } } = cell;
        const step = textOf(selects);
        const isPreview =
          selects.kind === 'piece' ? selects.piece === chosen : step !== null && step === pointed;
        const classes = [
          cell.classes,
          last.has(own) && 'is-last',
          ends.has(own) && 'is-reply',
          isPreview && 'is-preview',
        ];
        return {
          move: moves.get(step ?? ''),
          ...cell,
          selects,
          step,
          label: [said(own), ...cell.label],
          classes: classes.filter(Boolean).join(' '),
        };
      },
    });
    this.#grid.overlay.replaceChildren(...(layout.overlay ?? []));
    if (!least) return;
    const { style } = this.#grid.element;
    style.minWidth = `${columns * least + 20}px`;
    style.setProperty('--widest', `${Math.max(columns, rows) * most + 20}px`);
    style.setProperty('--shape', String(columns / Math.max(1, rows)));
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

  /** @param {string} step */
  #isLegal(step) {
    const { game, node, state } = /** @type {View} */ (this.#view);
    /** @type {string | null | undefined} */
    let place = node.place;
    for (const made of this.#stepsOf(step)) place = place && game.play(place, made, state.board);
    return Boolean(place);
  }
}

/** What a click on a cell means, as text: nothing, a move, or that a piece is chosen. @param {Selection} selection */
function textOf(selection) {
  if (selection.kind === 'cell') return null;
  return selection.kind === 'move' ? selection.step : `choose ${selection.piece}`;
}
