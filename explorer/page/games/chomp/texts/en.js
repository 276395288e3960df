import { textsOf } from '../../../core/language.js';
import { factsOf } from '../../usual.js';
import told from './en.json' with { type: 'json' };

const code = {
  map: {
    /** @type {(rows: number, columns: number, bites: string[]) => string} */
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}: ${bites.length ? `${bites.join(' and ')} ${bites.length > 1 ? 'win' : 'wins'}` : 'only the poisoned cell, which is lost'}.`,
  },
};

/** @typedef {typeof code} Code */

export const words = textsOf({ ...told, ...factsOf('chomp') }, code);
