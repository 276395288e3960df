/** What texts in Chinese are made of. */

/** Where Chinese meets Latin letters or figures. */
const MEETING =
  /(?<=\p{Script=Han})(?=[+\u2212*]?[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=\p{Script=Han})/gu;

/**
 * Texts in which one space, and no more, is where Chinese meets Latin letters or figures: also where
 * functions join them. The marks of boards are as boards have them.
 *
 * @template T
 * @param {T} texts
 * @returns {T}
 */
export function chinese(texts) {
  return spaced(texts);
}

/** @type {(text: any) => any} */
function spaced(text) {
  if (typeof text === 'string') return text.replace(MEETING, ' ');
  if (typeof text === 'function') return (/** @type {any[]} */ ...given) => spaced(text(...given));
  if (Array.isArray(text)) return text.map(spaced);
  if (!text || typeof text !== 'object') return text;
  const entries = Object.entries(text).map(([key, value]) => [
    key,
    key === 'mark' ? value : spaced(value),
  ]);
  return Object.fromEntries(entries);
}

/** @param {readonly (string | number)[]} words */
export function list(words) {
  return words.join('、');
}
