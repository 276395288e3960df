import { capital } from '../../../core/capital.js';
import { described } from '../../described.js';

/** @import {Person} from '../../../core/people.js' */
export const words = {
  title: described.chomp.name,
  label: described.chomp.label,
  rule: described.chomp.rule,
  rules: [
    'The cell at the top left, marked with !, is poisoned: whoever takes it loses.',
    'A move is written as its cell: 1,2 is row 1, column 2, both counted from 0.',
  ],
  board: 'Bar',
  hint: 'Point at a cell, or tap it, to see the bite.',
  legend: 'the poisoned corner',
  poisoned: 'poisoned',
  left: 'left',
  eaten: 'eaten',
  leftCells: 'Left',
  takes: (/** @type {string} */ cell, /** @type {string} */ cells) =>
    `A bite at ${cell} takes ${cells}.`,
  takesCorner: 'It takes the poisoned corner.',
  leavesCorner: 'It leaves only the poisoned corner.',
  leavesTwoRows:
    'It leaves two rows, the lower one a cell shorter: each bite from there has an answer that leaves such a bar again.',
  leavesElbow:
    'It leaves two arms of the same length: each bite of one arm is answered in the other.',
  leavesWhole: 'It leaves a whole bar, which is won by the player to move.',
  nothingLeft: 'Nothing is left: the player to move wins.',
  tookCorner: (/** @type {Person} */ person) => `${capital(person.name)} took the poisoned corner.`,
  whyFirst: {
    title: 'Why the first player wins',
    text: 'Think of the smallest bite, the lower right corner. If it wins, all is well. If not, some bite answers it, and what that bite leaves could have been left at once: so that bite wins. This proves that some bite wins, but not which.',
    source: 'Gale, A curious Nim-type game, 1974',
  },
  editor: 'A click makes the row end with that cell; a click on its last cell takes that away.',
  examples: {
    bar: (/** @type {number} */ rows, /** @type {number} */ columns) => `${rows} × ${columns}`,
    twoWinning: '8 × 10, with two winning bites',
    lost: 'A lost position',
  },
  map: {
    title: 'the winning first bites of all bars',
    note: 'Each cell is a whole bar with this many rows and columns, and names the first bites that win it, as row and column, from a table with all their positions. Nobody knows a rule for them.',
    some: 'one first bite wins',
    most: 'two first bites win',
    /** @type {(rows: number, columns: number, bites: string[]) => string} */
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}: ${bites.length ? `${bites.join(' and ')} ${bites.length > 1 ? 'win' : 'wins'}` : 'only the poisoned cell, which is lost'}.`,
  },
  lesson: [
    {
      step: '1,2',
      text: 'The cell with ! is poisoned. Which bite leaves the lower row one cell shorter than the upper one?',
    },
    {
      step: '0,2',
      told: 'Right: whoever has to move from two such rows loses. The other player takes the last cell of the upper row.',
    },
    { step: '1,1', text: 'Which bite leaves the lower row one cell shorter again?' },
    { step: '0,1', told: 'The other player bites off the upper row but for the corner.' },
    { step: '1,0', text: 'Which bite leaves only the corner?' },
  ],
  lessonEnd: 'Only the poisoned corner is left for the other player: you win.',
};
