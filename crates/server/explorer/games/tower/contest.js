/** @import {Contest} from '../../core/game.js' */
import { Failure } from '../../core/oracle.js';

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
      const found = first >= 0 ? `\`${lines[first].slice(0, 20)}\`` : 'nothing';
      throw problem(
        `line ${Math.max(first, 0) + 1}: ${found} where the number of levels (2 to ${MOST_LEVELS}) was expected`,
      );
    }
    const levels = lines.slice(first + 1, first + 1 + count);
    for (const [index, level] of levels.entries()) {
      const wrong = level.search(/[^RGB]/);
      const line = first + 2 + index;
      if (wrong >= 0)
        throw problem(`line ${line}, column ${wrong + 1}: \`${level[wrong]}\` is not R, G or B`);
      if (level.length !== 3) throw problem(`line ${line}: ${level.length} blocks in a level of 3`);
    }
    if (levels.length < count)
      throw problem(`the input ends after ${levels.length} of ${count} levels`);
    const extra = lines.slice(first + 1 + count).findIndex((line) => line !== '');
    if (extra >= 0) throw problem(`line ${first + 2 + count + extra}: more than ${count} levels`);
    return [{ label: `${count} levels`, setup: { start: levels.join('/'), board: '' } }];
  },
};

/** @param {string} message */
function problem(message) {
  return new Failure(
    'input',
    message,
    'n, then n levels of three letters R, G, B, the bottom first',
  );
}
