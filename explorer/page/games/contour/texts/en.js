import { capital } from '../../../core/capital.js';
import { list, verb } from '../../../core/english.js';
import { grouped } from '../../../core/figures.js';
import { textsOf } from '../../../core/language.js';
import { factsOf } from '../../usual.js';
import told from './en.json' with { type: 'json' };

/**
 * @import {Person} from '../../../core/people.js'
 *
 * @typedef {{move: string, gain: number, end: string}} Claimed
 */
const code = {
  players: /** @type {[string, string]} */ (['the first player (A)', 'the second player (B)']),
  opens: (/** @type {Person} */ other, /** @type {{cell: string, gain: number}[]} */ opened) =>
    opened.length
      ? `Opens ${list(opened.map(({ cell, gain }) => `${cell} (${grouped(gain)} for ${other.name})`))}.`
      : 'Opens nothing.',
  /** @type {(greedy: Claimed, best: Claimed, loss: number) => string} */
  greedCosts: (greedy, best, loss) =>
    `Greed takes ${greedy.move} and gains ${grouped(greedy.gain)}, but ends at ${greedy.end}. ` +
    `The best move ${best.move} gains ${grouped(best.gain)} and ends at ${best.end}: greed costs ${grouped(loss)}.`,
  /** @type {(people: Person[], totals: number[], isLater: boolean) => string} */
  ending: (people, totals, isLater) => {
    const [first, second] = people.map(
      (person, at) => `${verb(person, 'have', 'has')} ${grouped(totals[at])}`,
    );
    return `${capital(first)} and ${second}${isLater ? ', counted from the start of this game' : ''}.`;
  },
};

/** @typedef {typeof code} Code */

export const words = textsOf({ ...told, ...factsOf('contour') }, code);
