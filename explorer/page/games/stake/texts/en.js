import { list } from '../../../core/english.js';
import { textsOf } from '../../../core/language.js';
import { factsOf } from '../../usual.js';
import told from './en.json' with { type: 'json' };

const code = {
  players: /** @type {[string, string]} */ (['the first player (0)', 'the second player (1)']),
  joins: (/** @type {number[]} */ sizes, /** @type {number} */ size) =>
    `Joins regions of ${list(sizes)} into one of ${size}.`,
  separates: (/** @type {number[]} */ sizes) => `Keeps apart regions of ${list(sizes)}.`,
};

/** @typedef {typeof code} Code */

export const words = textsOf({ ...told, ...factsOf('stake') }, code);
