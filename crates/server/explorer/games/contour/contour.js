/** @import {Card, Fact, Game, Setup} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { signed } from '../../core/values.js';
import { SquareBoard } from '../../ui/square-board.js';
import { cellWords, readCell } from '../cells.js';
import { squares } from './board.js';
import { p4363 } from './contest.js';
import { ContourEditor } from './editor.js';
import { greedSentence } from './greed.js';
import { claim, mover, readBoard, takenIn, writeBoard } from './rules.js';

const CONTEST = '2 3 2 7 3 9 1 2 3 7 2 2 3 1';

/** @type {Game} */
export const contour = {
  name: 'contour',
  title: 'Contour',
  rules:
    'A and B claim cells in turn. A cell is open when all cells left of it and all above it are ' +
    'taken. Each cell has a score for A and one for B; both want their own total minus the ' +
    'other\u2019s to be large.',
  players: ['A', 'B'],
  initial: {
    start: '0',
    board: '4 4 7 2 9 4 1 8 3 6 5 5 2 9 8 1 6 3 3 8 2 6 7 1 9 2 4 6 3 5 2 7 1 9',
  },
  settings: [],
  hasLines: true,
  position: (place) => place,
  copied: ({ node, answer }) => answer?.position ?? node.place,
  play: (place, step, board) => {
    const cell = readCell(step);
    const scores = readBoard(board);
    return cell && scores && claim(place, cell[0], cell[1], scores);
  },
  mover: (place) => mover(place),
  roll: null,
  gain,
  boardOf: ({ board }) =>
    board
      ? writeBoard({ rows: board.a.length, columns: board.a[0].length, scores: [board.a, board.b] })
      : '',
  over: (place, text) => {
    const board = readBoard(text);
    const taken = board && takenIn(place, board);
    return Boolean(board && taken?.every((length) => length === board.columns));
  },
  ending: (view) => {
    const [a, b] = totals(view);
    const since = view.root.place === '0' ? '' : ' since the start of this game';
    if (a === b) return `Both players have ${a}${since}: a draw.`;
    return `A has ${a} and B has ${b}${since}: ${a > b ? 'A' : 'B'} is ahead by ${Math.abs(a - b)}.`;
  },
  sections: ({ moves }) => (moves?.length ? [{ title: '', note: '', before: [], moves }] : []),
  someSteps: () => [],
  stepWords: cellWords,
  createBoard: (actions) => new SquareBoard(squares, actions),
  facts,
  cards,
  examples: [
    { label: 'The contest\u2019s board', setup: { start: '0', board: CONTEST } },
    { label: 'Where greed loses', setup: { start: '1', board: '2 2 0 9 0 0 0 1 5 0' } },
    { label: '6 \u00d7 6, worth \u22121', setup: { start: '0', board: `6 6 ${'0 '.repeat(71)}1` } },
    { label: '5 \u00d7 5, random', setup: randomBoard(Math.random, 5) },
    { label: '8 \u00d7 8, random', setup: randomBoard(Math.random, 8) },
  ],
  contest: p4363,
  createEditor: (change) => new ContourEditor(change),
  puzzle: {
    task: 'Find the best cell.',
    start: (generator) => randomBoard(generator, 3 + Math.floor(generator() * 3)),
    steps: 14,
    choices: 3,
    margin: 2,
  },
};

/**
 * A square board with random scores from 0 to 9.
 *
 * @param {() => number} generator
 * @param {number} side
 * @returns {Setup}
 */
function randomBoard(generator, side) {
  const row = () => Array.from({ length: side }, () => Math.floor(generator() * 10));
  const table = () => Array.from({ length: side }, row);
  return {
    start: '0',
    board: writeBoard({ rows: side, columns: side, scores: [table(), table()] }),
  };
}

/**
 * @param {string} place
 * @param {string} step
 * @param {string} text
 */
function gain(place, step, text) {
  const [row, column] = readCell(step) ?? [0, 0];
  return readBoard(text)?.scores[mover(place)][row]?.[column] ?? 0;
}

/**
 * What A and B have gained since the start.
 *
 * @param {View} view
 */
function totals({ path, node, state }) {
  const sums = [0, 0];
  for (const { parent, step } of path.slice(1, node.ply + 1)) {
    if (parent) sums[mover(parent.place)] += gain(parent.place, step, state.board);
  }
  return sums;
}

/**
 * @param {View} view
 * @returns {Fact[]}
 */
function facts(view) {
  const { root, answer, node, results } = view;
  const [a, b] = totals(view);
  const score = results && answer?.value && 'score' in answer.value ? answer.value.score : null;
  const rest = score === null ? null : mover(node.place) === 0 ? score : -score;
  const since = root.place === '0' ? '' : 'since the start of this game';
  return [
    { term: 'A so far', text: String(a), explanation: since },
    { term: 'B so far', text: String(b), explanation: since },
    ...(rest === null
      ? []
      : [
          {
            term: 'A \u2212 B at the end',
            text: signed(a - b + rest),
            explanation: 'under best play from here on',
          },
        ]),
    ...(answer?.board
      ? [{ term: 'Board', text: answer.board.fingerprint, explanation: 'its fingerprint' }]
      : []),
  ];
}

/**
 * @param {View} view
 * @returns {Card[]}
 */
function cards(view) {
  const text = view.over ? '' : greedSentence(view);
  return text ? [{ title: 'Greed', text, source: '' }] : [];
}
