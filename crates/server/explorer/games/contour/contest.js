/** @import {Contest} from '../../core/game.js' */
import { Failure } from '../../core/oracle.js';

const MOST_SIDE = 10;
const MOST_SCORE = 100_000;

/** @type {Contest} */
export const p4363 = {
  format: 'p4363',
  title: 'Luogu P4363',
  placeholder: '2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1',
  read: (text) => {
    const words = [...text.matchAll(/\S+/g)];
    const [rows, columns] = [0, 1].map((index) =>
      whole(
        words[index],
        1,
        MOST_SIDE,
        index ? 'the number of columns' : 'the number of rows',
        text,
      ),
    );
    const count = 2 + 2 * rows * columns;
    for (let index = 2; index < count; index += 1) {
      const cell = (index - 2) % (rows * columns);
      const player = index - 2 < rows * columns ? 'A' : 'B';
      const place = `row ${Math.floor(cell / columns)}, column ${cell % columns}`;
      whole(words[index], 0, MOST_SCORE, `the score of player ${player} at ${place}`, text);
    }
    if (words.length > count) {
      throw problem(
        `${placeOf(words[count])}: \`${words[count][0]}\` after the last of the board's ${count - 2} scores`,
      );
    }
    return [
      {
        label: `${rows} \u00d7 ${columns}`,
        setup: { start: '0', board: words.map(([word]) => word).join(' ') },
      },
    ];
  },
};

/**
 * @param {RegExpMatchArray | undefined} word
 * @param {number} least
 * @param {number} most
 * @param {string} what
 * @param {string} text
 */
function whole(word, least, most, what, text) {
  const expected = `${what} (${least} to ${most})`;
  if (!word) {
    const end = text.split('\n').length;
    throw problem(`line ${end}: the input ends where ${expected} should be`);
  }
  const number = /^\d{1,7}$/.test(word[0]) ? Number(word[0]) : NaN;
  if (number >= least && number <= most) return number;
  throw problem(`${placeOf(word)}: \`${word[0].slice(0, 20)}\` where ${expected} was expected`);
}

/** @param {RegExpMatchArray} word */
function placeOf(word) {
  const before = (word.input ?? '').slice(0, word.index).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** @param {string} message */
function problem(message) {
  return new Failure(
    'input',
    message,
    'n and m, then n rows of A\u2019s scores, then n rows of B\u2019s',
  );
}
