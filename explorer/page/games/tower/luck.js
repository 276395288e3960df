/**
 * What rolls and moves have done to the minutes of a game so far.
 *
 * @import {Value} from '../../core/oracle.js'
 * @import {Node} from '../../core/tree.js'
 * @import {View} from '../../core/view.js'
 */
import { isRoll, split } from './blocks.js';

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
  const nodes = path.slice(0, node.ply + 1);
  const account = {
    passed: 0,
    expected: expectedBy(nodes[0].value),
    luck: 0,
    lost: 0,
    complete: true,
  };
  for (const [index, after] of nodes.entries()) {
    const before = nodes[index - 1];
    if (!before) continue;
    if (isRoll(after.step)) {
      account.passed += 1;
      const luck = luckOf(after);
      if (luck === null) account.complete = false;
      else account.luck += luck;
    } else {
      const made = movesAt(before).find(({ move }) => move === after.step);
      const [best, chosen] = [expectedAfter(before), expectedBy(made?.result)];
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
  const [was, is] = [expectedBy(node.parent.value), expectedAfter(node)];
  return was === null || is === null ? null : was - is;
}

/** Minutes expected after a roll, that of the roll included. @param {Node} node */
function expectedAfter(node) {
  if (split(node.place).roll) return expectedBy(movesAt(node)[0]?.result);
  const same = expectedBy(node.value);
  return same === null ? null : same + 1;
}

/** The moves with the roll that is to be played, best first. @param {Node} node */
function movesAt({ place, answer }) {
  return answer?.rolls?.find(({ roll }) => roll === split(place).roll)?.moves ?? [];
}

/** @param {Value | null | undefined} value */
function expectedBy(value) {
  return value && 'expected' in value ? value.expected : null;
}
