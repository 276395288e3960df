/** @import {Contest} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { inputProblem, rowsBelow } from '../input-problem.js';
import { words } from './texts/en.js';

const problem = inputProblem(words.contest.format);
const MOST_LEVELS = 6;

/** @type {Contest} */
export const cf424e = {
  format: 'cf424e',
  title: 'Codeforces 424E',
  placeholder: '6\nRGB\nGRG\nBBB\nGGR\nBRG\nBRB',
  read: (text) => {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const first = lines.findIndex((line) => line !== '');
    const count = first >= 0 && /^\d+$/.test(lines[first]) ? Number(lines[first]) : NaN;
    if (!(count >= 2 && count <= MOST_LEVELS)) {
      const expected = words.contest.levels(MOST_LEVELS);
      const what = texts.contest.isNot(lines[first] ?? '', expected);
      throw problem(Math.max(first, 0) + 1, null, what);
    }
    const levels = rowsBelow(problem, lines, first, { count, width: 3, letters: 'RGB' });
    const extra = lines.slice(first + 1 + count).findIndex((line) => line !== '');
    if (extra >= 0) {
      throw problem(first + 2 + count + extra, null, texts.contest.tooMany(count));
    }
    return [{ label: String(count), setup: { start: levels.join('/'), board: '' } }];
  },
};
