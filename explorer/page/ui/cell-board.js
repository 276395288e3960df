/**
 * What boards of cells have in common: what they show, and the step that is pointed at.
 *
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {View} from '../core/session.js'
 * @import {Cell, GridActions} from './grid.js'
 *
 * @typedef {{rows: number, columns: number, least: number, most: number}} Size of a board, and in pixels of its cells
 */
import { Grid, numbered } from './grid.js';

export class CellBoard {
  grid;
  /** @type {View | null} */
  view = null;
  /** The step that is pointed at, if it can be made. @type {string | null} */
  previewed = null;
  /** The best replies to it, where they are known. @type {string[]} */
  replies = [];
  /** What the oracle says of steps, if results are shown. @type {Map<string, MoveAnswer>} */
  moves = new Map();

  /** @param {GridActions} actions */
  constructor(actions) {
    this.grid = new Grid(actions, 'preview');
  }

  /** Draws what is shown, and what is pointed at. */
  draw() {}

  /** @param {View} view */
  show(view) {
    // An answer that comes late shows the same position again, and leaves the first of two taps.
    if (view.node !== this.view?.node) this.grid.forgetTap();
    this.view = view;
    this.previewed = null;
    this.replies = [];
    const moves = (view.results && view.answer?.moves) || [];
    this.moves = new Map(moves.map((move) => [move.move, move]));
    this.draw();
  }

  /** @type {(step: string | null, replies: string[]) => void} */
  point(step, replies) {
    if (step === this.previewed) return;
    this.previewed = step;
    this.replies = step === null ? [] : replies;
    this.draw();
  }

  /**
   * Draws squares, which are as wide as there is room for: between the widths of a size. Wider boards scroll.
   *
   * @type {(label: string, size: Size, cell: (row: number, column: number) => Cell | null) => void}
   */
  drawSquares(label, { rows, columns, least, most }, cell) {
    this.grid.show({ label, rows, columns, coordinates: numbered(rows, columns), cell });
    const { style } = this.grid.element;
    style.minWidth = `${columns * least + 20}px`;
    style.setProperty('--widest', `${Math.max(columns, rows) * most + 20}px`);
    style.setProperty('--shape', String(columns / Math.max(1, rows)));
  }
}
