/** @import {Fact, Game} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { SquareBoard } from '../../ui/square-board.js';
import { cellWords, readCell } from '../cells.js';
import { lengthsOf } from '../staircase.js';
import { squares } from './board.js';
import { ChompEditor } from './editor.js';
import { bite } from './rules.js';

/** @type {Game} */
export const chomp = {
  name: 'chomp',
  title: 'Chomp',
  rules:
    'Take a cell of the bar, and with it all cells below and right of it. The top left corner is ' +
    'poisoned: the player who takes it loses.',
  players: ['the first player', 'the second player'],
  initial: { start: bar(4, 5), board: '' },
  settings: [],
  hasLines: true,
  position: (place) => place,
  copied: ({ node, answer }) => answer?.position ?? node.place,
  play: (place, step) => {
    const cell = readCell(step);
    return cell && bite(place, cell[0], cell[1]);
  },
  mover: (_, ply) => (ply % 2 === 0 ? 0 : 1),
  roll: null,
  gain: null,
  boardOf: null,
  over: (place) => lengthsOf(place)?.every((length) => length === 0) ?? false,
  ending: ({ node }) => {
    if (node.ply === 0) return 'Nothing is left: the player to move wins.';
    const [mover, other] = node.ply % 2 ? ['second', 'first'] : ['first', 'second'];
    return `The ${other} player took the corner and loses. The ${mover} player wins.`;
  },
  sections: ({ moves }) => (moves?.length ? [{ title: '', note: '', before: [], moves }] : []),
  someSteps: () => [],
  stepWords: cellWords,
  createBoard: (actions) => new SquareBoard(squares, actions),
  facts,
  cards: () => [],
  examples: [
    { label: '3 \u00d7 4', setup: { start: bar(3, 4), board: '' } },
    { label: '5 \u00d7 5', setup: { start: bar(5, 5), board: '' } },
    { label: '8 \u00d7 10, with two winning bites', setup: { start: bar(8, 10), board: '' } },
    { label: '2 \u00d7 8', setup: { start: bar(2, 8), board: '' } },
    { label: 'A lost position', setup: { start: '4,2,2', board: '' } },
  ],
  contest: null,
  createEditor: (change) => new ChompEditor(change),
  puzzle: {
    task: 'Find the only bite that wins.',
    start: (generator) => ({
      start: bar(3 + Math.floor(generator() * 3), 4 + Math.floor(generator() * 4)),
      board: '',
    }),
    steps: 4,
    choices: 3,
    margin: 1,
  },
};

/**
 * A whole bar.
 *
 * @param {number} rows
 * @param {number} columns
 */
function bar(rows, columns) {
  return Array.from({ length: rows }, () => columns).join(',');
}

/**
 * @param {View} view
 * @returns {Fact[]}
 */
function facts({ node }) {
  const lengths = lengthsOf(node.place) ?? [];
  const left = lengths.reduce((sum, length) => sum + length, 0);
  return [{ term: 'Left', text: `${left} cells`, explanation: '' }];
}
