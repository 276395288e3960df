/**
 * All bars up to a size, each with its winning first bites.
 *
 * @import {GameMap} from '../../core/game.js'
 */
import { bites } from './map-data.js';
import { bar } from '../staircase.js';
import { words } from './texts/en.js';

const BARS = bites.map((row) => row.split(' ').map((listed) => listed.split('+').filter(Boolean)));
const SIZES = BARS.map((_, index) => String(index + 1));
const told = words.map;

/** @type {GameMap} */
export const map = {
  told,
  least: 34,
  rows: SIZES,
  columns: SIZES,
  point: (row, column) => {
    const found = BARS[row][column];
    const mark = found.length > 1 ? 'map-most' : found.length ? 'map-some' : '';
    return {
      text: found[0] ?? '',
      small: found[1],
      mark,
      label: told.bar(row + 1, column + 1, found),
      setup: { start: bar(row + 1, column + 1), board: '' },
    };
  },
};
