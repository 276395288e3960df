import { count } from '../../../core/english.js';
import { textsOf } from '../../../core/language.js';
import { factsOf } from '../../usual.js';
import told from './en.json' with { type: 'json' };

const code = {
  andMore: (/** @type {number[]} */ shown, /** @type {number | null} */ more) =>
    `${shown.join(', ')} and ${more === null ? 'more' : `${more} more`}`,
  contest: {
    otherCount: (/** @type {number} */ found, /** @type {number} */ announced) =>
      `${count(found, 'number follows', 'numbers follow')}, ${announced} were announced`,
  },
};

/** @typedef {typeof code} Code */

export const words = textsOf({ ...told, ...factsOf('number') }, code);
