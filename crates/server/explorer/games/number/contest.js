/** @import {Contest} from '../../core/game.js' */
import { Failure } from '../../core/oracle.js';

/** The largest number of the contest. */
const LARGEST = 20;

/** @type {Contest} */
export const poj1143 = {
  format: 'poj1143',
  title: 'POJ 1143',
  placeholder: '2 2 5\n2 2 3\n5 2 3 4 5 6\n0',
  read,
};

/**
 * @param {string} text
 * @returns {ReturnType<Contest['read']>}
 */
function read(text) {
  const cases = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const words = [...line.matchAll(/\S+/g)];
    if (!words.length) continue;
    if (words.length === 1 && words[0][0] === '0') break;
    const numbers = words.map((word) => number(word, index + 1));
    const [count, ...available] = numbers;
    if (available.length !== count) {
      throw problem(
        `line ${index + 1}: ${available.length} numbers follow, ${count} were announced`,
      );
    }
    if (new Set(available).size !== count)
      throw problem(`line ${index + 1}: a number occurs twice`);
    const start = available.sort((a, b) => a - b).join(' ');
    cases.push({ label: `${cases.length + 1}: ${start}`, setup: { start, board: '' } });
  }
  if (!cases.length) throw problem('there is no case in this input');
  return cases;
}

/**
 * @param {RegExpMatchArray} word
 * @param {number} line
 */
function number(word, line) {
  const value = /^\d+$/.test(word[0]) ? Number(word[0]) : NaN;
  const isCount = word.index === 0 || !/\S/.test((word.input ?? '').slice(0, word.index));
  if (value >= (isCount ? 1 : 2) && value <= LARGEST) return value;
  const expected = isCount
    ? `how many numbers follow, 1 to ${LARGEST}`
    : `an available number, 2 to ${LARGEST}`;
  throw problem(`line ${line}, column ${(word.index ?? 0) + 1}: \`${word[0]}\` is not ${expected}`);
}

/** @param {string} message */
function problem(message) {
  return new Failure(
    'input',
    message,
    'each line has n and the n available numbers; a line 0 ends the input',
  );
}
