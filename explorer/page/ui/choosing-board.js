/**
 * A board on which some moves are two clicks: one on a piece, which chooses it, and one on the cell where it goes.
 *
 * @import {BoardActions} from '../core/game.js'
 * @import {View} from '../core/session.js'
 */
import { CellBoard } from './cell-board.js';

/** What a cell stands for, besides moves: the piece on it is chosen. */
export const CHOOSE = 'choose ';

/** The piece that a step chooses, null if it is a move. @param {string} step */
export function pieceOf(step) {
  return step.startsWith(CHOOSE) ? step.slice(CHOOSE.length) : null;
}

export class ChoosingBoard extends CellBoard {
  /** The piece that is chosen, as its cell's step names it. @type {string | null} */
  chosen = null;

  /** @param {BoardActions} actions */
  constructor(actions) {
    super({ play: (step) => this.act(step), preview: (step) => actions.preview(step) });
    this.actions = actions;
  }

  /** What a click on a cell does. @param {string} step */
  act(step) {
    const piece = pieceOf(step);
    if (piece === null) {
      this.actions.play(step);
      return;
    }
    if (this.canMove(piece)) this.choose(piece === this.chosen ? null : piece);
    // What can be done now is another thing, or why nothing can.
    this.actions.preview(step);
  }

  /** What is around the board: Escape in it gives up the choice. @param {HTMLElement} element */
  framed(element) {
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.choose(null);
    });
    return element;
  }

  /** @param {View} view */
  show(view) {
    this.chosen = null;
    super.show(view);
  }

  /** Whether a piece can be chosen. @param {string} _piece */
  canMove(_piece) {
    return true;
  }

  /** @param {string | null} piece */
  choose(piece) {
    this.chosen = piece;
    this.draw();
  }

  /** @param {string} step */
  chooses(step) {
    return pieceOf(step) !== null;
  }
}
