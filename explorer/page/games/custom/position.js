/**
 * The texts of positions and moves of a game that the page knows nothing of, as far as they can be
 * drawn: as the program's terminal draws them.
 *
 * @typedef {object} Drawn
 * @property {string[][]} rows letters, in rows that need not have the same length
 * @property {number} columns
 * @property {string} rest what follows behind a blank; a letter there is the player to move
 */
import { cellText, readCell } from '../cells.js';

/** Boards with more rows or columns are shown as text. */
const MOST_SIDE = 40;

/** The board of a position, null if its text has no rows. @type {(place: string) => Drawn | null} */
export function boardOf(place) {
  if (!place.includes('/')) return null;
  const [, board = '', rest = ''] = /^([^ ]*) ?(.*)$/s.exec(place) ?? [];
  const rows = board.split('/').map((row) => [...row]);
  const columns = Math.max(...rows.map(({ length }) => length));
  return columns && Math.max(columns, rows.length) <= MOST_SIDE ? { rows, columns, rest } : null;
}

/**
 * The cells of a move on a board: `1,2`, `1,2>3,4`, or as on a chessboard `b3`, `a1b2`, `a1b2xc3`, with columns as letters and rows from
 * below. None if it is not written so, or not there.
 *
 * @type {(move: string, board: Drawn | null) => string[]}
 */
export function cellsOf(move, board) {
  const rows = board?.rows ?? [];
  const cells = /^[a-z]\d\d?(x?[a-z]\d\d?)*$/.test(move)
    ? [...move.matchAll(/([a-z])(\d+)/g)].map(([, column, row]) => [
        rows.length - Number(row),
        column.charCodeAt(0) - 'a'.charCodeAt(0),
      ])
    : move.split('>').map(readCell);
  const fits = cells.length <= 3 && cells.every((at) => at && rows[at[0]]?.[at[1]]);
  return fits ? cells.map((at) => cellText(at?.[0] ?? 0, at?.[1] ?? 0)) : [];
}
