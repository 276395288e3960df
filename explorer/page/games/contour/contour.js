/**
 * Contour.
 *
 * @import {Game, Setup} from '../../core/game.js'
 * @import {View} from '../../core/view.js'
 * @import {Board} from './scores.js'
 */
import { texts } from '../../texts/en.js';
import { leadAt, moverAt } from '../../core/known.js';
import { personAt, sideAt } from '../../core/people.js';
import { signed } from '../../core/values.js';
import { nearMiddle, readCell } from '../cells.js';
import { lengthsOf, randomStaircase } from '../staircase.js';
import { builtIn, fact } from '../usual.js';
import { board } from './board.js';
import { greedSentence, reason } from './greed.js';
import { randomBoard, readBoard, writeBoard } from './scores.js';
import { words } from './texts/en.js';

/** A board with a start where greed loses. */
const SMALL = '3,1 | 3 3 2 5 4 3 2 0 0 4 4 0 4 3 1 3 4 4 3 4';

/** The board of the first game after the lessons. */
const FIRST = '0 | 3 3 2 3 7 1 3 5 4 0 1 8 8 2 1 0 9 9 5 1';

/** @type {Game} */
export const contour = {
  ...builtIn('contour', words, ['2 | 2 3 1 1 3 2 1 1 1 1 1 5 1 1', SMALL, FIRST]),
  players: words.players,
  // Whoever begins is far ahead.
  lowest: { mistakes: 65, side: 1 },
  // Some cells are taken: the first one never is a choice. What gains most here is a mistake.
  sizes: ['3', '5', '7'].map((value) => ({ value, label: texts.sizes.square(Number(value)) })),
  random: (generator, size) => onBoard(generator, Number(size)),
  boardOf: ({ board }) =>
    board
      ? writeBoard({ rows: board.a.length, columns: board.a[0].length, scores: [board.a, board.b] })
      : '',
  // A moves first, so the number of taken cells tells who is to move.
  first: moverOf,
  gains: true,
  ended: (view) => {
    const people = [personAt(view, 0), personAt(view, 1)];
    return words.ending(people, totals(view), view.root.place !== '0');
  },
  standing: (view) => words.standing(...totals(view)),
  board: () => board,
  legend: ({ results }) => [
    ...(results ? [{ mark: words.greedy, text: words.legend.greedy }] : []),
    { mark: '↖ ↘', text: words.legend.corners },
  ],
  reason,
  facts(view) {
    const { answer, node, results } = view;
    const score = results && answer?.value && 'score' in answer.value ? answer.value.score : null;
    const rest = score === null ? null : sideAt(view, node) === 0 ? score : -score;
    const told = words.facts;
    return [
      ...(rest === null ? [] : [fact(told.atEnd, signed(rest), told.bestPlay)]),
      ...(answer?.board ? [fact(told.board, answer.board.fingerprint, told.fingerprint)] : []),
    ];
  },
  cards(view) {
    const text = view.over ? '' : greedSentence(view);
    return text ? [{ title: words.greed, text, source: '' }] : [];
  },
  puzzle: {
    start: (generator, size) => onBoard(generator, 6 + Math.floor(size * 3), 0.3),
    /** It gains most, it keeps most from the other player, it is in the middle. */
    lures({ start, board }, { move, gain = 0 }) {
      const { rows, columns, scores } = /** @type {Board} */ (readBoard(board));
      const [row, column] = readCell(move) ?? [0, 0];
      const other = scores[1 - moverOf(start)][row][column];
      return [gain, other, gain + other, nearMiddle(move, rows, columns)];
    },
    grown: (generator, round) => onBoard(generator, Math.min(7, 3 + Math.floor(round / 2))),
    around: ({ board: text }, generator, isEarly) => {
      const { rows, columns } = /** @type {Board} */ (readBoard(text));
      const most = isEarly ? Math.ceil(columns / 2) : columns;
      const length = isEarly ? 60 : 600;
      const all = Array.from({ length }, () => randomStaircase(generator, rows, 0, most));
      // Each length of a row that is not full is a cell that can be claimed.
      const choices = (/** @type {string} */ place) =>
        new Set(place.split(',').filter((taken) => Number(taken) < columns)).size;
      const many = all.filter((place) => isEarly || choices(place) > 4);
      return many.slice(0, 100);
    },
    count: 1,
    stays: ({ board }) => board,
  },
  setup: () => import('./setup.js'),
  map: () => import('./map.js'),
};

/** @type {(generator: () => number, side: number, rich?: number) => Setup} */
function onBoard(generator, side, rich) {
  return { start: '0', board: randomBoard(generator, side, rich) };
}

/** The player to move. @type {(place: string) => 0 | 1} */
function moverOf(place) {
  return (lengthsOf(place) ?? []).reduce((sum, length) => sum + length, 0) % 2 ? 1 : 0;
}

/** What A and B have gained since the start. @type {(view: View) => [number, number]} */
function totals({ game, path, node, state: { board } }) {
  /** @type {[number, number]} */
  const sums = [0, 0];
  for (const { parent, step } of path.slice(1, node.ply + 1)) {
    if (!parent) continue;
    sums[moverAt(game, parent, board)] += leadAt(game, parent.place, step, board)?.gain ?? 0;
  }
  return sums;
}
