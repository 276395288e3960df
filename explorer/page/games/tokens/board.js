/**
 * The board with two pieces. A click on a piece chooses it, one on a cell next to it moves it;
 * where only one piece can get to a cell, one click is enough.
 *
 * @import {BoardView} from '../../core/game.js'
 * @import {View} from '../../core/session.js'
 * @import {Cell} from '../../ui/grid.js'
 * @import {Position} from './rules.js'
 */
import { texts } from '../../texts/en.js';
import { short } from '../../core/values.js';
import { CHOOSE, ChoosingBoard, pieceOf } from '../../ui/choosing-board.js';
import { svg } from '../../ui/dom.js';
import { scrolling } from '../../ui/scrolling.js';
import { cellText } from '../cells.js';
import { drawnPiece, reasonOf } from './matching.js';
import { read, stepsOf } from './rules.js';
import { words } from './texts/en.js';

/** @typedef {{step: string, visited: boolean, captures: boolean}} Way */

/** @implements {BoardView} */
export class TokensBoard extends ChoosingBoard {
  element = this.framed(scrolling('squares tokens', this.grid.element));

  /** @param {string} piece */
  canMove(piece) {
    const position = this.view && read(this.view.node.place);
    return Boolean(position && stepsOf(position, Number(piece)).some(({ visited }) => !visited));
  }

  /** Which piece is chosen. */
  get #chosen() {
    return this.chosen === null ? null : Number(this.chosen);
  }

  draw() {
    const position = this.view && read(this.view.node.place);
    if (!position) return;
    const size = { rows: position.rows.length, columns: position.rows[0].length };
    const ways = this.#ways(position);
    this.drawSquares(texts.board.label, { ...size, least: 44, most: 104 }, (row, column) =>
      this.#cell(row, column, position, ways),
    );
    const discs = position.pieces.map(([row, column], piece) =>
      svg('circle', {
        cx: column + 0.5,
        cy: row + 0.5,
        r: 0.27,
        class: `disc${piece === this.#chosen ? ' is-chosen' : ''}`,
      }),
    );
    this.grid.overlay.replaceChildren(...this.#links(position), ...discs);
  }

  /** How the pieces get to each cell: those of the chosen one if one is chosen. @param {Position} position */
  #ways(position) {
    /** @type {Map<string, Way[]>} */
    const ways = new Map();
    for (const piece of [0, 1]) {
      if (this.#chosen !== null && this.#chosen !== piece) continue;
      for (const { to, step, visited, captures } of stepsOf(position, piece)) {
        const text = cellText(...to);
        ways.set(text, [...(ways.get(text) ?? []), { step, visited, captures }]);
      }
    }
    return ways;
  }

  /** @type {(row: number, column: number, position: Position, ways: Map<string, Way[]>) => Cell} */
  #cell(row, column, position, ways) {
    const name = texts.cell(row, column);
    const there = ways.get(cellText(row, column)) ?? [];
    const legal = there.filter(({ visited }) => !visited);
    const content = position.rows[row][column];
    if (content === '#')
      return { text: '\u00d7', classes: 'is-removed', label: [name, words.removed] };
    if (content === 'P') return this.#piece(row, column, position, name, legal);
    const moves = legal.flatMap(({ step }) => this.moves.get(step) ?? []);
    const visited = there.length > 0 && !legal.length;
    const reached = this.#chosen !== null && legal.length > 0;
    const how = visited ? words.visited : legal.length > 1 && words.both;
    const preview = legal.length === 1 && legal[0].step === this.previewed ? 'is-preview' : '';
    return {
      small: visited ? words.visited : moves.map(({ result }) => short(result)).join(' / '),
      classes: `is-free${this.#marks(cellText(row, column))} ${visited ? 'is-visited' : ''} ${legal.length ? 'is-target' : ''} ${reached ? 'is-reached' : ''} ${preview}`,
      label: [name, words.free, how, reached && words.canBeReached],
      step: legal.length === 1 ? legal[0].step : null,
      move: legal.length === 1 ? moves[0] : null,
    };
  }

  /**
   * The cell of a piece, with the moves onto it.
   *
   * @type {(row: number, column: number, position: Position, name: string, captures: Way[]) => Cell}
   */
  #piece(row, column, position, name, captures) {
    const piece = position.pieces.findIndex(([y, x]) => y === row && x === column);
    const chosen = piece === this.#chosen;
    const target = this.#chosen !== null && !chosen ? captures[0] : undefined;
    return {
      classes: `is-piece${this.#marks(cellText(row, column))} ${chosen ? 'is-preview' : ''} ${target ? 'is-reached' : ''}`,
      label: [name, words.piece, chosen && words.chosen, target && words.canBeCaptured],
      step: target ? target.step : this.view?.over ? null : CHOOSE + piece,
      chooses: !target,
      move: target && this.moves.get(target.step),
    };
  }

  /** The edges of a matching that move one piece while the other one stays. @param {Position} position */
  #links(position) {
    const view = /** @type {View} */ (this.view);
    const reason =
      view.state.settings.matching === 'shown' && view.results && !view.over
        ? reasonOf(position)
        : null;
    const piece = this.#chosen ?? (reason ? drawnPiece(reason) : 0);
    return (reason?.links ?? [])
      .filter((link) => link.piece === piece)
      .flatMap(({ from, to, own }) => [
        svg('path', {
          d: `M${from[1] + 0.5} ${from[0] + 0.5}L${to[1] + 0.5} ${to[0] + 0.5}`,
          class: `match${own ? ' is-own' : ''}`,
        }),
        ...[from, to].map(([row, column]) =>
          svg('circle', {
            cx: column + 0.5,
            cy: row + 0.5,
            r: 0.1,
            class: `match-end${own ? ' is-own' : ''}`,
          }),
        ),
      ]);
  }

  /** @type {(step: string | null, replies: string[]) => string} */
  preview(step, replies) {
    const view = this.view;
    const position = view && read(view.node.place);
    if (!view || !position || view.over) return '';
    const piece = step && pieceOf(step);
    const previewed = piece === null ? step : null;
    this.point(previewed, replies);
    const { choosePiece, chooseCell, cannotMove, captured: captures } = words.hints;
    if (piece && !this.canMove(piece)) return cannotMove;
    if (previewed === null) return this.#chosen === null ? choosePiece : chooseCell;
    const way = [0, 1]
      .flatMap((piece) => stepsOf(position, piece))
      .find((candidate) => candidate.step === previewed);
    const said = view.game.stepWords(previewed);
    return way?.captures ? captures(said) : texts.sentence(said);
  }

  /**
   * What is seen of a cell besides what stands on it: that the last move or a reply ends there.
   *
   * @param {string} cell
   */
  #marks(cell) {
    const { node } = /** @type {View} */ (this.view);
    const isLast = node.step.split('>').includes(cell);
    const isReply = this.replies.some((reply) => reply.endsWith(`>${cell}`));
    return `${isLast ? ' is-last' : ''}${isReply ? ' is-reply' : ''}`;
  }
}
