/**
 * What filling a cell does to the regions around it: it joins its own, and keeps the others apart.
 *
 * @import {View} from '../../core/view.js'
 */
import { play } from '../../core/known.js';
import { sideAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { readCell } from '../cells.js';
import { regionAt, rowsOf } from './regions.js';
import { words } from './texts/en.js';

/** @type {(view: View, step: string) => string} */
export function reason(view, step) {
  const { game, node, state } = view;
  const cell = readCell(step);
  const before = rowsOf(node.place);
  const after = rowsOf(play(game, node.place, step, state.board) ?? '');
  if (!cell || !before || !after) return '';
  const digit = String(sideAt(view, node));
  const own = regionsBeside(before, cell, digit);
  const others = regionsBeside(before, cell, digit === '0' ? '1' : '0');
  const size = regionAt(after, cell[0], cell[1]).size;
  const sentences = [];
  if (own.length > 1) sentences.push(words.joins(own, size));
  if (others.length > 1) sentences.push(words.separates(others));
  // A single cell that is stopped tells nothing.
  else if (others[0] > 1) sentences.push(words.blocks(others[0]));
  return sentences.join(texts.between);
}

/**
 * The sizes of the different regions of a digit that touch a cell.
 *
 * @type {(rows: string[], cell: [number, number], digit: string) => number[]}
 */
function regionsBeside(rows, [row, column], digit) {
  /** @type {Set<string>[]} */
  const found = [];
  for (const [y, x] of [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ]) {
    const isKnown = found.some((region) => region.has(`${y},${x}`));
    if (rows[y]?.[x] === digit && !isKnown) found.push(regionAt(rows, y, x));
  }
  return found.map(({ size }) => size);
}
