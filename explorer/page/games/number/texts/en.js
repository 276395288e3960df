import { capital } from '../../../core/capital.js';
import { count } from '../../../core/english.js';
import described from '../../described.json' with { type: 'json' };
import { textsOf } from '../../../core/language.js';
import told from './en.json' with { type: 'json' };

/** @import {Person} from '../../../core/people.js' */
const code = {
  title: described.number.name,
  label: described.number.label,
  rule: described.number.rule,
  takes: (/** @type {number} */ number, /** @type {string} */ others) =>
    `${number} is named${others && ` and takes away ${others}`}.`,
  andMore: (/** @type {number[]} */ shown, /** @type {number | null} */ more) =>
    `${shown.join(', ')} and ${more === null ? 'more' : `${more} more`}`,
  namedLast: (/** @type {Person} */ person) => `${capital(person.name)} named the last number.`,
  map: {
    pair: (/** @type {number} */ one, /** @type {number} */ other, /** @type {boolean} */ isLost) =>
      `After ${one} and ${other} the next player ${isLost ? 'loses' : 'wins'}.`,
  },
  contest: {
    otherCount: (/** @type {number} */ found, /** @type {number} */ announced) =>
      `${count(found, 'number follows', 'numbers follow')}, ${announced} were announced`,
  },
};

/** @typedef {Omit<typeof code, 'title' | 'label' | 'rule'>} Code */

export const words = textsOf(told, code);
