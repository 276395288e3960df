/** The rules of Chomp. A place is how many cells each row has left: `4,4,1`. */
import { readCell } from '../cells.js';
import { lengthsOf, write } from '../staircase.js';

/** Where a bite leads, null if the cell is not there. @type {(place: string, step: string) => string | null} */
export function bite(place, step) {
  const lengths = lengthsOf(place);
  const [row, column] = readCell(step) ?? [0, Infinity];
  if (!lengths || !(column < (lengths[row] ?? 0))) return null;
  return write(lengths.map((length, other) => (other < row ? length : Math.min(length, column))));
}

/** A whole bar. @type {(rows: number, columns: number) => string} */
export function bar(rows, columns) {
  return Array.from({ length: rows }, () => columns).join(',');
}
