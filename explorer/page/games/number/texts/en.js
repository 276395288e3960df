import { capital } from '../../../core/capital.js';
import { count } from '../../../core/english.js';
import { described } from '../../described.js';
import plain from './en.json' with { type: 'json' };

/** @import {Person} from '../../../core/people.js' */
export const words = {
  ...plain,
  title: described.number.name,
  label: described.number.label,
  rule: described.number.rule,
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
  leavesOne: (/** @type {number} */ left) => `It leaves only ${left}, and whoever names it wins.`,
  leavesTwo: (/** @type {number} */ one, /** @type {number} */ other) =>
    `It leaves only ${one} and ${other}.`,
  namedLast: (/** @type {Person} */ person) => `${capital(person.name)} named the last number.`,
  map: {
    ...plain.map,
    note: (/** @type {number} */ largest, /** @type {number} */ last) =>
      `Two numbers up to ${largest} have been named: the row and the column. If no number above ${largest} may be named, the next player loses where the cell is filled, and wins elsewhere. With both numbers above ${last} the next player always wins. From the table number-${largest}.`,
    pair: (/** @type {number} */ one, /** @type {number} */ other, /** @type {boolean} */ isLost) =>
      `After ${one} and ${other} the next player ${isLost ? 'loses' : 'wins'}.`,
  },
  contest: {
    ...plain.contest,
    howMany: (/** @type {number} */ most) => `how many numbers follow, 1 to ${most}`,
    availableNumber: (/** @type {number} */ most) => `an available number, 2 to ${most}`,
    otherCount: (/** @type {number} */ found, /** @type {number} */ announced) =>
      `${count(found, 'number follows', 'numbers follow')}, ${announced} were announced`,
  },
};
