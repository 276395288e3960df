/**
 * Positions that are won and easily spoiled, found in random games. Many games are asked about at
 * once, so that mostly one question is enough.
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
const VERSION = 2;

/** The puzzle of a date comes back on none of this many days after it: each of them has puzzles of its own. */
export const DAYS = 61;

/** How many positions of a date are enough for a question, for each random game that one is about. */
const ENOUGH = 2;

/** How often random games are asked about at most. */
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
  const { start, steps } = kindOf(game);
  const day = typeof seed === 'string' ? Math.floor(Date.parse(seed) / 86_400_000) % DAYS : null;
  /** @type {Wanted} */
  const wanted = {
    begin: () => start(generator),
    steps,
    isWanted: (keeping) => keeping === 1,
    day,
  };
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
  const { grown, early: steps } = kindOf(game);
  const begin = () => grown(generator, round);
  /** @type {Wanted} */
  const wanted = { begin, steps, isWanted: (keeping, moves) => keeping < moves, day: null };
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
 * @property {() => Setup} begin
 * @property {number} steps how many random moves are made at most
 * @property {(keeping: number, moves: number) => boolean} isWanted is told how many of how many
 *     moves keep the win
 * @property {number | null} day the day of `DAYS` that they have to be of, if of one
 *
 * @param {Oracle} oracle
 * @param {Game} game
 * @param {Wanted} wanted
 * @param {() => number} generator
 * @param {AbortSignal} [signal]
 */
async function search(oracle, game, wanted, generator, signal) {
  const { begin, isWanted, day } = wanted;
  const { games, stays } = kindOf(game);
  const isOf = (/** @type {string} */ text) =>
    day === null || Math.floor(random(text)() * DAYS) === day;
  const isBoard = (/** @type {Setup} */ setup) => !stays || isOf(stays(setup));
  const found = [];
  for (let tried = 0; tried < TRIES && !found.length; tried += 1) {
    const questions = Array.from({ length: game.initial.board ? BOARDS : 1 }, () => {
      let first = begin();
      while (!isBoard(first)) first = begin();
      /** @type {Set<string>} */
      const places = new Set();
      for (let made = 0; made < games * (day === null ? 1 : DAYS); made += 1) {
        if (day !== null && places.size >= ENOUGH * games) break;
        const setup = first.board ? first : begin();
        if (!isBoard(setup)) continue;
        for (const place of placesOf(game, setup, wanted.steps, generator)) {
          if (stays || isOf(place)) places.add(place);
        }
      }
      return { board: first.board, places: [...places] };
    });
    const asked = questions.map(async ({ board, places }) => {
      const positions = places.map((place) => game.position(place) ?? '');
      const options = { board: board || undefined, signal };
      const answers = places.length ? await oracle.answers(game.name, positions, options) : [];
      return answers.flatMap((answer, index) =>
        answer ? puzzlesOf(game, { board, start: places[index] }, answer, isWanted) : [],
      );
    });
    found.push(...(await Promise.all(asked)).flat());
  }
  return found;
}

/**
 * The places of a random game of this many moves at most in which there is a choice.
 *
 * @type {(game: Game, setup: Setup, most: number, generator: () => number) => string[]}
 */
function placesOf(game, { start, board }, most, generator) {
  const places = [];
  let place = start;
  for (let ply = 0; ply < most && !game.over(place, board); ply += 1) {
    const rolled = game.roll?.(place, generator);
    const from = (rolled && game.play(place, rolled, board)) || place;
    const steps = game.legal(from, board);
    if (steps.length >= CHOICES) places.push(place);
    // Without a legal move the roll passes.
    place = steps.length ? (game.play(from, pick(steps, generator), board) ?? place) : place;
  }
  return places.filter((found) => game.position(found) !== null);
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
    .filter(({ moves, all, before }) => {
      if (!all || moves.length < CHOICES) return false;
      const keeping = moves.filter(({ result }) => !spoils(moves[0].result, result)).length;
      const place = before.reduce(
        (at, step) => game.play(at, step, setup.board) ?? at,
        setup.start,
      );
      return isWanted(keeping, moves.length) && goesOn(game, place, setup.board, moves[0]);
    })
    .map(({ before, moves }) => ({ setup, steps: before, choices: moves.length }));
}

/**
 * Whether the game goes on for some moves after the best one.
 *
 * @type {(game: Game, place: string, board: string, best: MoveAnswer) => boolean}
 */
function goesOn(game, place, board, { move }) {
  const after = game.play(place, move, board) ?? null;
  if (after === null || game.over(after, board)) return false;
  if (game.roll) return true;
  // A reply that ends the game at once loses it, as the last cell of a bar does; some other one has to go on.
  return game.legal(after, board).some((reply) => {
    const next = game.play(after, reply, board) ?? null;
    return next !== null && !game.over(next, board);
  });
}
