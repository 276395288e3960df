import { texts } from '../texts/en.js';
import { Failure } from '../core/oracle.js';

/**
 * What is wrong with inputs of a contest, each with its line, its column, or null if it is about the whole line, and
 * what is wrong there. Both are counted from 1.
 *
 * @param {string} format what the input should be
 * @returns {(line: number, column: number | null, what: string) => Failure}
 */
export function inputProblem(format) {
  return (line, column, what) => new Failure('input', texts.contest.at(line, column, what), format);
}

/**
 * The boards of an input, one after the other: each is a line with its size, and its rows.
 *
 * @param {ReturnType<typeof inputProblem>} problem
 * @param {string} text
 * @param {(lines: string[], at: number) => string[]} board the rows of the board whose size is in this line
 * @param {(rows: string[]) => string} label
 * @param {string} [end] the line after the last board
 */
export function boardsOf(problem, text, board, label, end) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const cases = [];
  for (let at = 0; at < lines.length && lines[at] !== end; at += 1) {
    if (lines[at] === '') continue;
    const rows = board(lines, at);
    cases.push({
      label: `${cases.length + 1}: ${label(rows)}`,
      setup: { start: rows.join('/'), board: '' },
    });
    at += rows.length;
  }
  if (!cases.length) throw problem(1, null, texts.contest.noCase);
  return cases;
}

/**
 * The rows that follow a line.
 *
 * @param {ReturnType<typeof inputProblem>} problem
 * @param {string[]} lines
 * @param {number} at that line
 * @param {{count: number, width: number, letters: string}} shape how many they are, and what they have
 */
export function rowsBelow(problem, lines, at, { count, width, letters }) {
  const { isNot, rowLength, tooFew } = texts.contest;
  const rows = lines.slice(at + 1, at + 1 + count);
  for (const [index, row] of rows.entries()) {
    const line = at + 2 + index;
    const wrong = row.split('').find((letter) => !letters.includes(letter));
    if (wrong !== undefined)
      throw problem(line, row.indexOf(wrong) + 1, isNot(wrong, [...letters].join(', ')));
    if (row.length !== width) throw problem(line, null, rowLength(row.length, width));
  }
  if (rows.length < count) throw problem(lines.length, null, tooFew(rows.length, count));
  return rows;
}
