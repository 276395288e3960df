/**
 * Answers as the page tells them. The oracle's scores of some games count from the position on, and its minutes from
 * before the roll. The page has one scale: scores are the margin at the end of the game that is shown, and minutes
 * those that are left with the roll that is to be played.
 *
 * @import {Answer, LineStep, Value} from './oracle.js'
 * @import {Node} from './tree.js'
 * @import {View} from './view.js'
 */
import { leadAt } from './known.js';
import { isRollDue } from './people.js';

/** @typedef {Pick<View, 'game' | 'state'>} Of */

/**
 * What the player to move has gained more than the other one on the way to a node.
 *
 * @type {(view: Of, node: Node) => number}
 */
function ahead(view, node) {
  if (!node.parent) return 0;
  const { game, state } = view;
  const gain = leadAt(game, node.parent.place, node.step, state.board)?.gain ?? 0;
  return -ahead(view, node.parent) - gain;
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
  if (!game.gains) return answer;
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
  if (!view.game.gains) return line;
  let more = ahead(view, node);
  return line.map((step) => {
    more = -more - (step.gain ?? 0);
    return { ...step, value: shifted(step.value, more) };
  });
}
