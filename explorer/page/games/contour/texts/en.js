import { capital } from '../../../core/capital.js';
import { count, list, verb } from '../../../core/english.js';
import { grouped } from '../../../core/figures.js';
import { described } from '../../described.js';

/**
 * @import {Person} from '../../../core/people.js'
 *
 * @typedef {{move: string, gain: number, end: string}} Claimed
 */
export const words = {
  title: described.contour.name,
  label: described.contour.label,
  rule: described.contour.rule,
  rules: [
    'A cell is open when all cells left of it and all above it are taken, so the taken cells always are a staircase. What a claim takes may open cells for the other player.',
    'In each cell, the upper score is what the first player, A, gets for it, and the lower one what the second player, B, gets. Both want their own total minus the other’s to be large.',
    'A move is written as its cell: 1,2 is row 1, column 2, both counted from 0.',
    'It is the contest task Luogu P4363, 一双木棋.',
  ],
  hint: 'Point at an open cell, or tap it, to see what claiming it does.',
  legend: { greedy: 'gains most at once', corners: 'scores of A and B' },
  players: /** @type {[string, string]} */ (['the first player (A)', 'the second player (B)']),
  greedy: 'greedy',
  taken: 'taken',
  takenBy: (/** @type {string} */ player) => `taken by ${player}`,
  open: 'open',
  closed: 'not open yet',
  scores: (/** @type {number} */ a, /** @type {number} */ b) => `A ${grouped(a)}, B ${grouped(b)}`,
  /** @type {(who: Person, cell: string, gain: number, denied: number, other: Person) => string} */
  claims: (person, cell, gain, denied, other) =>
    `${capital(verb(person, 'claim'))} ${cell} for ${grouped(gain)}; ${other.name} would have got ${grouped(denied)}.`,
  opens: (/** @type {Person} */ other, /** @type {{cell: string, gain: number}[]} */ opened) =>
    opened.length
      ? `It opens ${list(opened.map(({ cell, gain }) => `${cell} (${grouped(gain)} for ${other.name})`))}.`
      : 'It opens nothing.',
  greed: 'Greed',
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
  facts: {
    atEnd: 'A − B at the end',
    bestPlay: 'under best play from here on',
    board: 'Board',
    fingerprint: 'its fingerprint',
  },
  scoresOf: (/** @type {string} */ player) => `Scores of ${player}`,
  scoreAt: (/** @type {string} */ player, /** @type {string} */ cell) =>
    `score of ${player} at ${cell}`,
  examples: {
    contest: 'The contest’s board',
    greed: 'Where greed loses',
    minusOne: '6 × 6, worth −1',
    random: (/** @type {number} */ side) => `${side} × ${side}, random`,
  },
  map: {
    title: 'how often greed is best',
    note: 'One board of 10 × 10 cells, with all of its 184,756 positions. Each cell stands for all positions in which so many cells are taken (its row and column are the two digits), and says in how many of 100 of them the move that gains most at once is a best move. It opens the position in which that move costs most.',
    some: 'in most positions',
    most: 'in fewer than half',
    /** @type {(taken: string, best: number, all: number, cost: number) => string} */
    point: (taken, best, all, cost) =>
      `${taken} cells taken: greed is best in ${grouped(best)} of ${count(all, 'position')}, and costs up to ${count(cost, 'point')}.`,
  },
  lesson: [
    {
      step: '1,0',
      text: 'You are the first player, A. A cell is open when all cells left of it and above it are taken: here two are open. You get the upper score of what you claim, and B gets the lower score of what B claims. Which cell do you claim?',
    },
    {
      step: '0,2',
      told: 'Right: it gives you 2 and keeps 5 from B, which is more than the 3 of the other cell. B takes that one, for 1.',
    },
    { step: '1,1', text: 'Which cell is open now?' },
    { step: '1,2', told: 'B takes the last cell, for 1.' },
  ],
  lessonEnd:
    'You have 3 and B has 2: you win by 1. What a claim keeps from the other player matters as much as what it gains.',
  contest: { format: 'n and m, then n rows of A’s scores, then n rows of B’s.' },
};
