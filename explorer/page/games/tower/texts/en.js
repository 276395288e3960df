import { list } from '../../../core/english.js';
import { textsOf } from '../../../core/language.js';
import { factsOf } from '../../usual.js';
import told from './en.json' with { type: 'json' };

const code = {
  willPass: (/** @type {string[]} */ sides) =>
    sides.length > 1
      ? `Afterwards ${list(sides)} waste a minute.`
      : 'Afterwards only black wastes a minute.',
};

/** @typedef {typeof code} Code */

export const words = textsOf({ ...told, ...factsOf('tower') }, code);
