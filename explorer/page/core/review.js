/**
 * What the moves of a game have cost.
 *
 * @import {MoveAnswer, Value} from './oracle.js'
 * @import {Laid, View} from './view.js'
 * @import {Node} from './tree.js'
 *
 * @typedef {object} Mistake
 * @property {Node} node the position after it
 * @property {number} cost what it gave away: a win, points or minutes
 * @property {MoveAnswer | null} best what would have kept that, when it is known
 *
 * @typedef {{best: Value | null, result: Value | null, move: MoveAnswer | null}} Results
 */
import { hasSides, isChallenge } from './location.js';
import { endingOf } from './ending.js';
import { isRollDue, sideAt } from './people.js';
import { NOTHING, lost, spoils, tone, turned } from './values.js';

/**
 * The results of the best move and of a step in its place, as far as they are known.
 *
 * @type {(node: Node, step: string, view: Pick<View, 'game'>) => Results}
 */
export function resultsOf(node, step, { game }) {
  const sections = node.answer ? game.sections(node.answer, node.place) : [];
  for (const { moves } of sections) {
    const move = moves.find((candidate) => candidate.move === step);
    if (move) return { best: moves[0].result, result: move.result, move: moves[0] };
  }
  const move = node.answer?.moves?.[0] ?? null;
  const value = node.child(step)?.value;
  if (!value || !node.value || game.roll || game.isCustom)
    return { best: null, result: null, move };
  return { best: node.value, result: turned(value), move };
}

/**
 * What a step lost against the best one, null if that is not known.
 *
 * @type {(node: Node, view: Pick<View, 'game'>) => number | null}
 */
export function cost({ parent, step }, view) {
  if (!parent) return null;
  const { best, result } = resultsOf(parent, step, view);
  return lost(best, result);
}

/**
 * The steps on the way to a node that the person has made: in a game against the oracle those of
 * one side, else all. Rolls are none.
 *
 * @type {(view: Laid, end: Node) => Node[]}
 */
export function ownSteps({ game, path, state }, end) {
  const isAll = !game.players || !hasSides(state.mode);
  const isOwn = (/** @type {Node} */ { parent }) =>
    parent &&
    (isAll || sideAt({ game, state }, parent) === state.side) &&
    !isRollDue(game, parent.place);
  return path.slice(1, end.ply + 1).filter(isOwn);
}

/** The mistakes on the way to a node, else to where the game is. @type {(view: Laid, end?: Node) => Mistake[]} */
export function mistakes(view, end = view.node) {
  return ownSteps(view, end).flatMap((node) => {
    const lostBy = cost(node, view) ?? 0;
    if (lostBy < NOTHING || !node.parent) return [];
    return [{ node, cost: lostBy, best: resultsOf(node.parent, node.step, view).move }];
  });
}

/** Whether the person ends behind from the start against best play, as far as that is known. @param {View} view */
export function isLostStart({ game, state, root }) {
  if (!game.players || !hasSides(state.mode)) return false;
  const isOwn = sideAt({ game, state }, root) === state.side;
  return tone(root.value) === (isOwn ? 'bad' : 'good');
}

/** Whether the person has won a game against the oracle, without having seen results. @param {View} view */
export function hasWon(view) {
  const { game, state, over } = view;
  const isGame = state.mode === 'play' && over && game.players !== null && !state.shown;
  return isGame && endingOf(view).winner === state.side;
}

/** The mistake that was made where the game is, in a review of it. @type {(view: Laid) => Mistake | null} */
export function reviewedAt(view) {
  const { state, path, node } = view;
  const next = path[node.ply + 1];
  if (state.mode !== 'review' || !next) return null;
  return mistakes(view, next).find((mistake) => mistake.node === next) ?? null;
}

/** Whether a step is as good as the best one. @type {(view: Laid, step: string) => boolean} */
export function isRight(view, step) {
  const { best, result } = resultsOf(view.node, step, view);
  return (lost(best, result) ?? 1) < NOTHING;
}

/** The first mistake, if it ends what is played. @type {(view: Laid) => Mistake | null} */
export function fatal(view) {
  const { state } = view;
  if (!isChallenge(state.mode)) return null;
  const isFatal = (/** @type {Mistake} */ { node: { parent, step } }) => {
    if (!parent) return false;
    const { best, result } = resultsOf(parent, step, view);
    return spoils(best, result);
  };
  return mistakes(view).find(isFatal) ?? null;
}
