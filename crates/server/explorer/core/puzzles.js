/** @import {Oracle, Value} from './oracle.js' */
/** @import {Game, Section, Setup} from './game.js' */
import { pick, random } from './random.js';
import { lost } from './values.js';

/** How many random games are tried. */
const GAMES = 60;

/**
 * A position with a single best move, found in random games.
 *
 * @param {Oracle} oracle
 * @param {Game} game
 * @param {number} seed
 * @param {AbortSignal} signal
 * @returns {Promise<{setup: Setup, steps: string[]} | null>} null if none was found; the steps are
 *     a roll that is to be played
 */
export async function findPuzzle(oracle, game, seed, signal) {
  const generator = random(seed, game.name);
  for (let tried = 0; tried < GAMES; tried += 1) {
    const setup = game.puzzle.start(generator);
    const options = { board: setup.board || undefined, signal };
    const found = [];
    let place = setup.start;
    for (let ply = 0; ply < game.puzzle.steps && !game.over(place, setup.board); ply += 1) {
      const position = game.position(place);
      if (position === null) break;
      const answer = await oracle.answer(game.name, position, options);
      const sections = game.sections(answer, place);
      for (const section of sections) {
        if (isPuzzle(game, answer.value, section)) {
          found.push({ setup: { ...setup, start: place }, steps: section.before });
        }
      }
      const section = sections.length && pick(sections, generator);
      if (!section || !section.moves.length) break;
      const steps = [...section.before, pick(section.moves, generator).move];
      const next = steps.reduce(
        (/** @type {string | null} */ at, step) => at && game.play(at, step, setup.board),
        place,
      );
      if (next === null) break;
      place = next;
    }
    if (found.length) return pick(found, generator);
  }
  return null;
}

/**
 * Whether a section of moves has a single best one, by the game's margin.
 *
 * @param {Game} game
 * @param {Value | null} value
 * @param {Section} section
 */
function isPuzzle(game, value, { moves }) {
  if (!value || moves.length < game.puzzle.choices) return false;
  const [best, second] = moves;
  if (!best.best || second.best) return false;
  return (lost(best.result, second.result) ?? 0) >= game.puzzle.margin;
}
