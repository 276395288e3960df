/**
 * Answers as the page tells them. The oracle's scores of some games count from the position on, and its minutes from
 * before the roll. The page has one scale: scores are the margin at the end of the game that is shown, and minutes
 * those that are left with the roll that is to be played.
 *
 * @import {Answer, LineStep, Value} from './oracle.js'
 * @import {View} from './view.js'
 */
import { isRollDue } from './people.js';
import { Node } from './tree.js';

/** @typedef {Pick<View, 'game' | 'state'>} Of */

/**
 * What the player to move has gained more than the other one on the way to a node.
 *
 * @type {(view: Of, node: Node) => number}
 */
function ahead({ game, state: { board } }, node) {
  let first = 0;
  for (let at = node; at.parent; at = at.parent) {
    const gain = game.gain?.(at.parent.place, at.step, board) ?? 0;
    first += game.mover(at.parent, board) === 0 ? gain : -gain;
  }
  return game.mover(node, board) === 0 ? first : -first;
}

/**
 * @template {Value | null} Told
 * @param {Told} value
 * @param {number} more
 * @returns {Told}
 */
function shifted(value, more) {
  return value && 'score' in value ? { ...value, score: value.score + more } : value;
}

/** The answer about a node. @type {(view: Of, node: Node, answer: Answer) => Answer} */
export function toldAnswer(view, node, answer) {
  const { game } = view;
  if (game.roll && !isRollDue(game, node.place)) {
    const [section] = game.sections(answer, node.place);
    return { ...answer, value: section?.moves[0]?.result ?? answer.value };
  }
  if (!game.gain) return answer;
  const more = ahead(view, node);
  const moves = answer.moves?.map((move) => ({
    ...move,
    result: shifted(move.result, more),
    value: shifted(move.value, -more - (move.gain ?? 0)),
  }));
  return { ...answer, value: shifted(answer.value, more), moves };
}

/** The line that begins at a node. @type {(view: Of, node: Node, line: LineStep[]) => LineStep[]} */
export function toldLine(view, node, line) {
  const { game, state } = view;
  let at = node;
  return line.map((step) => {
    if (!game.gain) return step;
    at = new Node(game.play(at.place, step.move, state.board) ?? at.place, step.move, at);
    return { ...step, value: shifted(step.value, ahead(view, at)) };
  });
}
