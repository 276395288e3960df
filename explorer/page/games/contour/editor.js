/** @import {Editor, Setup} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { div, element, replace, selectNumber } from '../../ui/dom.js';
import { readBoard, writeBoard } from './rules.js';
import { words } from './texts/en.js';

const SIDES = /** @type {const} */ (['rows', 'columns']);
const SIZES = { least: 1, most: 16 };
const MOST_SCORE = 2 ** 31 - 1;

/**
 * Tables of scores for A and for B.
 *
 * @implements {Editor}
 */
export class ContourEditor {
  #change;
  #setup = { start: '0', board: '1 1 0 0' };
  element = div('editor');

  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    this.#change = change;
  }

  /** @param {Setup} setup */
  show(setup) {
    const board = readBoard(setup.board);
    if (!board) return;
    this.#setup = setup;
    replace(
      this.element,
      div(
        'editor-sizes',
        ...SIDES.map((side) =>
          selectNumber(side, texts.setup[side], SIZES, board[side], (size) =>
            this.#resize(side, size),
          ),
        ),
      ),
      ...['A', 'B'].map((player, index) => this.#table(player, board.scores[index], index)),
    );
  }

  /** @type {(player: string, scores: number[][], index: number) => HTMLTableElement} */
  #table(player, scores, index) {
    return element(
      'table',
      { class: 'score-table' },
      element('caption', {}, words.scoresOf(player)),
      element(
        'tbody',
        {},
        ...scores.map((line, row) =>
          element(
            'tr',
            {},
            ...line.map((score, column) =>
              element(
                'td',
                {},
                element('input', {
                  type: 'text',
                  inputmode: 'numeric',
                  value: score,
                  'aria-label': words.scoreAt(player, texts.cell(row, column)),
                  input: (event) => this.#set(event.target, index, row, column),
                }),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @type {(input: HTMLInputElement, player: number, row: number, column: number) => void} */
  #set(input, player, row, column) {
    const good = /^\d{1,10}$/.test(input.value) && Number(input.value) <= MOST_SCORE;
    input.setAttribute('aria-invalid', String(!good));
    const board = readBoard(this.#setup.board);
    if (!good || !board) return;
    const scores = structuredClone(board.scores);
    scores[player][row][column] = Number(input.value);
    this.#setup = { ...this.#setup, board: writeBoard({ ...board, scores }) };
    this.#change(this.#setup);
  }

  /** @type {(side: 'rows' | 'columns', size: number) => void} */
  #resize(side, size) {
    const board = readBoard(this.#setup.board);
    if (!board) return;
    const rows = side === 'rows' ? size : board.rows;
    const columns = side === 'columns' ? size : board.columns;
    const resized = (/** @type {number[][]} */ scores) =>
      Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, column) => scores[row]?.[column] ?? 0),
      );
    const [a, b] = board.scores;
    const setup = {
      start: '0',
      board: writeBoard({ rows, columns, scores: [resized(a), resized(b)] }),
    };
    this.show(setup);
    this.#change(setup);
  }
}
