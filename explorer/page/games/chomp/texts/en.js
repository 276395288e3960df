import { capital } from '../../../core/capital.js';
import { described } from '../../described.js';
import plain from './en.json' with { type: 'json' };

/** @import {Person} from '../../../core/people.js' */
export const words = {
  ...plain,
  title: described.chomp.name,
  label: described.chomp.label,
  rule: described.chomp.rule,
  takes: (/** @type {string} */ cell, /** @type {string} */ cells) =>
    `A bite at ${cell} takes ${cells}.`,
  tookCorner: (/** @type {Person} */ person) => `${capital(person.name)} took the poisoned corner.`,
  examples: {
    ...plain.examples,
    bar: (/** @type {number} */ rows, /** @type {number} */ columns) => `${rows} × ${columns}`,
  },
  map: {
    ...plain.map,
    /** @type {(rows: number, columns: number, bites: string[]) => string} */
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}: ${bites.length ? `${bites.join(' and ')} ${bites.length > 1 ? 'win' : 'wins'}` : 'only the poisoned cell, which is lost'}.`,
  },
};
