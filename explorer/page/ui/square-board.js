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
 * @property {Map<string, MoveAnswer>} moves what the oracle says of steps, if results are shown
 *
 * @typedef {object} Squares
 * @property {string} label
 * @property {string} hint what is said while nothing is pointed at
 * @property {(view: View) => {rows: number, columns: number, least: number}} size rows, columns,
 *     and the least width of a cell in pixels: wider boards scroll
 * @property {(row: number, column: number, drawing: Drawing) => Cell | null} cell
 * @property {(drawing: Drawing) => SVGElement[]} overlay
 * @property {(row: number, column: number) => string} step the step that a cell stands for, legal
 *     or not
 * @property {(step: string, view: View) => string} sentence what a step does
 */
import { CellBoard } from './cell-board.js';
import { scrolling } from './scrolling.js';

/** @implements {BoardView} */
export class SquareBoard extends CellBoard {
  #squares;

  /**
   * @param {Squares} squares
   * @param {BoardActions} actions
   */
  constructor(squares, { play, preview }) {
    super({
      play: (step) => play(step),
      preview: (_, row, column) => preview(row < 0 ? null : squares.step(row, column)),
    });
    this.#squares = squares;
    this.element = scrolling('squares', this.grid.element);
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const { size, label, cell, overlay, step } = this.#squares;
    const drawing = { ...this, view };
    this.drawSquares(label, { ...size(view), most: 112 }, (row, column) => {
      const drawn = cell(row, column, drawing);
      const own = step(row, column);
      const last = own === view.node.step ? ' is-last' : '';
      const reply = this.replies.includes(own) ? ' is-reply' : '';
      return drawn && { ...drawn, classes: drawn.classes + last + reply };
    });
    this.grid.overlay.replaceChildren(...overlay(drawing));
  }

  /** @type {(step: string | null, replies: string[]) => string} */
  preview(step, replies) {
    const view = this.view;
    if (!view) return '';
    const { game, node, state } = view;
    const legal = step !== null && (game.play(node.place, step, state.board) ?? null) !== null;
    this.point(legal ? step : null, replies);
    if (!legal) return view.over ? '' : this.#squares.hint;
    return this.#squares.sentence(step, view);
  }
}
