import { texts } from '../texts/en.js';
import { Failure } from '../core/oracle.js';

/**
 * What is wrong with a contest's input.
 *
 * @param {string} format what the input should be
 * @param {number} line from 1
 * @param {number | null} column from 1; null if it is about the whole line
 * @param {string} what
 */
export function inputProblem(format, line, column, what) {
  return new Failure('input', texts.contest.at(line, column, what), format);
}
