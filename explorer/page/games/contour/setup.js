/** @import {GameSetup, Setup} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { div, element, update, selectNumber } from '../../ui/dom.js';
import { p4363 } from './contest.js';
import { randomBoard, readBoard, writeBoard } from './scores.js';
import { words } from './texts/en.js';

const { examples } = words;

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: '0', board: '2 3 2 7 3 9 1 2 3 7 2 2 3 1' } },
    { label: examples.greed, setup: { start: '1', board: '2 2 0 9 0 0 0 1 5 0' } },
    { label: examples.minusOne, setup: { start: '0', board: `6 6 ${'0 '.repeat(71)}1` } },
    ...[5, 8].map((side) => ({
      label: examples.random(side),
      setup: { start: '0', board: randomBoard(Math.random, side) },
    })),
  ],
  contest: p4363,
  createEditor,
};

const SIDES = /** @type {const} */ (['rows', 'columns']);
const SIZES = { least: 1, most: 16 };
const MOST_SCORE = 2 ** 31 - 1;

/** Tables of scores for A and for B. @type {GameSetup['createEditor']} */
function createEditor(change) {
  let given = { start: '0', board: '1 1 0 0' };
  const place = div('editor');

  /** @param {Setup} setup */
  function show(setup) {
    const board = readBoard(setup.board);
    if (!board) return;
    given = setup;
    update(
      place,
      div(
        'editor-sizes',
        ...SIDES.map((side) =>
          selectNumber(side, texts.setup[side], SIZES, board[side], (size) => resize(side, size)),
        ),
      ),
      ...['A', 'B'].map((player, index) => table(player, board.scores[index], index)),
    );
  }

  /** @type {(player: string, scores: number[][], index: number) => HTMLTableElement} */
  function table(player, scores, index) {
    const inputs = scores.map((line, row) =>
      line.map((score, column) =>
        element('input', {
          type: 'text',
          inputmode: 'numeric',
          value: score,
          'aria-label': words.scoreAt(player, texts.cell(row, column)),
          input: ({ target }) => {
            const good = /^\d{1,10}$/.test(target.value) && Number(target.value) <= MOST_SCORE;
            target.setAttribute('aria-invalid', String(!good));
            const board = readBoard(given.board);
            if (!good || !board) return;
            const changed = structuredClone(board.scores);
            changed[index][row][column] = Number(target.value);
            given = { ...given, board: writeBoard({ ...board, scores: changed }) };
            change(given);
          },
        }),
      ),
    );
    const rows = inputs.map((line) =>
      element('tr', {}, ...line.map((input) => element('td', {}, input))),
    );
    const caption = element('caption', {}, words.scoresOf(player));
    return element('table', { class: 'score-table' }, caption, element('tbody', {}, ...rows));
  }

  /** @type {(side: 'rows' | 'columns', size: number) => void} */
  function resize(side, size) {
    const board = readBoard(given.board);
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
    show(setup);
    change(setup);
  }

  return { element: place, show };
}
