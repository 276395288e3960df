/**
 * The texts of Contour. A place is how many cells of each row are taken; the board has scores.
 */
import { lengthsOf } from '../staircase.js';

/**
 * The scores of a board.
 *
 * @typedef {object} Board
 * @property {number} rows
 * @property {number} columns
 * @property {[number[][], number[][]]} scores what A and what B gets for each cell
 */

/** @type {Map<string, Board>} */
const remembered = new Map();

/**
 * Reads a board in the contest's format, null if it is none. A fingerprint is none, either.
 *
 * @type {(text: string) => Board | null}
 */
export function readBoard(text) {
  const known = remembered.get(text);
  if (known) return known;
  const words = text.trim().split(/\s+/);
  if (!words.every((word) => /^\d{1,10}$/.test(word))) return null;
  const [rows, columns, ...scores] = words.map(Number);
  if (!rows || !columns || scores.length !== 2 * rows * columns) return null;
  const table = (/** @type {number} */ from) =>
    Array.from({ length: rows }, (_, row) =>
      scores.slice(from + row * columns, from + (row + 1) * columns),
    );
  /** @type {Board} */
  const board = { rows, columns, scores: [table(0), table(rows * columns)] };
  remembered.set(text, board);
  return board;
}

/** The text of a board on one line, as addresses have it. @param {Board} board */
export function writeBoard({ rows, columns, scores }) {
  return [rows, columns, ...scores.flat(2)].join(' ');
}

/**
 * How many cells of each row of a board are taken, null if the text does not fit the board.
 *
 * @type {(place: string, board: Board) => number[] | null}
 */
export function takenIn(place, { rows, columns }) {
  const lengths = lengthsOf(place);
  if (!lengths || lengths[0] > columns || lengths.slice(rows).some(Boolean)) return null;
  return Array.from({ length: rows }, (_, row) => lengths[row] ?? 0);
}

/**
 * A square board with random scores from 0 to 9. Such a part of its cells is worth more to both players, so that it can
 * be better to wait.
 *
 * @type {(generator: () => number, side: number, rich?: number) => string}
 */
export function randomBoard(generator, side, rich = 0) {
  const cells = Array.from({ length: side ** 2 }, () => (generator() < rich ? 3 : 0));
  const most = rich ? 7 : 10;
  const table = () => cells.map((least) => least + Math.floor(generator() * most));
  return [side, side, ...table(), ...table()].join(' ');
}
