/** @import {Contest} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { boardsOf, inputProblem, rowsBelow } from '../input-problem.js';
import { words } from './texts/en.js';

const problem = inputProblem(words.contest.format);
const MOST_SIDE = 8;

/** @type {Contest} */
export const poj2990 = {
  format: 'poj2990',
  title: 'POJ 2990',
  placeholder: '1 4\nP.#P\n\n1 3\nP.P',
  read: (text) =>
    boardsOf(problem, text, board, (rows) => `${rows.length} \u00d7 ${rows[0].length}`),
};

/** The board whose size is in a line. @type {(lines: string[], at: number) => string[]} */
function board(lines, at) {
  const [, count, width] = (/^(\d)\s+(\d)$/.exec(lines[at]) ?? []).map(Number);
  if (![count, width].every((size) => size >= 1 && size <= MOST_SIDE))
    throw problem(at + 1, null, texts.contest.isNot(lines[at], texts.contest.sides(MOST_SIDE)));
  const rows = rowsBelow(problem, lines, at, { count, width, letters: '.#P' });
  const pieces = rows.join('').split('P').length - 1;
  if (pieces !== 2) throw problem(at + 1 + count, null, words.contest.pieces(pieces));
  return rows;
}
