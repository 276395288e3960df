/** What texts in Chinese are made of. */

/** @param {readonly (string | number)[]} words */
export function list(words) {
  return words.join('、');
}
