import { capital } from '../../../core/capital.js';
import { count } from '../../../core/english.js';
import { described } from '../../described.js';

/** @import {Person} from '../../../core/people.js' */
export const words = {
  title: described.number.name,
  label: described.number.label,
  rule: described.number.rule,
  rules: [
    'Numbers are whole and larger than 1. A sum may use each number as often as it likes: after 4 and 5, the numbers 8, 9, 10, 12 and so on cannot be named.',
    'The dark numbers on the board have been named, the crossed and faint ones are their sums. It is always possible to count what is left once two named numbers have no common factor.',
    'John Conway invented the game as Sylver coinage; the contest task POJ 1143 calls it Number Game.',
  ],
  show: 'Position as',
  available: 'Available',
  named: 'Named',
  board: 'Numbers',
  hint: 'Point at a number, or tap it, to see what falls with it.',
  isNamed: 'named',
  isGone: 'not available',
  isAvailable: 'available',
  notAvailable: (/** @type {string} */ sum) => `not available, ${sum}`,
  showMore: (/** @type {number} */ more) => `Show ${count(more, 'more number')}`,
  takes: (/** @type {number} */ number, /** @type {string} */ others) =>
    `${number} is named${others && ` and takes away ${others}`}.`,
  andMore: (/** @type {number[]} */ shown, /** @type {number | null} */ more) =>
    `${shown.join(', ')} and ${more === null ? 'more' : `${more} more`}`,
  cannot: (/** @type {number} */ number, /** @type {string} */ sum) =>
    `${number} cannot be named: ${number} = ${sum}.`,
  hasBeen: (/** @type {number} */ number) => `${number} has been named.`,
  paired: (/** @type {number} */ number, /** @type {number} */ other) =>
    `${number} and ${other} are partners: the reply to one is the other.`,
  leavesNone: 'It leaves no number.',
  leavesOne: (/** @type {number} */ left) => `It leaves only ${left}, and whoever names it wins.`,
  leavesTwo: (/** @type {number} */ one, /** @type {number} */ other) =>
    `It leaves only ${one} and ${other}.`,
  moreMoves: 'There are more moves; these are known to win.',
  namedLast: (/** @type {Person} */ person) => `${capital(person.name)} named the last number.`,
  noneAtStart: 'No number is left to be named: the player to move loses.',
  theorem: 'Theorem',
  facts: {
    available: 'Available',
    infinite: 'infinitely many',
    genus: 'numbers; with 1 this is the genus',
    largest: 'Largest',
    frobenius: 'the Frobenius number',
    multiplicity: 'Multiplicity',
    multiplicityNote: 'the least number above 1 that is not available',
    generators: 'Generators',
    generatorsNote: 'the fewest numbers that leave this position when they are named',
    named: 'Named',
    none: 'none',
  },
  editor: {
    note: 'Choose the numbers that have been named. Sums of them are not available.',
    label: 'Numbers named so far',
  },
  examples: {
    contest: '2 to 20, as in the contest',
    forty: '2 to 40',
    nothing: 'Nothing named yet',
    open: 'After 16, which is not decided',
    five: 'After 5 and 7',
    loss: 'After 11, 16, 58, a loss',
    theorem: 'After 101 and 103, by a theorem',
    pairs: 'After 8 and 12, a loss by pairs',
  },
  map: {
    title: 'lost pairs',
    note: (/** @type {number} */ largest, /** @type {number} */ last) =>
      `Two numbers up to ${largest} have been named: the row and the column. If no number above ${largest} may be named, the next player loses where the cell is filled, and wins elsewhere. With both numbers above ${last} the next player always wins. From the table number-${largest}.`,
    most: 'the next player loses',
    some: 'the next player wins',
    pair: (/** @type {number} */ one, /** @type {number} */ other, /** @type {boolean} */ isLost) =>
      `After ${one} and ${other} the next player ${isLost ? 'loses' : 'wins'}.`,
  },
  lesson: [
    {
      step: '19',
      text: '5 and 6 have been named, and with them fell all their sums: 10, 11, 12 and so on. Which number can you name so that no other one falls with it?',
    },
    {
      step: '4',
      told: 'Right: 19 is the largest number left. The other player names 4. With it fall 8, 9, 13 and 14, which are sums of 4, 5 and 6.',
    },
    {
      step: '7',
      text: '2, 3 and 7 are left. Which one do you name so that two are left: one for the other player, and the last one for you?',
    },
    { step: '2', told: 'The other player names 2. It does not matter which of the two.' },
    { step: '3', text: 'Which number is left?' },
  ],
  lessonEnd: 'No number is left, and the other player is to move: you win.',
  contest: {
    format: 'Each line has n and the n available numbers; a line 0 ends the input.',
    howMany: (/** @type {number} */ most) => `how many numbers follow, 1 to ${most}`,
    availableNumber: (/** @type {number} */ most) => `an available number, 2 to ${most}`,
    otherCount: (/** @type {number} */ found, /** @type {number} */ announced) =>
      `${count(found, 'number follows', 'numbers follow')}, ${announced} were announced`,
    twice: 'a number occurs twice',
  },
};
