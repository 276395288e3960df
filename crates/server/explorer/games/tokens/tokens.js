/** @import {Card, Fact, Game} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { cellWords } from '../cells.js';
import { TokensBoard } from './board.js';
import { poj2990 } from './contest.js';
import { TokensEditor } from './editor.js';
import { drawnPiece, reasonOf } from './matching.js';
import { over, play, read } from './rules.js';

const SOURCE = 'Fraenkel, Scheinerman and Ullman, Undirected edge geography, 1993';

/** @type {Game} */
export const tokens = {
  name: 'tokens',
  title: 'Board Game',
  rules:
    'Move either of the two pieces one step, onto a cell that is not removed. Moving a piece onto ' +
    'the other one wins. No position may occur twice in a game. If you cannot move, you lose.',
  players: ['Alice', 'Bob'],
  initial: { start: 'P..#/.#../...P', board: '' },
  settings: [
    {
      key: 'matching',
      label: 'Matching',
      values: [
        { value: 'hidden', label: 'Results' },
        { value: 'shown', label: 'With matching' },
      ],
    },
  ],
  hasLines: true,
  position: (place) => (place.endsWith(' captured') ? null : place),
  copied: ({ node, answer }) => answer?.position || node.place,
  play: (place, step) => play(place, step),
  mover: (_, ply) => (ply % 2 === 0 ? 0 : 1),
  roll: null,
  gain: null,
  boardOf: null,
  over: (place) => over(place),
  ending: ({ node }) => {
    const [mover, other] = node.ply % 2 ? ['Bob', 'Alice'] : ['Alice', 'Bob'];
    if (node.place.endsWith(' captured')) return `${other} has captured and wins.`;
    return `${mover} has no legal move: ${other} wins.`;
  },
  sections: ({ moves }) => (moves?.length ? [{ title: '', note: '', before: [], moves }] : []),
  someSteps: () => [],
  stepWords: (step) => step.split('>').map(cellWords).join(' to '),
  createBoard: (actions) => new TokensBoard(actions),
  facts,
  cards,
  examples: [
    { label: 'The only move wins', setup: { start: 'P.#P', board: '' } },
    { label: '4 \u00d7 4, opposite corners', setup: { start: 'P.../..../..../...P', board: '' } },
    { label: '4 \u00d7 4, odd distance', setup: { start: 'P.../..../..../..P.', board: '' } },
    {
      label: '8 \u00d7 8, as in a contest',
      setup: {
        start: '......P./..#....#/.......#/...#.##./...#.#.#/......../.....#.#/P.......',
        board: '',
      },
    },
  ],
  contest: poj2990,
  createEditor: (change) => new TokensEditor(change),
  puzzle: {
    task: 'Find the only move that wins.',
    start: (generator) => ({ start: randomBoard(generator), board: '' }),
    steps: 10,
    choices: 2,
    margin: 1,
  },
};

/**
 * A board of 4 × 4 with five removed cells: with fewer there is seldom a single best move.
 *
 * @param {() => number} generator
 */
function randomBoard(generator) {
  const cells = Array.from({ length: 16 }, (_, index) => ({ index, key: generator() }));
  const order = cells.sort((a, b) => a.key - b.key).map(({ index }) => index);
  const board = Array.from({ length: 16 }, (_, index) => {
    const rank = order.indexOf(index);
    return rank < 2 ? 'P' : rank < 7 ? '#' : '.';
  }).join('');
  return [0, 4, 8, 12].map((from) => board.slice(from, from + 4)).join('/');
}

/**
 * @param {View} view
 * @returns {Fact[]}
 */
function facts({ node }) {
  const position = read(node.place);
  if (!position) return [];
  const visited = position.history.map((pair) => pair.replace('+', ' and ')).join('; ');
  return [
    {
      term: 'Free cells',
      text: String(position.rows.join('').replaceAll('#', '').length),
      explanation: '',
    },
    { term: 'Visited pairs', text: visited || 'none', explanation: '' },
  ];
}

/**
 * Why the position is won or lost.
 *
 * @param {View} view
 * @returns {Card[]}
 */
function cards({ node, answer, state, over: ended }) {
  const position = read(node.place);
  const reason = position && !ended ? reasonOf(position) : null;
  const value = answer?.value;
  if (!reason || !value || !('outcome' in value) || (value.outcome === 'win') !== reason.covered)
    return [];
  const matching = `Of the ${reason.pairs} pairs of cells that are left, a maximum matching joins ${2 * reason.size}, two and two, by moves.`;
  const text = reason.covered
    ? `${matching} Every maximum matching covers this pair, so the player to move always follows its edges and never runs out of moves.`
    : `${matching} One of them misses this pair, so the other player answers every move by following its edges.`;
  const [row, column] = position?.pieces[drawnPiece(reason)] ?? [0, 0];
  const drawn =
    state.settings.matching === 'shown'
      ? ` The lines on the board are its edges that move the piece at ${row},${column}, or the one that is chosen, while the other piece stays.`
      : '';
  return [
    {
      title: reason.covered ? 'Why this wins' : 'Why this loses',
      text: text + drawn,
      source: SOURCE,
    },
  ];
}
