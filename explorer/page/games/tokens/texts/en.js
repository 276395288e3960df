import { capital } from '../../../core/capital.js';
import { count } from '../../../core/english.js';
import { described } from '../../described.js';

/** @import {Person} from '../../../core/people.js' */
export const words = {
  title: described.tokens.name,
  label: described.tokens.label,
  rule: described.tokens.rule,
  rules: [
    'Both pieces belong to both players. A step goes up, down, left or right, onto a cell that is not removed.',
    'A pair of cells on which the pieces have stood may not come back: such moves are marked as visited. Whoever cannot move loses.',
    'A move is written with the two cells: 2,1>2,2 goes from row 2, column 1 to row 2, column 2, all counted from 0.',
    'It is the contest task POJ 2990, Board Game.',
  ],
  matching: 'Matching',
  results: 'Results',
  withMatching: 'With matching',
  legend: 'that pair of cells may not come back',
  free: 'free',
  removed: 'removed',
  visited: 'visited',
  both: 'both pieces can get here: choose one first',
  piece: 'piece',
  canBeReached: 'it can go here',
  hints: {
    choosePiece: 'Choose a piece, or a cell next to one.',
    chooseCell: 'Choose where the piece goes.',
    cannotMove: 'This piece cannot move.',
    captured: (/** @type {string} */ step) => `${capital(step)} captures.`,
  },
  step: (/** @type {string} */ from = '', /** @type {string} */ to = '') => `${from} to ${to}`,
  captures: 'It lands on the other piece.',
  besideIt: 'It stops beside the other piece, which can be captured now.',
  toPartner: 'It goes to the partner of this pair in a maximum matching.',
  answeredBy: (/** @type {string} */ cells) =>
    `In a maximum matching its partner is the pair ${cells}: the answer goes there.`,
  captured: (/** @type {Person} */ person) => `${capital(person.name)} moved onto the other piece.`,
  noMove: (/** @type {Person} */ person) => `${capital(person.name)} cannot move.`,
  whyWins: 'Why this wins',
  whyLoses: 'Why this loses',
  coveredText: (/** @type {number} */ pairs, /** @type {number} */ joined) =>
    `The pieces can stand on ${pairs} pairs of cells from here on. ${joined} of these pairs can be matched, each with a partner that is one move away, and however that is done, the pair on the board has a partner. The player to move goes there. Whatever the other player does next leads to a pair that has a partner again, so there is always one more move.`,
  missedText: (/** @type {number} */ pairs, /** @type {number} */ joined) =>
    `The pieces can stand on ${pairs} pairs of cells from here on. ${joined} of these pairs can be matched, each with a partner that is one move away, so that the pair on the board has none. Then each move leads to a pair with a partner, and the other player answers by going there.`,
  drawn: (/** @type {string} */ cell) =>
    `The lines on the board join partners that differ in the piece at ${cell}, or the one that is chosen.`,
  facts: { freeCells: 'Free cells', visitedPairs: 'Visited pairs', none: 'none' },
  editor: 'A click goes through free, removed and piece. There are two pieces.',
  examples: {
    only: 'The only move wins',
    corners: '4 × 4, opposite corners',
    odd: '4 × 4, odd distance',
    eight: '8 × 8, as in a contest',
  },
  lesson: [
    {
      step: '0,0>0,1',
      text: 'Both pieces belong to both players, and whoever lands on the other piece wins. Move the left one a step to the right.',
    },
    {
      step: '0,1>0,2',
      told: 'It may not go back: the pieces have stood there before. Whatever the other player does, a piece ends beside the other one, as here.',
    },
    { step: '0,2>0,3', text: 'Which move of the left piece wins?' },
  ],
  lessonEnd: 'That wins. A player who cannot move loses as well.',
  contest: {
    format: 'A case is a line with m and n, and m rows of n cells; empty lines separate cases.',
    pieces: (/** @type {number} */ found) =>
      `${count(found, 'piece')} \`P\` on the board; expected exactly two`,
  },
};
