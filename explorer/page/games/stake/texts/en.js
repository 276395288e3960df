import { list } from '../../../core/english.js';
import described from '../../described.json' with { type: 'json' };
import { textsOf } from '../../../core/language.js';
import told from './en.json' with { type: 'json' };

const code = {
  title: described.stake.name,
  label: described.stake.label,
  rule: described.stake.rule,
  players: /** @type {[string, string]} */ (['the first player (0)', 'the second player (1)']),
  joins: (/** @type {number[]} */ sizes, /** @type {number} */ size) =>
    `It joins regions of ${list(sizes)} into one of ${size}.`,
  separates: (/** @type {number[]} */ sizes) =>
    `It keeps the other’s regions of ${list(sizes)} from joining here.`,
};

/** @typedef {Omit<typeof code, 'title' | 'label' | 'rule'>} Code */

export const words = textsOf(told, code);
