/** @import {Contest} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { inputProblem } from '../input-problem.js';
import { words } from './texts/en.js';

const problem = inputProblem(words.contest.format);
const MOST_SIDE = 10;
const MOST_SCORE = 100_000;

/** @type {Contest} */
export const p4363 = {
  format: 'p4363',
  title: 'Luogu P4363',
  placeholder: '2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1',
  read: (text) => {
    const found = [...text.matchAll(/\S+/g)];
    const { rowCount, columnCount } = texts.contest;
    const [rows, columns] = [rowCount, columnCount].map((what, index) =>
      whole(found[index], 1, MOST_SIDE, what, text),
    );
    const count = 2 + 2 * rows * columns;
    for (let index = 2; index < count; index += 1) {
      const cell = (index - 2) % (rows * columns);
      const player = index - 2 < rows * columns ? 'A' : 'B';
      const place = texts.cell(Math.floor(cell / columns), cell % columns);
      whole(found[index], 0, MOST_SCORE, words.scoreAt(player, place), text);
    }
    if (found.length > count) {
      throw problem(...placeOf(found[count]), texts.contest.tooMany(count - 2));
    }
    return [
      {
        label: `${rows} \u00d7 ${columns}`,
        setup: { start: '0', board: found.map(([word]) => word).join(' ') },
      },
    ];
  },
};

/** @typedef {RegExpMatchArray | undefined} Word */

/** @type {(word: Word, least: number, most: number, what: string, text: string) => number} */
function whole(word, least, most, what, text) {
  const expected = texts.contest.between(what, least, most);
  if (!word) {
    throw problem(text.split('\n').length, null, texts.contest.endsAt(expected));
  }
  const number = /^\d{1,7}$/.test(word[0]) ? Number(word[0]) : NaN;
  if (number >= least && number <= most) return number;
  throw problem(...placeOf(word), texts.contest.isNot(word[0], expected));
}

/** Its line and its column. @type {(word: RegExpMatchArray) => [number, number]} */
function placeOf(word) {
  const before = (word.input ?? '').slice(0, word.index).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}
