import { capital } from '../../../core/capital.js';
import described from '../../described.json' with { type: 'json' };
import { textsOf } from '../../../core/language.js';
import told from './en.json' with { type: 'json' };

/** @import {Person} from '../../../core/people.js' */
const code = {
  title: described.tokens.name,
  label: described.tokens.label,
  rule: described.tokens.rule,
  hints: { captured: (/** @type {string} */ step) => `${capital(step)} captures.` },
  step: (/** @type {string} */ from = '', /** @type {string} */ to = '') => `${from} to ${to}`,
  captured: (/** @type {Person} */ person) => `${capital(person.name)} moved onto the other piece.`,
  noMove: (/** @type {Person} */ person) => `${capital(person.name)} cannot move.`,
};

/** @typedef {Omit<typeof code, 'title' | 'label' | 'rule'>} Code */

export const words = textsOf(told, code);
