/**
 * Why a bar is won or lost, where that is known without a table.
 *
 * Whole bars are won by whoever begins (Gale 1974): if the smallest bite, the lower right corner, does
 * not win, some bite answers it, and that one would have been possible at first. The other two shapes
 * are lost for who is to move, as each bite has an answer that leaves such a shape again: two rows of
 * which the lower one is a cell shorter, and a row and a column of the same length.
 *
 * @import {View} from '../../core/view.js'
 */
import { play } from '../../core/known.js';
import { lengthsOf } from '../staircase.js';
import { words } from './texts/en.js';

/** Whether a bar is a whole one of more than a cell. @param {string} place */
export function firstPlayerWins(place) {
  const lengths = filled(place);
  return lengths.length > 0 && lengths.every((length) => length === lengths[0]) && place !== '1';
}

/** @type {(view: View, step: string) => string} */
export function reason({ game, node, state }, step) {
  const after = play(game, node.place, step, state.board);
  return after ? reasonOf(after) : '';
}

/** Of a move that leaves a bar. @param {string} after */
export function reasonOf(after) {
  const lengths = filled(after);
  if (!lengths.length) return words.takesCorner;
  if (after === '1') return words.leavesCorner;
  if (lengths.length === 2 && lengths[1] === lengths[0] - 1) return words.leavesTwoRows;
  const [first, ...below] = lengths;
  const isElbow = below.every((length) => length === 1) && below.length === first - 1;
  if (isElbow) return words.leavesElbow;
  if (firstPlayerWins(after)) return words.leavesWhole;
  return '';
}

/** @param {string} place */
function filled(place) {
  return (lengthsOf(place) ?? []).filter((length) => length > 0);
}
