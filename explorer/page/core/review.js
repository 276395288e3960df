/**
 * What the moves of a game have cost.
 *
 * @import {MoveAnswer} from './oracle.js'
 * @import {View} from './session.js'
 * @import {Node} from './tree.js'
 *
 * @typedef {object} Mistake
 * @property {Node} node the position after it
 * @property {number} cost what it gave away: a win, points or minutes
 * @property {MoveAnswer | null} best what would have kept that, when it is known
 */
import { NOTHING, lost, turned } from './values.js';

/**
 * What a step lost against the best one, null if that is not known.
 *
 * @param {Node} node
 * @param {View} view
 */
export function cost({ parent, step, value }, { game, state }) {
  if (!parent) return null;
  const sections = parent.answer ? game.sections(parent.answer, parent.place) : [];
  for (const { moves } of sections) {
    const move = moves.find((candidate) => candidate.move === step);
    if (move) return lost(moves[0].result, move.result);
  }
  if (!value || !parent.value || game.roll || game.learn) return null;
  const gain = game.gain?.(parent.place, step, state.board) ?? 0;
  return lost(parent.value, turned(value, gain));
}

/**
 * The mistakes on the way to where the game is: those of the person in a game against the oracle,
 * else all.
 *
 * @param {View} view
 * @returns {Mistake[]}
 */
export function mistakes(view) {
  const { game, path, node: last, state } = view;
  const isAsked = (/** @type {Node} */ node) =>
    state.mode !== 'play' || !game.players || game.mover(node, state.board) === state.side;
  return path.slice(1, last.ply + 1).flatMap((node) => {
    const lostBy = cost(node, view) ?? 0;
    if (lostBy < NOTHING || !node.parent || !isAsked(node.parent)) return [];
    const { answer, place } = node.parent;
    const section = answer
      ? game
          .sections(answer, place)
          .find(({ moves }) => moves.some(({ move }) => move === node.step))
      : null;
    const best = section?.moves[0] ?? answer?.moves?.[0] ?? null;
    return [{ node, cost: lostBy, best }];
  });
}
