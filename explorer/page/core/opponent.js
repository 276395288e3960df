/**
 * The oracle's move as an opponent.
 *
 * @import {Section} from './game.js'
 * @import {State} from './location.js'
 */
import { pick, random } from './random.js';
import { lost } from './values.js';

/**
 * Its reply to legal moves, the best first: for the same state always the same.
 *
 * @type {(section: Section, state: State) => string}
 */
export function reply({ moves }, state) {
  const generator = random(state.seed, ...state.steps.slice(0, state.at));
  const mistake = generator() * 100 < state.mistakes;
  // Without plies all moves of a lost position are equal.
  const all = moves.filter((move) => !move.best && lost(moves[0].result, move.result) !== 0);
  // One that ends the game at once nobody makes who sees another one.
  const later = all.filter(({ result }) => !(result && 'plies' in result && result.plies === 1));
  const worse = later.length ? later : all;
  // Where moves score at once it is greedy, as people are.
  const most = Math.max(...worse.map(({ gain = 0 }) => gain));
  const greedy = worse.filter(({ gain = 0 }) => gain === most);
  if (mistake && worse.length) return pick(greedy, generator).move;
  const best = moves.filter((move) => move.best);
  return pick(best.length ? best : moves, generator).move;
}
