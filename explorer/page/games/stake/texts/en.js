import { count, list } from '../../../core/english.js';
import { described } from '../../described.js';

export const words = {
  title: described.stake.name,
  label: described.stake.label,
  rule: described.stake.rule,
  rules: [
    'On the full board each player gets the size of the largest region of their digit, and wins by the difference. Cells are connected by their sides.',
    'A move is written as its cell: 1,2 is row 1, column 2, both counted from 0.',
    'The first player fills 0s, the second player 1s. So the first player is to move where there are as many 0s as 1s, and the second player where there is one 0 more.',
    'It is the contest task POJ 3317.',
  ],
  players: /** @type {[string, string]} */ (['the first player (0)', 'the second player (1)']),
  hint: 'Point at an empty cell, or tap it, to see what filling it does.',
  legend: 'the largest regions, with their sizes',
  empty: 'empty',
  /** @type {(digit: 0 | 1, cell: string, zero: number, one: number) => string} */
  fills: (digit, cell, zero, one) =>
    `${digit} in ${cell}: the largest regions then are ${zero} (of 0) and ${one} (of 1).`,
  joins: (/** @type {number[]} */ sizes, /** @type {number} */ size) =>
    `It joins regions of ${list(sizes)} into one of ${size}.`,
  separates: (/** @type {number[]} */ sizes) =>
    `It keeps the other’s regions of ${list(sizes)} from joining here.`,
  blocks: (/** @type {number} */ size) => `It stops a region of ${size} of the other here.`,
  ending: (/** @type {number} */ zero, /** @type {number} */ one) =>
    `The largest region of 0 has ${count(zero, 'cell')}, that of 1 has ${one}.`,
  case: (/** @type {number} */ side, /** @type {number} */ empty) =>
    `${side} × ${side}, ${empty} empty`,
  facts: { largest: (/** @type {string} */ digit) => `Largest of ${digit}`, empty: 'Empty' },
  editor: 'A click goes through empty, 0 and 1. There are as many 0s as 1s, or one more.',
  examples: {
    contest: 'The contest’s first board',
    three: '3 × 3, empty',
    four: '4 × 4, empty',
    bySix: 'Won by 6',
    five: '5 × 5, 16 empty',
  },
  lesson: [
    {
      step: '1,2',
      text: 'You are the first player, who fills 0s, and the largest connected region counts. Which empty cell can both of the others join?',
    },
    {
      step: '0,2',
      told: 'Right, the middle one. The second player fills the cell above: that makes a region of three 1s.',
    },
    { step: '2,2', text: 'Fill the last cell. It joins the 0 above it and the one left of it.' },
  ],
  lessonEnd:
    'Three against three: a draw. All other cells of 0 do not count, as they are not connected.',
  contest: { format: 'A case is a line with n, and n rows of n cells; a line 0 ends the input.' },
};
