/**
 * Answers as the page tells them. The oracle's scores of some games count from the position on, and its minutes from
 * before the roll. The page has one scale: scores are the margin at the end of the game that is shown, and minutes
 * those that are left with the roll that is to be played.
 *
 * @import {Answer, LineStep, Value} from './oracle.js'
 * @import {View} from './session.js'
 */
import { Node } from './tree.js';

/**
 * What the first player has gained more than the second one on the way to a node.
 *
 * @param {Pick<View, 'game' | 'state'>} view
 * @param {Node} node
 * @returns {number}
 */
function banked(view, { parent, step }) {
  const { game, state } = view;
  if (!parent || !game.gain) return 0;
  const gain = game.gain(parent.place, step, state.board);
  return banked(view, parent) + (game.mover(parent, state.board) === 0 ? gain : -gain);
}

/**
 * @template {Value | null} Told
 * @param {Told} value
 * @param {number} ahead what its player is ahead already
 * @returns {Told}
 */
function shifted(value, ahead) {
  return value && 'score' in value ? { ...value, score: value.score + ahead } : value;
}

/**
 * @param {Pick<View, 'game' | 'state'>} view
 * @param {Node} node that the answer is about
 * @param {Answer} answer
 * @returns {Answer}
 */
export function toldAnswer(view, node, answer) {
  const { game, state } = view;
  const isRolled = game.roll && game.roll(node.place, () => 0) === null;
  if (isRolled) {
    const [section] = game.sections(answer, node.place);
    return { ...answer, value: section?.moves[0]?.result ?? answer.value };
  }
  if (!game.gain) return answer;
  const ahead = banked(view, node) * (game.mover(node, state.board) === 0 ? 1 : -1);
  const moves = answer.moves?.map((move) => ({
    ...move,
    result: shifted(move.result, ahead),
    value: shifted(move.value, -ahead - (move.gain ?? 0)),
  }));
  return { ...answer, value: shifted(answer.value, ahead), ...(moves && { moves }) };
}

/**
 * @param {Pick<View, 'game' | 'state'>} view
 * @param {Node} node where the line begins
 * @param {LineStep[]} line
 * @returns {LineStep[]}
 */
export function toldLine(view, node, line) {
  const { game, state } = view;
  if (!game.gain) return line;
  let at = node;
  return line.map((step) => {
    at = new Node(game.play(at.place, step.move, state.board) ?? at.place, step.move, at);
    const ahead = banked(view, at) * (game.mover(at, state.board) === 0 ? 1 : -1);
    return { ...step, value: shifted(step.value, ahead) };
  });
}
