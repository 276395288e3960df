/**
 * Positions that are won and easily spoiled, found among random ones. Many are asked about at once, so that mostly one
 * question is enough.
 *
 * @import {Answer, MoveAnswer, Oracle} from './oracle.js'
 * @import {Game, PuzzleKind, Setup} from './game.js'
 * @import {Level} from './records.js'
 *
 * @typedef {object} Puzzle
 * @property {Setup} setup
 * @property {string[]} steps a roll that is to be played
 * @property {number} choices how many moves there are
 *
 * @typedef {Promise<Puzzle | null>} Found
 */
import { pick, random } from './random.js';
import { LEVELS } from './records.js';
import { isWon, spoils } from './values.js';

/**
 * The puzzle of a date is the same for everybody, so what a seed gives must stay as it is. Whoever
 * has to change it counts this up.
 */
const VERSION = 3;

/** The puzzle of a date comes back on none of this many days after it: each of them has puzzles of its own. */
export const DAYS = 61;

/** How often random positions are asked about at most. */
const TRIES = 20;

/** How many moves there must be at least. */
const CHOICES = 3;

/** This many boards are asked about at the same time, in games in which each question is about one. */
const BOARDS = 4;

/**
 * A position in which a single move keeps the win, or the minutes; null if none was found. A seed that is a date has
 * one of that date.
 *
 * @type {(oracle: Oracle, game: Game, level: Level, seed: number | string, signal?: AbortSignal) => Found}
 */
export async function findPuzzle(oracle, game, level, seed, signal) {
  const generator = random(VERSION, seed, game.name);
  const { start } = kindOf(game);
  const day = typeof seed === 'string' ? Math.floor(Date.parse(seed) / 86_400_000) % DAYS : null;
  const isWanted = (/** @type {number} */ keeping) => keeping === 1;
  const wanted = { begin: () => start(generator), isWanted, isEarly: false, day };
  const found = await search(oracle, game, wanted, generator, signal);
  const sorted = found.sort((one, other) => one.choices - other.choices);
  const third = Math.ceil(sorted.length / LEVELS.length);
  const at = LEVELS.indexOf(level) * third;
  const suitable = sorted.slice(at, at + third);
  return suitable.length ? pick(suitable, generator) : (sorted.at(-1) ?? null);
}

/**
 * A won position in which some move gives the win away; null if none was found. The boards grow with the rounds.
 *
 * @type {(oracle: Oracle, game: Game, round: number, seed: number, signal?: AbortSignal) => Found}
 */
export async function findStart(oracle, game, round, seed, signal) {
  const generator = random(VERSION, seed, round, game.name);
  const { grown } = kindOf(game);
  const begin = () => grown(generator, round);
  /** @type {Wanted} */
  const wanted = { begin, isWanted: (keeping, moves) => keeping < moves, isEarly: true, day: null };
  const found = await search(oracle, game, wanted, generator, signal);
  return found.length ? pick(found, generator) : null;
}

/** @param {Game} game of those that have puzzles */
function kindOf({ puzzle }) {
  return /** @type {PuzzleKind} */ (puzzle);
}

/**
 * Won positions whose moves are as they are wanted.
 *
 * @typedef {object} Wanted
 * @property {() => Setup} begin a random position
 * @property {(keeping: number, moves: number) => boolean} isWanted is told how many of how many
 *     moves keep the win
 * @property {boolean} isEarly whether much of the board is to be left
 * @property {number | null} day the day of `DAYS` that they have to be of, if of one
 *
 * @param {Oracle} oracle
 * @param {Game} game
 * @param {Wanted} wanted
 * @param {() => number} generator
 * @param {AbortSignal} [signal]
 */
async function search(oracle, game, { begin, isWanted, isEarly, day }, generator, signal) {
  const { count, stays, around } = kindOf(game);
  const next = () => {
    for (;;) {
      const setup = begin();
      const text = stays?.(setup) ?? setup.start;
      if (day === null || Math.floor(random(text)() * DAYS) === day) return setup;
    }
  };
  const found = [];
  for (let tried = 0; tried < TRIES && !found.length; tried += 1) {
    const questions = Array.from({ length: game.initial.board ? BOARDS : 1 }, async () => {
      const setups = Array.from({ length: count }, next);
      const [{ board }] = setups;
      const all = setups.flatMap((setup) => around?.(setup, generator, isEarly) ?? [setup.start]);
      const places = [...new Set(all)];
      const options = { board: board || undefined, replies: game.hasLines, signal };
      const answers = await oracle.answers(game.name, places, options);
      return answers.flatMap((answer, index) =>
        answer ? puzzlesOf(game, { board, start: places[index] }, answer, isWanted) : [],
      );
    });
    found.push(...(await Promise.all(questions)).flat());
  }
  return found;
}

/**
 * The puzzles of a position, one for each roll.
 *
 * @type {(game: Game, setup: Setup, answer: Answer, isWanted: Wanted['isWanted']) => Puzzle[]}
 */
function puzzlesOf(game, setup, answer, isWanted) {
  if (!isWon(answer.value)) return [];
  return game
    .sections(answer, setup.start)
    .filter(({ moves, all }) => {
      if (!all || moves.length < CHOICES || !goesOn(moves[0])) return false;
      const keeping = moves.filter(({ result }) => !spoils(moves[0].result, result)).length;
      return isWanted(keeping, moves.length);
    })
    .map(({ before, moves }) => ({ setup, steps: before, choices: moves.length }));
}

/** Whether the game goes on for some moves after the best one. @param {MoveAnswer} best */
function goesOn({ value, replies }) {
  if (!value) return false;
  if ('expected' in value) return value.expected > 0;
  // Of three cells that score two are left. Where a game is lost all moves are best, and a single one would end it.
  return 'outcome' in value ? (value.plies ?? replies?.length ?? 0) > 1 : true;
}
