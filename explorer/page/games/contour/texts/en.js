import { capital } from '../../../core/capital.js';
import { count, list, verb } from '../../../core/english.js';
import { grouped } from '../../../core/figures.js';
import { described } from '../../described.js';
import plain from './en.json' with { type: 'json' };

/**
 * @import {Person} from '../../../core/people.js'
 *
 * @typedef {{move: string, gain: number, end: string}} Claimed
 */
export const words = {
  ...plain,
  title: described.contour.name,
  label: described.contour.label,
  rule: described.contour.rule,
  players: /** @type {[string, string]} */ (['the first player (A)', 'the second player (B)']),
  takenBy: (/** @type {string} */ player) => `taken by ${player}`,
  scores: (/** @type {number} */ a, /** @type {number} */ b) => `A ${grouped(a)}, B ${grouped(b)}`,
  /** @type {(who: Person, cell: string, gain: number, denied: number, other: Person) => string} */
  claims: (person, cell, gain, denied, other) =>
    `${capital(verb(person, 'claim'))} ${cell} for ${grouped(gain)}; ${other.name} would have got ${grouped(denied)}.`,
  opens: (/** @type {Person} */ other, /** @type {{cell: string, gain: number}[]} */ opened) =>
    opened.length
      ? `It opens ${list(opened.map(({ cell, gain }) => `${cell} (${grouped(gain)} for ${other.name})`))}.`
      : 'It opens nothing.',
  greedIsBest: (/** @type {string} */ move, /** @type {number} */ gain) =>
    `The greedy move ${move}, which gains ${grouped(gain)}, is among the best here.`,
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
  standing: (/** @type {number} */ a, /** @type {number} */ b) =>
    `So far: A ${grouped(a)}, B ${grouped(b)}.`,
  scoresOf: (/** @type {string} */ player) => `Scores of ${player}`,
  scoreAt: (/** @type {string} */ player, /** @type {string} */ cell) =>
    `score of ${player} at ${cell}`,
  examples: {
    ...plain.examples,
    random: (/** @type {number} */ side) => `${side} × ${side}, random`,
  },
  map: {
    ...plain.map,
    /** @type {(taken: string, best: number, all: number, cost: number) => string} */
    point: (taken, best, all, cost) =>
      `${taken} cells taken: greed is best in ${grouped(best)} of ${count(all, 'position')}, and costs up to ${count(cost, 'point')}.`,
  },
};
