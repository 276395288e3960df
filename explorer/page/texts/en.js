/**
 * Every text of the page in English, but those of each game, which are in the game's own folder: what
 * is put together is here, and all else in `en.json`. The other languages have the same: their types
 * are checked against the files in English.
 *
 * @import {Person} from '../core/people.js'
 * @import {Outcome} from '../core/values.js'
 */
import { capital } from '../core/capital.js';
import { count, either, inMoves, verb } from '../core/english.js';
import { grouped } from '../core/figures.js';
import { textsOf } from '../core/language.js';
import told from './en.json' with { type: 'json' };

/** @param {number} mistakes in a hundred moves */
function mistakenMoves(mistakes) {
  if (mistakes === 0) return 'no mistake';
  if (mistakes === 100) return 'a mistake in every move';
  if (mistakes <= 50) return `1 mistake in ${Math.round(100 / mistakes)} moves`;
  const moves = Math.round(100 / (100 - mistakes));
  return `${moves - 1} mistakes in ${moves} moves`;
}

const code = {
  /** Between two sentences. */
  between: ' ',
  people: {
    firstAndSecond: /** @type {[string, string]} */ (['the first player', 'the second player']),
  },
  values: {
    /** @type {(outcome: Outcome, plies: number | undefined) => string} */
    outcome: (outcome, plies) => (plies === undefined ? outcome : `${outcome} in ${plies}`),
    spokenScore: (/** @type {number} */ score) =>
      score === 0 ? 'zero' : `${score > 0 ? 'plus' : 'minus'} ${grouped(Math.abs(score))}`,
  },
  allGames: {
    notThere: (/** @type {string} */ name) =>
      `There is no game “${name.slice(0, 40)}” here. These are the games:`,
  },
  opponent: { mistakes: mistakenMoves },
  live: {
    next: (/** @type {Person | null} */ next, /** @type {string} */ worth) => {
      if (!next) return worth && `${worth}.`;
      const who = next.you ? 'your move' : `${next.name} to move`;
      return worth ? `${capital(who)}: ${worth}.` : `${capital(who)}.`;
    },
  },
  verdict: {
    turn: (/** @type {Person} */ person) => (person.you ? 'your move.' : `${person.name} moves.`),
    wins: (/** @type {Person} */ person, /** @type {number | undefined} */ plies) =>
      verb(person, 'win') + inMoves(plies),
  },
  /** An outcome, told of a move. */
  after: {
    wins: (/** @type {Person} */ person, /** @type {number | undefined} */ plies) =>
      plies === 0
        ? `This ends the game: ${verb(person, 'win')}.`
        : `Then ${verb(person, 'win')}${inMoves(plies)}.`,
  },
  why: {
    /** @type {(replies: string[], more: number) => string} */
    replies: (replies, more) =>
      `Best ${replies.length + more === 1 ? 'reply' : 'replies'}: ` +
      `${either(more ? [...replies, `${more} more`] : replies)}.`,
    /** @type {(reply: string, moves: string[], isMore: boolean) => string} */
    goesOn: (reply, moves, isMore) => `After ${reply}: ${moves.join(', ')}${isMore ? ' …' : '.'}`,
    allLose: (/** @type {number} */ moves) =>
      moves === 1 ? 'The only move loses.' : `All ${moves} moves lose.`,
    keep: (/** @type {number} */ keep, /** @type {number} */ moves, /** @type {string} */ what) => {
      if (keep === moves) return `All ${moves} moves keep ${what}.`;
      return `${keep} of ${moves} moves ${keep === 1 ? 'keeps' : 'keep'} ${what}.`;
    },
  },
  challenge: {
    result: {
      line: (/** @type {boolean} */ isSolved, /** @type {number} */ moves) => {
        if (isSolved) return `✓ ${count(moves, 'move')}, no mistake`;
        if (!moves) return '✗ solution shown';
        const right = count(moves - 1, 'right move');
        return moves > 1 ? `✗ ${right}, then a mistake` : '✗ a mistake at once';
      },
    },
  },
  review: {
    place: (/** @type {number} */ at, /** @type {number} */ all) => {
      if (!all) return 'No mistakes.';
      return at ? `Mistake ${at} of ${all}.` : `${count(all, 'mistake')}.`;
    },
  },
  end: {
    mistakes: (/** @type {number} */ mistakes) => {
      if (mistakes === 1) return 'One mistake.';
      return `${count(mistakes, 'mistake')}; the first one:`;
    },
  },
  legend: {
    /** @type {(outcome: Outcome, plies: number | undefined, isFirst: boolean) => string} */
    outcome: (outcome, plies, isFirst) => {
      const does = { win: 'wins', loss: 'loses', draw: 'is a draw' }[outcome];
      if (plies === undefined) return does;
      return `${does} in ${isFirst ? `${count(plies, 'move')} of both sides` : grouped(plies)}`;
    },
    score: (/** @type {number} */ score) =>
      score === 0
        ? 'nobody ends ahead'
        : `ends ${grouped(Math.abs(score))} ${score > 0 ? 'ahead' : 'behind'}`,
  },
  oracle: {
    reason: (/** @type {string} */ reason) => `${capital(reason)}.`,
  },
  failures: {
    notLegal: (/** @type {string} */ step, /** @type {number} */ number) => ({
      message: `\`${step}\`, move ${number} of the address, is not legal there`,
      hint: 'The moves before it are shown.',
    }),
    /** The server tells its errors in English. */
    byCode: (
      /** @type {string} */ _,
      /** @type {string} */ message,
      /** @type {string | null} */ hint,
    ) => ({ message, hint }),
  },
  contest: {
    isNot: (/** @type {string} */ found, /** @type {string} */ expected) =>
      `\`${found.slice(0, 20)}\` is not ${expected}`,
  },
};

/** @typedef {typeof code} Code */

export const texts = textsOf(told, code);
