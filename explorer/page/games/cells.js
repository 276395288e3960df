/** Cells as texts, `row,column` from 0. */
import { texts } from '../texts/en.js';

/** @type {(row: number, column: number) => string} */
export function cellText(row, column) {
  return `${row},${column}`;
}

/** The row and column of a text, null if it is none. @type {(text: string) => [number, number] | null} */
export function readCell(text) {
  const [, row, column] = /^(\d{1,3}),(\d{1,3})$/.exec(text) ?? [];
  return row === undefined ? null : [Number(row), Number(column)];
}

/**
 * How near a cell is to the middle of a board, the greater the nearer.
 *
 * @type {(cell: string, rows: number, columns: number) => number}
 */
export function nearMiddle(cell, rows, columns) {
  const [row, column] = readCell(cell) ?? [0, 0];
  return -Math.abs(2 * row + 1 - rows) - Math.abs(2 * column + 1 - columns);
}

/** A row of letters with another one in a column. @type {(row: string, column: number, letter: string) => string} */
export function withCell(row, column, letter) {
  return row.slice(0, column) + letter + row.slice(column + 1);
}

/** As it is read aloud. @param {string} text */
export function cellWords(text) {
  const cell = readCell(text);
  return cell ? texts.cell(cell[0], cell[1]) : text;
}

/** @typedef {(row: number, column: number) => boolean} Has whether a set of cells has one */

/**
 * The border of a set of cells as the path of a drawing, in units of a cell; so far inside the cells.
 *
 * @type {(has: Has, rows: number, columns: number, inset?: number) => string}
 */
export function outline(has, rows, columns, inset = 0) {
  const parts = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!has(row, column)) continue;
      const [up, down] = [has(row - 1, column), has(row + 1, column)];
      const [left, right] = [has(row, column - 1), has(row, column + 1)];
      const [top, bottom] = [row + (up ? 0 : inset), row + 1 - (down ? 0 : inset)];
      const [start, end] = [column + (left ? 0 : inset), column + 1 - (right ? 0 : inset)];
      if (!up) parts.push(`M${start} ${top}H${end}`);
      if (!down) parts.push(`M${start} ${bottom}H${end}`);
      if (!left) parts.push(`M${start} ${top}V${bottom}`);
      if (!right) parts.push(`M${end} ${top}V${bottom}`);
      parts.push(...corners(has, row, column, inset));
    }
  }
  return parts.join('');
}

/**
 * The short turns at inner corners of an inset path.
 *
 * @type {(has: Has, row: number, column: number, inset: number) => string[]}
 */
function corners(has, row, column, inset) {
  if (!inset) return [];
  const parts = [];
  for (const down of [0, 1]) {
    for (const right of [0, 1]) {
      const vertical = row + (down ? 1 : -1);
      const horizontal = column + (right ? 1 : -1);
      if (!has(vertical, column) || !has(row, horizontal) || has(vertical, horizontal)) continue;
      const y = row + down;
      const x = column + right;
      const inY = y + (down ? -inset : inset);
      const inX = x + (right ? -inset : inset);
      parts.push(`M${inX} ${y}V${inY}H${x}`);
    }
  }
  return parts;
}
