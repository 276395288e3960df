import { capital } from '../../../core/capital.js';
import { count } from '../../../core/english.js';
import { described } from '../../described.js';
import plain from './en.json' with { type: 'json' };

/** @import {Person} from '../../../core/people.js' */
export const words = {
  ...plain,
  title: described.tokens.name,
  label: described.tokens.label,
  rule: described.tokens.rule,
  hints: { ...plain.hints, captured: (/** @type {string} */ step) => `${capital(step)} captures.` },
  step: (/** @type {string} */ from = '', /** @type {string} */ to = '') => `${from} to ${to}`,
  answeredBy: (/** @type {string} */ cells) =>
    `In a maximum matching its partner is the pair ${cells}: the answer goes there.`,
  captured: (/** @type {Person} */ person) => `${capital(person.name)} moved onto the other piece.`,
  noMove: (/** @type {Person} */ person) => `${capital(person.name)} cannot move.`,
  coveredText: (/** @type {number} */ pairs, /** @type {number} */ joined) =>
    `The pieces can stand on ${pairs} pairs of cells from here on. ${joined} of these pairs can be matched, each with a partner that is one move away, and however that is done, the pair on the board has a partner. The player to move goes there. Whatever the other player does next leads to a pair that has a partner again, so there is always one more move.`,
  missedText: (/** @type {number} */ pairs, /** @type {number} */ joined) =>
    `The pieces can stand on ${pairs} pairs of cells from here on. ${joined} of these pairs can be matched, each with a partner that is one move away, so that the pair on the board has none. Then each move leads to a pair with a partner, and the other player answers by going there.`,
  drawn: (/** @type {string} */ cell) =>
    `The lines on the board join partners that differ in the piece at ${cell}, or the one that is chosen.`,
  contest: {
    ...plain.contest,
    pieces: (/** @type {number} */ found) =>
      `${count(found, 'piece')} \`P\` on the board; expected exactly two`,
  },
};
