/** @import {Contest} from '../../core/game.js' */
import { Failure } from '../../core/oracle.js';

/** @type {Contest} */
export const poj3317 = {
  format: 'poj3317',
  title: 'POJ 3317',
  placeholder: '4\n01.1\n00..\n.01.\n...1\n0',
  read: (text) => {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const cases = [];
    for (let at = 0; at < lines.length && lines[at] !== '0';) {
      if (lines[at] === '') {
        at += 1;
        continue;
      }
      const rows = board(lines, at);
      cases.push({
        label: `${cases.length + 1}: ${rows.length} \u00d7 ${rows.length}, ${rows.join('').split('.').length - 1} empty`,
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
  const size = /^\d+$/.test(lines[at]) ? Number(lines[at]) : NaN;
  if (!(size >= 1 && size <= 8))
    throw problem(
      `line ${at + 1}: \`${lines[at].slice(0, 20)}\` is not the size of a board, 1 to 8`,
    );
  const rows = lines.slice(at + 1, at + 1 + size);
  for (const [index, row] of rows.entries()) {
    const wrong = row.search(/[^01.]/);
    if (wrong >= 0)
      throw problem(
        `line ${at + 2 + index}, column ${wrong + 1}: \`${row[wrong]}\` is not 0, 1 or .`,
      );
    if (row.length !== size)
      throw problem(`line ${at + 2 + index}: ${row.length} cells in a row of ${size}`);
  }
  if (rows.length < size) throw problem(`the input ends after ${rows.length} of ${size} rows`);
  return rows;
}

/** @param {string} message */
function problem(message) {
  return new Failure(
    'input',
    message,
    'a case is a line with n, and n rows of n cells; a line 0 ends the input',
  );
}
