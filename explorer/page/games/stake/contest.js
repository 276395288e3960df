/** @import {Contest} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { boardsOf, inputProblem, rowsBelow } from '../input-problem.js';
import { words } from './texts/en.js';

const problem = inputProblem(words.contest.format);

/** @type {Contest} */
export const poj3317 = {
  format: 'poj3317',
  title: 'POJ 3317',
  placeholder: '4\n01.1\n00..\n.01.\n...1\n0',
  read: (text) => {
    const label = (/** @type {string[]} */ rows) =>
      words.case(rows.length, rows.join('').split('.').length - 1);
    return boardsOf(problem, text, board, label, '0');
  },
};

/** The board whose size is in a line. @type {(lines: string[], at: number) => string[]} */
function board(lines, at) {
  const size = /^\d+$/.test(lines[at]) ? Number(lines[at]) : NaN;
  if (!(size >= 1 && size <= 8))
    throw problem(at + 1, null, texts.contest.isNot(lines[at], texts.contest.side(8)));
  return rowsBelow(problem, lines, at, { count: size, width: size, letters: '01.' });
}
