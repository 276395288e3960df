/**
 * Which pairs of first numbers leave a lost position, where numbers up to a largest one are named.
 *
 * @import {GameMap} from '../../core/game.js'
 */
import { largest, lost } from './map-data.js';
import { available, read, upTo } from './sums.js';
import { words } from './texts/en.js';

const LOST = new Set(lost.split(' '));
/** No pair with a larger smaller number is lost. */
const LAST = Math.max(...[...LOST].map((pair) => parseInt(pair)));
const numbers = (/** @type {number} */ last) => upTo(last).split(' ');
const told = words.map;

/** @type {GameMap} */
export const map = {
  told: { ...told, note: told.note(largest, LAST) },
  least: 24,
  rows: numbers(LAST),
  columns: numbers(largest),
  point: (row, column) => {
    const [one, other] = [row + 2, column + 2];
    if (other <= one || other % one === 0) return null;
    const isLost = LOST.has(`${one},${other}`);
    return {
      text: '',
      mark: isLost ? 'map-most' : 'map-some',
      label: told.pair(one, other, isLost),
      setup: { start: left(one, other), board: '' },
    };
  },
};

/** The numbers up to the largest one that are left after two. @type {(one: number, other: number) => string} */
function left(one, other) {
  const sums = read(`after:${one},${other}`);
  return (sums && available(sums, largest).join(' ')) || 'none';
}
