/**
 * Stake Your Claim.
 *
 * @import {Game, Setup} from '../../core/game.js'
 */
import { texts } from '../../texts/en.js';
import { cellText, nearMiddle, readCell, withCell } from '../cells.js';
import { builtIn, fact } from '../usual.js';
import { board } from './board.js';
import { reason } from './reason.js';
import { regionAt, rowsOf, sizes } from './regions.js';
import { words } from './texts/en.js';

/** @type {Game} */
export const stake = {
  ...builtIn('stake', words, ['01.1/0.10/10.0/01.1', '0110/010./1.0./.101', '.../.../...']),
  players: words.players,
  lowest: { mistakes: 35, side: 0 },
  sizes: ['3', '4', '5'].map((value) => ({ value, label: texts.sizes.square(Number(value)) })),
  random: (generator, size) =>
    randomBoard(generator, Number(size), Math.max(2, Number(size) ** 2 - MOST_EMPTY)),
  // Of boards with more empty cells than the oracle solves there is no answer, and they can be filled nonetheless.
  lead: (place, step, position) => position ?? fill(place, step),
  possible: (place) =>
    (rowsOf(place) ?? []).flatMap((row, y) =>
      [...row].flatMap((cell, x) => (cell === '.' ? [cellText(y, x)] : [])),
    ),
  first: moverOf,
  ended: ({ node }) => {
    const [zero, one] = sizes(node.place);
    return words.ending(zero, one);
  },
  marksMoves: false,
  board: () => board,
  legend: ({ node }) =>
    sizes(node.place).some((size) => size > 1) ? [{ mark: '▢', text: words.legend }] : [],
  reason,
  facts({ node }) {
    const [zero, one] = sizes(node.place);
    const empty = node.place.split('.').length - 1;
    const { largest, empty: emptyCells } = words.facts;
    return [
      fact(largest('0'), texts.cells(zero)),
      fact(largest('1'), texts.cells(one)),
      fact(emptyCells, texts.cells(empty)),
    ];
  },
  puzzle: {
    start: (generator, size) => {
      const side = size < 0.6 ? 4 : 5;
      return randomBoard(generator, side, side ** 2 - 5 - Math.floor(generator() * 4));
    },
    /** It is in the middle, and it makes the largest region now. */
    lures({ start }, { move }) {
      const rows = rowsOf(fill(start, move) ?? '') ?? [];
      const [row, column] = readCell(move) ?? [0, 0];
      return [
        nearMiddle(move, rows.length, rows.length),
        regionAt(rows, row, column).size,
        -nearMiddle(move, rows.length, rows.length),
      ];
    },
    grown: (generator, round) => {
      const side = round < 2 ? 3 : 4;
      return randomBoard(generator, side, side * side - 6 - round + Math.floor(generator() * 4));
    },
    count: 90,
  },
  setup: () => import('./setup.js'),
};

/** At most this many cells of a random board are empty, so that it is answered at once. */
const MOST_EMPTY = 14;

/** The player to move: 0 begins. @type {(place: string) => 0 | 1} */
function moverOf(place) {
  return place.split('0').length > place.split('1').length ? 1 : 0;
}

/** @type {(place: string, step: string) => string | null} */
function fill(place, step) {
  const rows = rowsOf(place);
  const [row, column] = readCell(step) ?? [-1, -1];
  if (rows?.[row]?.[column] !== '.') return null;
  return rows.with(row, withCell(rows[row], column, String(moverOf(place)))).join('/');
}

/**
 * A board with so many digits.
 *
 * @type {(generator: () => number, side: number, filled: number) => Setup}
 */
function randomBoard(generator, side, filled) {
  const keys = Array.from({ length: side ** 2 }, generator);
  const ranks = [...keys].sort((one, other) => one - other);
  const cells = keys.map((key) => {
    const rank = ranks.indexOf(key);
    return rank < filled ? rank % 2 : '.';
  });
  const rows = keys.slice(0, side).map((_, row) => cells.slice(row * side, (row + 1) * side));
  return { start: rows.map((row) => row.join('')).join('/'), board: '' };
}
