/**
 * Positions with a single best move, found in random games. A whole game is asked about at once.
 *
 * @import {Answer, Oracle} from './oracle.js'
 * @import {Game, PuzzleKind, Section, Setup} from './game.js'
 *
 * @typedef {'easy' | 'medium' | 'hard'} Level
 *
 * @typedef {object} Puzzle
 * @property {Setup} setup
 * @property {string[]} steps a roll that is to be played
 */
import { pick, random } from './random.js';
import { lost } from './values.js';

/** @type {readonly Level[]} */
export const LEVELS = ['easy', 'medium', 'hard'];

/** How many random games are tried at most. */
const GAMES = 60;

/** Among so many found positions the level chooses. */
const ENOUGH = 9;

/**
 * @typedef {Puzzle & {difficulty: number}} Candidate
 *
 * @param {Oracle} oracle
 * @param {Game} game
 * @param {Level} level
 * @param {number} seed
 * @param {AbortSignal} signal
 * @param {(positions: number) => void} onProgress is told how many positions were looked at
 * @returns {Promise<Puzzle | null>} null if none was found
 */
export async function findPuzzle(oracle, game, level, seed, signal, onProgress) {
  const generator = random(seed, game.name);
  /** @type {Candidate[]} */
  const found = [];
  let positions = 0;
  for (let tried = 0; tried < GAMES && found.length < ENOUGH; tried += 1) {
    const { setup, places } = randomGame(game, generator);
    const options = { board: setup.board || undefined, signal };
    const asked = places.map((place) => game.position(place) ?? '');
    const answers = await oracle.answers(game.name, asked, options);
    positions += places.length;
    onProgress(positions);
    for (const [index, answer] of answers.entries()) {
      if (answer) found.push(...candidates(game, { ...setup, start: places[index] }, answer));
    }
  }
  const third = Math.ceil(found.length / LEVELS.length);
  const sorted = found.sort((one, other) => one.difficulty - other.difficulty);
  const wanted = LEVELS.indexOf(level) * third;
  const suitable = sorted.slice(wanted, wanted + third);
  return suitable.length ? pick(suitable, generator) : (sorted.at(-1) ?? null);
}

/**
 * Puzzles are asked for in games that have them.
 *
 * @param {Game} game
 */
function kindOf({ puzzle }) {
  return /** @type {PuzzleKind} */ (puzzle);
}

/**
 * The places of a random game, without its end.
 *
 * @param {Game} game
 * @param {() => number} generator
 */
function randomGame(game, generator) {
  const kind = kindOf(game);
  const setup = kind.start(generator);
  const places = [];
  let place = setup.start;
  for (let ply = 0; ply < kind.steps && !game.over(place, setup.board); ply += 1) {
    if (game.position(place) === null) break;
    places.push(place);
    const rolled = game.roll?.(place, generator);
    const from = (rolled ? game.play(place, rolled, setup.board) : place) ?? null;
    const steps = from === null ? [] : game.legal(from, setup.board);
    // Without a legal move the roll passes.
    place = steps.length
      ? (game.play(from ?? place, pick(steps, generator), setup.board) ?? place)
      : place;
  }
  return { setup, places };
}

/**
 * The puzzles of a position.
 *
 * @param {Game} game
 * @param {Setup} setup
 * @param {Answer} answer
 * @returns {Candidate[]}
 */
function candidates(game, setup, answer) {
  return game
    .sections(answer, setup.start)
    .filter((section) => isPuzzle(game, answer, section))
    .map(({ before, moves }) => ({ setup, steps: before, difficulty: difficulty(answer, moves) }));
}

/**
 * Whether a section of moves has a single best one, by the game's margin.
 *
 * @param {Game} game
 * @param {Answer} answer
 * @param {Section} section
 */
function isPuzzle(game, { value }, { moves, all }) {
  const { choices, margin } = kindOf(game);
  if (!value || !all || moves.length < choices) return false;
  const [best, second] = moves;
  if (!best.best || second.best) return false;
  return (lost(best.result, second.result) ?? 0) >= margin;
}

/**
 * The more moves there are, the nearer the second one, and the longer the game, the harder.
 *
 * @param {Answer} answer
 * @param {Section['moves']} moves
 */
function difficulty({ value }, moves) {
  const depth = value && 'outcome' in value ? (value.plies ?? moves.length) / 2 : moves.length / 2;
  const close = 4 / (1 + (lost(moves[0].result, moves[1].result) ?? 0));
  return moves.length + depth + close;
}
