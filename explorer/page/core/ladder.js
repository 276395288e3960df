/**
 * The opponents of a game: rungs from one that a beginner can beat up to the oracle that makes no mistake. Who wins goes one
 * up, and the browser keeps where that is.
 *
 * @import {Game} from './game.js'
 * @import {View} from './view.js'
 *
 * @typedef {object} Rung
 * @property {number} mistakes how many of a hundred moves of the opponent are mistakes
 * @property {0 | 1} side the side of the person
 */
import { newSeed } from './random.js';
import { stored } from './records.js';
import { hasWon } from './review.js';
import { keep } from './storage.js';

/** Below the first rung of a game, which it says itself. */
const RUNGS = [50, 35, 20, 10, 5, 0];

/** The rungs of a game, the first one first; none makes mistakes at the top, and there the start can be won. @param {Game} game */
export function rungsOf({ lowest, wins }) {
  return [lowest.mistakes, ...RUNGS.filter((mistakes) => mistakes < lowest.mistakes)].map(
    (mistakes) => /** @type {Rung} */ ({ mistakes, side: mistakes ? lowest.side : wins }),
  );
}

/** Which rung an opponent is, that with so many mistakes or fewer. @type {(game: Game, mistakes: number) => number} */
export function rungAt(game, mistakes) {
  return rungsOf(game).findIndex((rung) => rung.mistakes <= mistakes);
}

/** Which rung is next in a game. @type {(game: Game) => number} */
export function rungOf(game) {
  return rungAt(game, stored(`opponent ${game.name}`, 100));
}

/** Keeps which opponent is next. @type {(game: Game, mistakes: number) => void} */
export function keepRung({ name }, mistakes) {
  keep('localStorage', `opponent ${name}`, String(mistakes));
}

/** The rung above the opponent that was beaten; null at the top, or where none was. @type {(view: View) => Rung | null} */
export function climbed(view) {
  const { game, state } = view;
  if (!hasWon(view) || !state.mistakes) return null;
  return rungsOf(game)[rungAt(game, state.mistakes) + 1] ?? null;
}

/** A new game against the next opponent. @param {Game} game */
export function against(game) {
  const rung = rungsOf(game)[game.players ? rungOf(game) : rungsOf(game).length - 1];
  return { mode: /** @type {const} */ ('play'), seed: newSeed(), ...rung };
}
