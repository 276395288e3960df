/**
 * Why a number is good or bad, where that is seen at once.
 *
 * @import {View} from '../../core/view.js'
 */
import { play } from '../../core/known.js';
import { HORIZON, available, isFinite, read } from './sums.js';
import { words } from './texts/en.js';

/**
 * The partner of a number in the pairs of Winning Ways: 2 and 3, 4 and 6, 4j + 1 and 4j + 3,
 * 8j + 2 and 8j + 6 from j = 1 on. Null for multiples of 4, which have none.
 *
 * @param {number} number
 */
export function partner(number) {
  if (number < 4) return number === 2 ? 3 : 2;
  if (number === 4 || number === 6) return 10 - number;
  if (number % 2) return number % 4 === 1 ? number + 2 : number - 2;
  if (number % 4 === 2) return number % 8 === 2 ? number + 4 : number - 4;
  return null;
}

/** @type {(view: View, step: string) => string} */
export function reason({ game, node, state, answer }, step) {
  const after = play(game, node.place, step, state.board);
  const sums = after ? read(after) : null;
  if (!sums || !answer) return '';
  const other = partner(Number(step));
  const isPaired = answer.theorem?.statement.includes('complete pairs');
  if (isPaired && other !== null) return words.paired(Number(step), other);
  if (!isFinite(sums)) return '';
  const left = available(sums, HORIZON);
  if (!left.length) return words.leavesNone;
  if (left.length === 1) return words.leavesOne(left[0]);
  if (left.length === 2) return words.leavesTwo(left[0], left[1]);
  return '';
}
