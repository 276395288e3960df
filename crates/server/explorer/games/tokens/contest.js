/** @import {Contest} from '../../core/game.js' */
import { Failure } from '../../core/oracle.js';

const MOST_SIDE = 8;

/** @type {Contest} */
export const poj2990 = {
  format: 'poj2990',
  title: 'POJ 2990',
  placeholder: '1 4\nP.#P\n\n1 3\nP.P',
  read: (text) => {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const cases = [];
    for (let at = 0; at < lines.length;) {
      if (lines[at] === '') {
        at += 1;
        continue;
      }
      const rows = board(lines, at);
      cases.push({
        label: `${cases.length + 1}: ${rows.length} \u00d7 ${rows[0].length}`,
        setup: { start: rows.join('/'), board: '' },
      });
      at += rows.length + 1;
    }
    if (!cases.length) throw problem('there is no case in this input');
    return cases;
  },
};

/**
 * @param {string[]} lines
 * @param {number} at the line with the size
 */
function board(lines, at) {
  const sizes = lines[at].split(/\s+/);
  const good =
    sizes.length === 2 &&
    sizes.every((size) => /^\d$/.test(size) && Number(size) >= 1 && Number(size) <= MOST_SIDE);
  if (!good)
    throw problem(
      `line ${at + 1}: \`${lines[at].slice(0, 20)}\` where rows and columns (1 to ${MOST_SIDE}) were expected`,
    );
  const [count, width] = sizes.map(Number);
  const rows = lines.slice(at + 1, at + 1 + count);
  for (const [index, row] of rows.entries()) {
    const line = at + 2 + index;
    const wrong = row.search(/[^.#P]/);
    if (wrong >= 0)
      throw problem(`line ${line}, column ${wrong + 1}: \`${row[wrong]}\` is not ., # or P`);
    if (row.length !== width)
      throw problem(`line ${line}: ${row.length} cells in a row of ${width}`);
  }
  if (rows.length < count) throw problem(`the input ends after ${rows.length} of ${count} rows`);
  const pieces = rows.join('').split('P').length - 1;
  if (pieces !== 2)
    throw problem(
      `line ${at + 1 + count}: ${pieces} pieces \`P\` on the board; expected exactly two`,
    );
  return rows;
}

/** @param {string} message */
function problem(message) {
  return new Failure(
    'input',
    message,
    'a case is a line with m and n, and m rows of n cells; empty lines separate cases',
  );
}
