/**
 * Positions that are won and easily spoiled, found among random ones. Many are asked about at once, so that mostly one
 * question is enough. Of those in which a single move is right the one whose wrong moves tempt most is chosen.
 *
 * @import {Answer, MoveAnswer, Oracle} from './oracle.js'
 * @import {Game, PuzzleKind, Setup} from './game.js'
 * @import {Level} from './records.js'
 *
 * @typedef {object} Puzzle
 * @property {Setup} setup
 * @property {string[]} steps a roll that is to be played
 * @property {number} choices how many moves there are
 * @property {number} score how much its wrong moves tempt
 *
 * @typedef {Promise<Puzzle | null>} Found
 */
import { inOrder } from './order.js';
import { pick, random } from './random.js';
import { LEVELS } from './records.js';
import { isWon, spoils } from './values.js';

/**
 * The puzzle of a date is the same for everybody, so what a seed gives must stay as it is. Whoever
 * has to change it counts this up.
 */
const VERSION = 4;

/** The puzzle of a date comes back on none of this many days after it: each of them has puzzles of its own. */
export const DAYS = 61;

/** How often random positions are asked about at most. */
const TRIES = 20;

/** How often further ones are asked about where rules of thumb solve all that were found. */
const FURTHER = 3;

/** How many moves there must be at least; and how many there are unless none of the positions asked about has so many. */
const CHOICES = 3;
const MANY = 5;

/** A move that loses only after so many plies tempts as much as a move can. */
const LATE = 12;

/** What a way to guess the right move takes from a score: more than wrong moves give. */
const KNOWN = 16;

/** How often a rule of thumb is heeded, but for the first one of a game, which always is. */
const HEEDED = 0.75;

/** Of how many wrong moves a score is made: those that tempt most. */
const TEMPTING = 4;

/** This many boards are asked about at the same time, in games in which each question is about one. */
const BOARDS = 6;

/**
 * A position in which a single move keeps the win, or the minutes; null if none was found. A seed that is a date has
 * one of that date.
 *
 * @type {(oracle: Oracle, game: Game, level: Level, seed: number | string, signal?: AbortSignal) => Found}
 */
