/**
 * The board of a game that the page knows nothing of, from answers alone: the letters of the
 * position's text in squares. A move that is a cell is a click on it; one from a cell to another one
 * is two clicks. All others are in the list of moves, and so is every move where a text has no rows.
 *
 * @import {BoardActions, BoardView} from '../../core/game.js'
 * @import {MoveAnswer} from '../../core/oracle.js'
 * @import {View} from '../../core/session.js'
 * @import {Cell} from '../../ui/grid.js'
 * @import {Drawn, Ways} from './position.js'
 *
 * @typedef {Ways & Marks} Drawing
 *
 * @typedef {object} Marks
 * @property {string[][]} after the board after the move that is pointed at
 * @property {Set<string>} last the cells of the last move
 * @property {Set<string | undefined>} replies where the best replies end
 */
import { capital } from '../../core/capital.js';
import { texts } from '../../texts/en.js';
import { CHOOSE, ChoosingBoard } from '../../ui/choosing-board.js';
import { attribute, div, p } from '../../ui/dom.js';
import { scrolling } from '../../ui/scrolling.js';
import { cellText, cellWords } from '../cells.js';
import { boardOf, cellsOf, waysOf } from './position.js';
import { words } from './texts/en.js';

/** This much of a text is told where it is not drawn. */
const LONGEST_TOLD = 80;

/** @implements {BoardView} */
export class CustomBoard extends ChoosingBoard {
  #movesAt;
  #squares;
  #text = p('custom-text');
  element = this.framed(div('custom'));
  /** @type {Drawn | null} */
  #board = null;

  /**
   * @param {BoardActions} actions
   * @param {(place: string) => MoveAnswer[]} movesAt the moves of a position, none if not known
   */
  constructor(actions, movesAt) {
    super(actions);
    this.#movesAt = movesAt;
    this.#squares = scrolling('squares', this.grid.element);
  }

  /** @param {View} view */
  show(view) {
    this.#board = boardOf(view.node.place);
    const text = this.#board ? this.#board.rest : view.node.place;
    this.#text.textContent = text;
    this.#text.classList.toggle('is-rest', Boolean(this.#board));
    attribute(this.#text, 'hidden', !text);
    // A grid that stays in the document keeps the focus.
    if (!this.#board) this.element.replaceChildren(this.#text);
    else if (!this.#squares.parentElement) this.element.replaceChildren(this.#squares, this.#text);
    super.show(view);
  }

  draw() {
    const [view, board] = [this.view, this.#board];
    if (!view || !board) return;
    const { rows, columns } = board;
    const { place, parent, step } = view.node;
    const pointed = this.previewed === null ? null : view.game.play(place, this.previewed, '');
    const drawing = {
      ...waysOf(this.#movesAt(place), board),
      after: boardOf(pointed ?? '')?.rows ?? rows,
      last: this.#changed(parent?.place, step),
      replies: new Set(this.replies.map((reply) => cellsOf(reply, board).at(-1))),
    };
    // Wide boards scroll, as far as fingers need it.
    const size = { rows: rows.length, columns, least: columns > 14 ? 30 : 44, most: 104 };
    this.drawSquares(texts.board.label, size, (row, column) =>
      this.#cell(row, column, rows[row][column], drawing),
    );
  }

  /**
   * A letter is missing where a row is shorter than others.
   *
   * @type {(row: number, column: number, letter: string | undefined, drawing: Drawing) => Cell | null}
   */
  #cell(row, column, letter, { cells, pieces, after, last, replies }) {
    if (letter === undefined) return null;
    const { results } = /** @type {View} */ (this.view);
    const cell = cellText(row, column);
    const target = this.chosen === null ? undefined : pieces.get(this.chosen)?.get(cell);
    const played = target ?? cells.get(cell);
    // A piece that is not chosen shows the best of its moves.
    const [best] = this.chosen === null ? (pieces.get(cell)?.values() ?? []) : [];
    const move = results ? (played ?? best) : undefined;
    const next = after[row]?.[column] ?? letter;
    const shown = next === '.' ? letter : next;
    const { empty, chosen, movable, reached } = words;
    const classes = [
      letter === '.' ? 'is-empty' : 'is-letter',
      next !== letter && (next === '.' ? 'is-leaving' : 'is-coming'),
      (cell === this.chosen || played?.move === this.previewed) && 'is-preview',
      target && 'is-reached',
      last.has(cell) && 'is-last',
      replies.has(cell) && 'is-reply',
    ];
    return {
      text: shown === '.' ? '' : shown,
      classes: classes.filter(Boolean).join(' '),
      label: [
        cellWords(cell),
        letter === '.' ? empty : letter,
        cell === this.chosen ? chosen : target ? reached : !played && pieces.has(cell) && movable,
      ],
      step: played ? played.move : pieces.has(cell) ? CHOOSE + cell : null,
      chooses: !played,
      move,
    };
  }

  /**
   * The cells of the last move: those that it names, else those that it changed.
   *
   * @param {string | undefined} before where it was made
   * @param {string} step
   */
  #changed(before, step) {
    const named = cellsOf(step, this.#board);
    const old = before === undefined ? null : boardOf(before)?.rows;
    if (named.length || !old) return new Set(named);
    const changed = (this.#board?.rows ?? []).flatMap((row, y) =>
      row.flatMap((letter, x) => (letter === old[y]?.[x] ? [] : [cellText(y, x)])),
    );
    return new Set(changed);
  }

  /** @type {(step: string | null, replies: string[]) => string} */
  preview(step, replies) {
    const view = this.view;
    if (!view) return '';
    const legal = step !== null && view.game.play(view.node.place, step, '');
    this.point(legal ? step : null, replies);
    if (!legal) return view.over ? '' : this.#hint(view);
    const { leadsTo } = words;
    const isDrawn = cellsOf(step, this.#board).length > 0;
    const told = legal.length > LONGEST_TOLD ? `${legal.slice(0, LONGEST_TOLD)} …` : legal;
    return isDrawn ? capital(texts.sentence(view.game.stepWords(step))) : leadsTo(step, told);
  }

  /** @param {View} view */
  #hint({ node }) {
    const { cell, piece, target, list } = words.hints;
    const moves = this.#movesAt(node.place);
    if (!moves.length) return '';
    if (this.chosen !== null) return target;
    const ways = this.#board && waysOf(moves, this.#board);
    if (ways?.cells.size) return cell;
    if (ways?.pieces.size) return piece;
    // A frame of another site has no list.
    return document.querySelector('.moves') ? list : '';
  }
}
