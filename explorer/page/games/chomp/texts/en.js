import { capital } from '../../../core/capital.js';
import described from '../../described.json' with { type: 'json' };
import { textsOf } from '../../../core/language.js';
import told from './en.json' with { type: 'json' };

/** @import {Person} from '../../../core/people.js' */
const code = {
  title: described.chomp.name,
  label: described.chomp.label,
  rule: described.chomp.rule,
  tookCorner: (/** @type {Person} */ person) => `${capital(person.name)} took the poisoned corner.`,
  map: {
    /** @type {(rows: number, columns: number, bites: string[]) => string} */
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}: ${bites.length ? `${bites.join(' and ')} ${bites.length > 1 ? 'win' : 'wins'}` : 'only the poisoned cell, which is lost'}.`,
  },
};

/** @typedef {Omit<typeof code, 'title' | 'label' | 'rule'>} Code */

export const words = textsOf(told, code);
