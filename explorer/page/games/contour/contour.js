/**
 * Contour.
 *
 * @import {Game} from '../../core/game.js'
 * @import {View} from '../../core/view.js'
 */
import { texts } from '../../texts/en.js';
import { personAt } from '../../core/people.js';
import { signed } from '../../core/values.js';
import { cellText, readCell } from '../cells.js';
import { builtIn, fact } from '../usual.js';
import { board } from './board.js';
import { greedSentence, reason } from './greed.js';
import { claim, isOpen, mover, randomBoard, readBoard, takenIn, writeBoard } from './rules.js';
import { words } from './texts/en.js';

/** @type {Game} */
export const contour = {
  ...builtIn('contour', words, '2', '2 3 1 1 3 2 1 1 1 1 1 5 1 1'),
  players: words.players,
  // Some cells are taken: the first one never is a choice. What gains most here is a mistake.
  sizes: ['3', '5', '7'].map((value) => ({ value, label: texts.sizes.square(Number(value)) })),
  random: (generator, size) => randomBoard(generator, Number(size)),
  boardOf: ({ board }) =>
    board
      ? writeBoard({ rows: board.a.length, columns: board.a[0].length, scores: [board.a, board.b] })
      : '',
  readable: (place, text) => {
    const board = readBoard(text);
    return board !== null && takenIn(place, board) !== null;
  },
  play: (place, step, text) => {
    const board = readBoard(text);
    return board && claim(place, step, board);
  },
  legal: (place, text) => {
    const board = readBoard(text);
    const taken = board && takenIn(place, board);
    if (!board || !taken) return [];
    return taken.flatMap((column, row) =>
      isOpen(taken, row, column, board) ? [cellText(row, column)] : [],
    );
  },
  mover: ({ place }) => mover(place),
  gain,
  ending(view) {
    const [a, b] = totals(view);
    const people = [personAt(view, 0), personAt(view, 1)];
    const text = words.ending(people, [a, b], view.root.place !== '0');
    if (a === b) return { winner: null, margin: 0, text };
    return { winner: a > b ? 0 : 1, margin: Math.abs(a - b), text };
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
    const rest = score === null ? null : mover(node.place) === 0 ? score : -score;
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
    start: (generator) => randomBoard(generator, 4 + Math.floor(generator() * 2)),
    grown: (generator, round) => randomBoard(generator, Math.min(7, 3 + Math.floor(round / 2))),
    steps: 16,
    early: 8,
    games: 20,
    stays: ({ board }) => board,
  },
  setup: () => import('./setup.js'),
  map: () => import('./map.js'),
};

/** @type {(place: string, step: string, text: string) => number} */
function gain(place, step, text) {
  const [row, column] = readCell(step) ?? [0, 0];
  return readBoard(text)?.scores[mover(place)][row]?.[column] ?? 0;
}

/** What A and B have gained since the start. @type {(view: View) => [number, number]} */
function totals({ path, node, state }) {
  /** @type {[number, number]} */
  const sums = [0, 0];
  for (const { parent, step } of path.slice(1, node.ply + 1)) {
    if (parent) sums[mover(parent.place)] += gain(parent.place, step, state.board);
  }
  return sums;
}
