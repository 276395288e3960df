/**
 * What has been solved, as the browser keeps it: for each game the puzzles in a row, the puzzle of
 * a date, the longest run, and the next opponent.
 */
import { keep, kept } from './storage.js';

/** @typedef {'easy' | 'medium' | 'hard'} Level */

/** @type {readonly Level[]} */
export const LEVELS = ['easy', 'medium', 'hard'];

/** How hard puzzles are to be. @returns {Level} */
export function levelOf() {
  const level = kept('localStorage', 'level');
  return LEVELS.find((known) => known === level) ?? 'medium';
}

/** How many of a hundred moves of an opponent can be mistakes, the strongest first. */
export const STRENGTHS = [0, 5, 10, 25, 50, 100];

/**
 * How many of a hundred moves of the next opponent are mistakes: as many as were chosen. The first one can be beaten.
 *
 * @type {(game: string, chosen?: number) => number}
 */
export function opponentOf(game, chosen) {
  const key = `opponent ${game}`;
  if (chosen !== undefined) keep('localStorage', key, JSON.stringify(chosen));
  const mistakes = stored(key, 50);
  return STRENGTHS.includes(mistakes) ? mistakes : 50;
}

/** @param {number} mistakes of an opponent that was beaten; the next one makes fewer */
export function strongerThan(mistakes) {
  return STRENGTHS.filter((other) => other < mistakes).at(-1) ?? 0;
}

/** Today's date of UTC. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function stored(key, otherwise) {
  try {
    return JSON.parse(kept('localStorage', key) ?? '') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * How many puzzles have been solved in a row, after that with a seed was decided. The first result of one counts.
 *
 * @type {(game: string, seed?: number, isSolved?: boolean) => {seed: number, row: number}}
 */
export function decided(game, seed, isSolved) {
  const key = `puzzles ${game}`;
  const before = stored(key, { seed: 0, row: 0 });
  if (seed === undefined || seed === before.seed) return before;
  const after = { seed, row: isSolved ? before.row + 1 : 0 };
  keep('localStorage', key, JSON.stringify(after));
  return after;
}

/**
 * The result of the puzzle of a date, null if there is none. The first one counts, and that of today
 * is not lost to another day's.
 *
 * @typedef {{isSolved: boolean, moves: number}} Result
 *
 * @param {string} game
 * @param {string} day
 * @param {Result} [result]
 * @returns {Result | null}
 */
export function todays(game, day, result) {
  const key = `today ${game}`;
  const before = stored(key, { day: '', isSolved: false, moves: 0 });
  if (before.day === day) return before;
  const isKept = day === today() || before.day !== today();
  if (result && isKept) keep('localStorage', key, JSON.stringify({ day, ...result }));
  return result ?? null;
}

/** The most games of a run that have been won. @type {(game: string, run?: number) => number} */
export function longest(game, run = 0) {
  const key = `run ${game}`;
  const before = stored(key, 0);
  if (run > before) keep('localStorage', key, String(run));
  return Math.max(run, before);
}
