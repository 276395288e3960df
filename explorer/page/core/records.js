/**
 * What has been solved, as the browser keeps it: for each game the puzzles in a row, those of dates, and the longest run.
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

/** A row of days has at most so many. */
const MOST_DAYS = 400;

/** Today's date of UTC. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/**
 * What the browser keeps as JSON.
 *
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function stored(key, otherwise) {
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
 * The results of the puzzles of dates, by these; what was solved later is marked.
 *
 * @typedef {{isSolved: boolean, moves: number, isLate?: boolean}} Result
 *
 * @type {(game: string) => Record<string, Result>}
 */
const resultsOf = (game) => stored(`days ${game}`, {});

/**
 * The result of the puzzle of a date, null if there is none. The first one counts.
 *
 * @type {(game: string, day: string, result?: Result) => Result | null}
 */
export function todays(game, day, result) {
  const results = resultsOf(game);
  if (results[day] || !result) return results[day] ?? null;
  const all = { ...results, [day]: { ...result, isLate: day !== today() } };
  keep('localStorage', `days ${game}`, JSON.stringify(all));
  return result;
}

/**
 * The last days, today first: whether a puzzle of some games was solved, null if none was played, and whether on its day.
 *
 * @param {string[]} games
 */
export function recentDays(games) {
  const results = games.map(resultsOf);
  return Array.from({ length: MOST_DAYS }, (_, ago) => {
    const day = new Date(Date.parse(today()) - ago * 86_400_000).toISOString().slice(0, 10);
    const found = results.flatMap((byDay) => byDay[day] ?? []);
    const solved = found.filter(({ isSolved }) => isSolved);
    const isInTime = solved.some(({ isLate }) => !isLate);
    return { day, isSolved: found.length ? solved.length > 0 : null, isInTime };
  });
}

/** How many days in a row, up to today or yesterday, had one solved in time. @param {{isInTime: boolean}[]} days */
export function daysInRow([first, ...others]) {
  return others.findIndex(({ isInTime }) => !isInTime) + Number(first.isInTime);
}

/** Whether a game has been opened before, by who played or learnt it. @type {(game: string, isOpened?: boolean) => boolean} */
export function opened(game, isOpened = false) {
  const key = `opened ${game}`;
  if (isOpened) keep('localStorage', key, 'true');
  return stored(key, false);
}

/** The most games of a run that have been won. @type {(game: string, run?: number) => number} */
export function longest(game, run = 0) {
  const key = `run ${game}`;
  const before = stored(key, 0);
  if (run > before) keep('localStorage', key, String(run));
  return Math.max(run, before);
}
