/**
 * A board of squares: what a game draws into the cells and above them is all that it has to say.
 *
 * @import {BoardActions, BoardView} from '../core/game.js'
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {View} from '../core/session.js'
 * @import {Cell} from './grid.js'
 *
 * @typedef {object} Drawing
 * @property {View} view
 * @property {string | null} previewed the step that is pointed at, if it is legal
 * @property {string[]} replies the best replies to it, where they are known
 * @property {(step: string) => MoveAnswer | null} move what the oracle says of a step, if results
 *     are shown
 *
 * @typedef {object} Squares
 * @property {string} label
 * @property {string} hint what is said while nothing is pointed at
 * @property {(view: View) => {rows: number, columns: number, least: number}} size rows, columns,
 *     and the least width of a cell in pixels: wider boards scroll
 * @property {(row: number, column: number, drawing: Drawing) => Cell | null} cell
 * @property {(drawing: Drawing) => SVGElement[]} overlay
 * @property {(row: number, column: number, view: View) => string | null} step the step that a
 *     cell stands for, legal or not
 * @property {(step: string, drawing: Drawing) => string} sentence what a step does
 */
import { Grid, numbered } from './grid.js';
import { scrolling } from './scrolling.js';

/** @implements {BoardView} */
export class SquareBoard {
  #squares;
  #grid;
  /** @type {View | null} */
  #view = null;
  /** @type {string | null} */
  #previewed = null;
  /** @type {string[]} */
  #replies = [];

  /**
   * @param {Squares} squares
   * @param {BoardActions} actions
   */
  constructor(squares, { play, preview }) {
    this.#squares = squares;
    const actions = {
      play: (/** @type {string} */ step) => play(step),
      preview: (
        /** @type {string | null} */ _,
        /** @type {number} */ row,
        /** @type {number} */ column,
      ) => preview(this.#view && row >= 0 ? squares.step(row, column, this.#view) : null),
    };
    this.#grid = new Grid(actions, 'preview');
    this.element = scrolling('squares', this.#grid.element);
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    this.#previewed = null;
    this.#replies = [];
    this.#grid.forgetTap();
    this.#draw(view);
  }

  /** @param {View} view */
  #drawing(view) {
    const answer = view.results ? view.answer : null;
    const moves = new Map(answer?.moves?.map((move) => [move.move, move]));
    /** @type {Drawing} */
    const drawing = {
      view,
      previewed: this.#previewed,
      replies: this.#replies,
      move: (step) => moves.get(step) ?? null,
    };
    return drawing;
  }

  /** @param {View} view */
  #draw(view) {
    const { size, label, cell, overlay } = this.#squares;
    const { rows, columns, least } = size(view);
    const drawing = this.#drawing(view);
    this.#grid.show({
      label,
      rows,
      columns,
      coordinates: { rows: numbered(rows), columns: numbered(columns) },
      cell: (row, column) => this.#marked(cell(row, column, drawing), row, column, view),
    });
    this.#grid.overlay.replaceChildren(...overlay(drawing));
    this.#grid.element.style.minWidth = `${columns * least + 20}px`;
    this.#grid.element.style.setProperty('--widest', `${Math.max(columns, rows) * 112 + 20}px`);
    this.#grid.element.style.setProperty('--shape', String(columns / Math.max(1, rows)));
  }

  /**
   * A cell with the mark of a reply, if it is one.
   *
   * @type {(cell: Cell | null, row: number, column: number, view: View) => Cell | null}
   */
  #marked(cell, row, column, view) {
    const isReply = cell && this.#replies.includes(this.#squares.step(row, column, view) ?? '');
    return isReply ? { ...cell, classes: `${cell.classes} is-reply` } : cell;
  }

  /** @type {(step: string | null, replies: string[]) => string} */
  preview(step, replies) {
    const view = this.#view;
    if (!view) return '';
    const { game, node, state } = view;
    const legal = step !== null && (game.play(node.place, step, state.board) ?? null) !== null;
    const previewed = legal ? step : null;
    if (previewed !== this.#previewed) {
      this.#previewed = previewed;
      this.#replies = previewed === null ? [] : replies;
      this.#draw(view);
    }
    if (previewed === null) return view.over ? '' : this.#squares.hint;
    return this.#squares.sentence(previewed, this.#drawing(view));
  }
}
