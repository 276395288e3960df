/** @import {Fact, Game} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { SquareBoard } from '../../ui/square-board.js';
import { cellWords, readCell } from '../cells.js';
import { squares } from './board.js';
import { poj3317 } from './contest.js';
import { StakeEditor } from './editor.js';
import { fill, largestRegions, mover, rowsOf } from './rules.js';

const PLAYERS = /** @type {[string, string]} */ (['player 0', 'player 1']);

/** @type {Game} */
export const stake = {
  name: 'stake',
  title: 'Stake Your Claim',
  rules:
    'Fill the empty cells in turn with your own digit, 0 or 1. On the full board each player gets ' +
    'the size of the largest region of their digit; cells are connected by their sides.',
  players: PLAYERS,
  initial: { start: '01.1/00../.01./...1', board: '' },
  settings: [],
  hasLines: true,
  position: (place) => place,
  copied: ({ node, answer }) => answer?.position ?? node.place,
  play: (place, step) => {
    const cell = readCell(step);
    return cell && fill(place, cell[0], cell[1]);
  },
  mover: (place) => mover(place),
  roll: null,
  gain: null,
  boardOf: null,
  over: (place) => rowsOf(place) !== null && !place.includes('.'),
  ending: ({ node }) => {
    const [zero, one] = sizes(node.place);
    const regions = `The largest regions have ${zero} and ${one} cells`;
    if (zero === one) return `${regions}: a draw.`;
    return `${regions}: player ${zero > one ? 0 : 1} wins by ${Math.abs(zero - one)}.`;
  },
  sections: ({ moves }) => (moves?.length ? [{ title: '', note: '', before: [], moves }] : []),
  someSteps: () => [],
  stepWords: cellWords,
  createBoard: (actions) => new SquareBoard(squares, actions),
  facts,
  cards: () => [],
  examples: [
    { label: 'The contest\u2019s first board', setup: { start: '01.1/00../.01./...1', board: '' } },
    { label: '3 \u00d7 3, empty', setup: { start: '.../.../...', board: '' } },
    { label: '4 \u00d7 4, empty', setup: { start: '..../..../..../....', board: '' } },
    { label: 'Won by 6', setup: { start: '1011/1000/0001/11..', board: '' } },
    { label: '5 \u00d7 5, 16 empty', setup: { start: '01.../10.../..0../...01/..0.1', board: '' } },
  ],
  contest: poj3317,
  createEditor: (change) => new StakeEditor(change),
  puzzle: {
    task: 'Find the best cell.',
    start: () => ({ start: '..../..../..../....', board: '' }),
    steps: 13,
    choices: 3,
    margin: 1,
  },
};

/** @param {string} place */
function sizes(place) {
  const rows = rowsOf(place) ?? [];
  return ['0', '1'].map((digit) => largestRegions(rows, digit)[0]?.size ?? 0);
}

/**
 * @param {View} view
 * @returns {Fact[]}
 */
function facts({ node }) {
  const [zero, one] = sizes(node.place);
  return [
    { term: 'Largest of 0', text: `${zero} cells`, explanation: '' },
    { term: 'Largest of 1', text: `${one} cells`, explanation: '' },
    { term: 'Empty', text: `${node.place.split('.').length - 1} cells`, explanation: '' },
  ];
}
