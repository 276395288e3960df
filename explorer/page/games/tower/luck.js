/**
 * What rolls and moves have done to the minutes of a game so far.
 *
 * @import {Value} from '../../core/oracle.js'
 * @import {Node} from '../../core/tree.js'
 * @import {View} from '../../core/session.js'
 */
import { isRoll, split } from './rules.js';

/**
 * @typedef {object} Account
 * @property {number} passed minutes that have passed
 * @property {number | null} expected minutes expected at the start
 * @property {number} luck minutes that rolls saved against what was expected; negative if they cost
 * @property {number} lost minutes that moves lost against the best ones
 * @property {boolean} complete whether all answers that this takes are known
 */

/** @type {(view: View) => Account} */
export function account({ path, node }) {
  const made = path.slice(0, node.ply + 1);
  const account = { passed: 0, expected: expectedAt(made[0]), luck: 0, lost: 0, complete: true };
  for (const [index, after] of made.entries()) {
    const before = made[index - 1];
    if (!before) continue;
    if (isRoll(after.step)) {
      account.passed += 1;
      const luck = luckOf(after);
      if (luck === null) account.complete = false;
      else account.luck += luck;
    } else {
      const [best, chosen] = [expectedAfter(before), moveOf(before, after.step)];
      if (best === null || chosen === null) account.complete = false;
      else account.lost += chosen - best;
    }
  }
  return account;
}

/**
 * The minutes that the roll before a node saved against what was expected; null where there was none,
 * or where that is not known.
 *
 * @param {Node} node
 */
export function luckOf(node) {
  if (!node.parent || !isRoll(node.step)) return null;
  const [was, is] = [expectedAt(node.parent), expectedAfter(node)];
  return was === null || is === null ? null : was - is;
}

/** Minutes expected before a roll. @param {Node} node */
function expectedAt({ value }) {
  return expectedBy(value);
}

/** Minutes expected after a roll, that of the roll included. @param {Node} node */
function expectedAfter(node) {
  if (split(node.place).roll) return expectedBy(movesAt(node)[0]?.result);
  const same = expectedAt(node);
  return same === null ? null : same + 1;
}

/**
 * Minutes expected after a move, that of the roll before it included.
 *
 * @type {(node: Node, step: string) => number | null}
 */
function moveOf(node, step) {
  return expectedBy(movesAt(node).find(({ move }) => move === step)?.result);
}

/** The moves with the roll that is to be played, best first. @param {Node} node */
function movesAt({ place, answer }) {
  return answer?.rolls?.find(({ roll }) => roll === split(place).roll)?.moves ?? [];
}

/** @param {Value | null | undefined} value */
function expectedBy(value) {
  return value && 'expected' in value ? value.expected : null;
}
