/**
 * How often the move that gains most at once is a best one, by how many cells are taken.
 *
 * @import {GameMap} from '../../core/game.js'
 */
import { board, points } from './map-data.js';
import { words } from './texts/en.js';

/** The positions of a table in which there is a choice, by their number of taken cells. */
const POINTS = points.split(' ').map((listed) => {
  const [best, all, cost, place] = listed.split(':');
  return { best: Number(best), all: Number(all), cost: Number(cost), place };
});
const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));
const told = words.map;

/** @type {GameMap} */
export const map = {
  told,
  least: 28,
  rows: DIGITS,
  columns: DIGITS,
  point: (row, column) => {
    const { best, all, cost, place } = POINTS[row * 10 + column];
    if (!all) return null;
    return {
      text: String(Math.round((100 * best) / all)),
      mark: best < all / 2 ? 'map-most' : 'map-some',
      label: told.point(`${row * 10 + column}`, best, all, cost),
      setup: { start: place, board },
    };
  },
};
