import { count, list } from '../../../core/english.js';
import { described } from '../../described.js';
import plain from './en.json' with { type: 'json' };

export const words = {
  ...plain,
  title: described.stake.name,
  label: described.stake.label,
  rule: described.stake.rule,
  players: /** @type {[string, string]} */ (['the first player (0)', 'the second player (1)']),
  /** @type {(digit: 0 | 1, cell: string, zero: number, one: number) => string} */
  fills: (digit, cell, zero, one) =>
    `${digit} in ${cell}: the largest regions then are ${zero} (of 0) and ${one} (of 1).`,
  joins: (/** @type {number[]} */ sizes, /** @type {number} */ size) =>
    `It joins regions of ${list(sizes)} into one of ${size}.`,
  separates: (/** @type {number[]} */ sizes) =>
    `It keeps the other’s regions of ${list(sizes)} from joining here.`,
  blocks: (/** @type {number} */ size) => `It stops a region of ${size} of the other here.`,
  ending: (/** @type {number} */ zero, /** @type {number} */ one) =>
    `The largest region of 0 has ${count(zero, 'cell')}, that of 1 has ${one}.`,
  case: (/** @type {number} */ side, /** @type {number} */ empty) =>
    `${side} × ${side}, ${empty} empty`,
  facts: { ...plain.facts, largest: (/** @type {string} */ digit) => `Largest of ${digit}` },
};