export async function findPuzzle(oracle, game, level, seed, signal) {
  const generator = random(VERSION, seed, game.name);
  const { start, few = MANY } = kindOf(game);
  const day = typeof seed === 'string' ? Math.floor(Date.parse(seed) / 86_400_000) : null;
  const isWanted = (/** @type {number} */ keeping) => keeping === 1;
  // Easy ones are small.
  const size = generator() * (day === null ? (LEVELS.indexOf(level) + 1) / LEVELS.length : 1);
  const wanted = { begin: () => start(generator, size), isWanted, isEarly: false, day };
  const found = await search(oracle, game, wanted, generator, signal);
  const some = found.filter(({ choices }) => choices >= few);
  const fair = some.filter(({ score }) => score >= 0);
  const many = fair.filter(({ choices }) => choices >= MANY);
  const all = [many, fair, some, found].find(({ length }) => length > 0) ?? [];
  const sorted = all.sort((one, other) => one.score - other.score);
  if (day !== null) return sorted.at(-1) ?? null;
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
 * @property {number | null} day the number of the day that they are for, if they are for one
 *
 * @param {Oracle} oracle
 * @param {Game} game
 * @param {Wanted} wanted
 * @param {() => number} generator
 * @param {AbortSignal} [signal]
 */
async function search(oracle, game, { begin, isWanted, isEarly, day }, generator, signal) {
  const { count, stays, around, met } = kindOf(game);
  const isOfDay = (/** @type {string} */ text) =>
    day === null || Math.floor(random(text)() * DAYS) === day % DAYS;
  const next = () => {
    for (;;) {
      const setup = begin();
      if (met || isOfDay(stays?.(setup) ?? setup.start)) return setup;
    }
  };
  /** @type {Puzzle[]} */
  const found = [];
  const isGood = (/** @type {Puzzle} */ { score, choices }) => score >= 0 && choices >= MANY;
  const isEnough = (/** @type {number} */ tried) =>
    found.length > 0 && (tried > FURTHER || found.some(isGood));
  for (let tried = 0; tried < TRIES && !isEnough(tried); tried += 1) {
    const questions = Array.from({ length: game.initial.board ? BOARDS : 1 }, async () => {
      const setups = Array.from({ length: count }, next);
      const [{ board }] = setups;
      const ask = (/** @type {string[]} */ places, replies = false) =>
        oracle.answers(game.name, places, { board: board || undefined, replies, signal });
      const all =
        (await met?.(ask, generator, isEarly))?.filter(isOfDay) ??
        setups.flatMap((setup) => around?.(setup, generator, isEarly) ?? [setup.start]);
      const places = [...new Set(all)];
      const answers = places.length ? await ask(places, game.hasLines && !board) : [];
      return answers.flatMap((answer, index) =>
        answer ? puzzlesOf(game, { board, start: places[index] }, answer, isWanted, day) : [],
      );
    });
    found.push(...(await Promise.all(questions)).flat());
  }
  return found;
}

/**
 * The puzzles of a position, one for each roll.
 *
 * @type {(game: Game, setup: Setup, answer: Answer, isWanted: Wanted['isWanted'], day: number | null) => Puzzle[]}
 */
function puzzlesOf(game, setup, answer, isWanted, day) {
  if (!isWon(answer.value)) return [];
  return game
    .sections(answer, setup.start)
    .filter(({ moves, all }) => {
      if (!all || moves.length < CHOICES || !goesOn(moves[0])) return false;
      const keeping = moves.filter(({ result }) => !spoils(moves[0].result, result)).length;
      return isWanted(keeping, moves.length);
    })
    .map(({ before, moves }) => {
      const score = scoreOf(game, setup, moves, day);
      return { setup, steps: before, choices: moves.length, score };
    });
}

/**
 * How much the wrong moves tempt: those that lose late, that have a single refutation, and that a rule of thumb
 * chooses. A rule of thumb that finds the right move counts against the puzzle.
 *
 * @type {(game: Game, setup: Setup, moves: MoveAnswer[], day: number | null) => number}
 */
function scoreOf(game, setup, moves, day) {
  const tempts = moves.map(({ result, replies }) => {
    const plies = result && 'plies' in result ? (result.plies ?? 0) : 0;
    return Math.min(1, plies / LATE) + (replies?.length === 1 ? 0.5 : 0);
  });
  // Were all rules wrong at all times whoever avoids what they choose would be right.
  const generator = random('rules', day ?? setup.start);
  for (const [at, ranks] of luresOf(game, setup, moves).entries()) {
    if (generator() > HEEDED && at > 0) continue;
    const most = Math.max(...ranks);
    const chosen = ranks.flatMap((rank, move) => (rank === most ? [move] : []));
    for (const move of chosen) tempts[move] += (move ? 1 : -KNOWN) / chosen.length;
  }
  // On two days one after the other different moves are right.
  const isOther = day !== null && Math.floor(random(moves[0].move)() * 2) !== day % 2;
  const [right, ...wrong] = tempts;
  const worst = wrong.sort((one, other) => other - one).slice(0, TEMPTING);
  return worst.reduce((sum, each) => sum + each, 0) + right - (isOther ? KNOWN : 0);
}

/**
 * How each rule of thumb ranks the moves, the greater the better: those of a game, and their order in a list.
 *
 * @type {(game: Game, setup: Setup, moves: MoveAnswer[]) => number[][]}
 */
function luresOf(game, setup, moves) {
  const listed = moves.map(({ move }) => move).sort(inOrder);
  const ranks = moves.map((move) => {
    const at = listed.indexOf(move.move);
    return [...kindOf(game).lures(setup, move), at, -at];
  });
  return ranks[0].map((_, at) => ranks.map((rank) => rank[at]));
}

/** Whether the game goes on for some moves after the best one. @param {MoveAnswer} best */
function goesOn({ value, replies }) {
  if (!value) return false;
  if ('expected' in value) return value.expected > 0;
  // Of three cells that score two are left. Where a game is lost all moves are best, and a single one would end it.
  return 'outcome' in value ? (value.plies ?? replies?.length ?? 0) > 1 : true;
}
