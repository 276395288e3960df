/**
 * Positions of Two Tokens. A place is the oracle's text, `P..#/...P history:0,0+0,3;0,1+0,3`; after
 * a capture the rows with one piece left and the word `captured`.
 */
import { cellText } from '../cells.js';

/**
 * @typedef {object} Position
 * @property {string[]} rows
 * @property {[number, number][]} pieces
 * @property {string[]} history pairs that may not come back, as `0,0+0,3`
 * @property {boolean} captured
 */

/** @type {(place: string) => Position | null} */
export function read(place) {
  const [board, extra = ''] = place.split(' ');
  const rows = board.split('/');
  const captured = extra === 'captured';
  if (!rows.every((row) => row.length === rows[0].length && /^[.#P]+$/.test(row))) return null;
  /** @type {[number, number][]} */
  const pieces = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of [...cells].entries()) if (cell === 'P') pieces.push([row, column]);
  }
  if (pieces.length !== (captured ? 1 : 2)) return null;
  const history = extra.startsWith('history:') ? extra.slice(8).split(';').filter(Boolean) : [];
  return { rows, pieces, history, captured };
}

/**
 * A pair of cells as histories have it: the first one in reading order first.
 *
 * @type {(one: [number, number], other: [number, number]) => string}
 */
export function pairText(one, other) {
  const ordered = [one, other].sort(([a, b], [c, d]) => a - c || b - d);
  return ordered.map(([row, column]) => cellText(row, column)).join('+');
}

/**
 * The cells next to a cell that are not removed.
 *
 * @type {(rows: string[], cell: [number, number]) => [number, number][]}
 */
export function neighbours(rows, [row, column]) {
  /** @type {[number, number][]} */
  const around = [
    [row - 1, column],
    [row, column - 1],
    [row, column + 1],
    [row + 1, column],
  ];
  return around.filter(([y, x]) => rows[y]?.[x] !== undefined && rows[y][x] !== '#');
}
