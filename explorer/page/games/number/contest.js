/** @import {Contest} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { inputProblem } from '../input-problem.js';
import { words } from './texts/en.js';

const problem = inputProblem(words.contest.format);

/** The largest number of the contest. */
const LARGEST = 20;

/** @type {Contest} */
export const poj1143 = {
  format: 'poj1143',
  title: 'POJ 1143',
  placeholder: '2 2 5\n2 2 3\n5 2 3 4 5 6\n0',
  read(text) {
    const cases = [];
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const found = [...line.matchAll(/\S+/g)];
      if (!found.length) continue;
      if (found.length === 1 && found[0][0] === '0') break;
      const numbers = found.map((word) => number(word, index + 1));
      const [count, ...available] = numbers;
      if (available.length !== count) {
        throw problem(index + 1, null, words.contest.otherCount(available.length, count));
      }
      if (new Set(available).size !== count) throw problem(index + 1, null, words.contest.twice);
      const start = available.sort((a, b) => a - b).join(' ');
      cases.push({ label: `${cases.length + 1}: ${start}`, setup: { start, board: '' } });
    }
    if (!cases.length) throw problem(1, null, texts.contest.noCase);
    return cases;
  },
};

/** @type {(word: RegExpMatchArray, line: number) => number} */
function number(word, line) {
  const value = /^\d+$/.test(word[0]) ? Number(word[0]) : NaN;
  const isCount = word.index === 0 || !/\S/.test((word.input ?? '').slice(0, word.index));
  if (value >= (isCount ? 1 : 2) && value <= LARGEST) return value;
  const { howMany, availableNumber } = words.contest;
  const expected = isCount ? howMany(LARGEST) : availableNumber(LARGEST);
  throw problem(line, (word.index ?? 0) + 1, texts.contest.isNot(word[0], expected));
}
