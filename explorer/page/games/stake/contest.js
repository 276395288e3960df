/** @import {Contest} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { boardsOf, inputProblem } from '../input-problem.js';
import { words } from './texts/en.js';

const problem = inputProblem(words.contest.format);

/** @type {Contest} */
export const poj3317 = {
  format: 'poj3317',
  title: 'POJ 3317',
  placeholder: '4\n01.1\n00..\n.01.\n...1\n0',
  read: (text) => {
    const label = (/** @type {string[]} */ rows) => words.case(rows.length, emptyIn(rows));
    const cases = boardsOf(text, board, label, '0');
    if (!cases.length) throw problem(1, null, texts.contest.noCase);
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
    throw problem(at + 1, null, texts.contest.isNot(lines[at], texts.contest.side(8)));
  const rows = lines.slice(at + 1, at + 1 + size);
  for (const [index, row] of rows.entries()) {
    const wrong = row.search(/[^01.]/);
    if (wrong >= 0)
      throw problem(at + 2 + index, wrong + 1, texts.contest.isNot(row[wrong], '0, 1, .'));
    if (row.length !== size)
      throw problem(at + 2 + index, null, texts.contest.rowLength(row.length, size));
  }
  if (rows.length < size) {
    throw problem(lines.length, null, texts.contest.tooFew(rows.length, size));
  }
  return rows;
}

/** @param {string[]} rows */
function emptyIn(rows) {
  return rows.join('').split('.').length - 1;
}
