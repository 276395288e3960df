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
  read: (text) => {
    const cases = boardsOf(text, board, (rows) => `${rows.length} \u00d7 ${rows[0].length}`);
    if (!cases.length) throw problem(1, null, texts.contest.noCase);
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
    throw problem(at + 1, null, texts.contest.isNot(lines[at], texts.contest.sides(MOST_SIDE)));
  const [count, width] = sizes.map(Number);
  const rows = rowsBelow(problem, lines, at, { count, width, letters: '.#P' });
  const pieces = rows.join('').split('P').length - 1;
  if (pieces !== 2) throw problem(at + 1 + count, null, words.contest.pieces(pieces));
  return rows;
}
