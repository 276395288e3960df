/**
 * The texts of a language. Most are in a file of JSON, plain ones and under `filled` those with places for what is given:
 * `{0}` as it is, `{0,}` a figure, and `{0 move}` a figure with its noun, as English counts. All others are code.
 */
import { count } from './english.js';
import { grouped } from './figures.js';

/** @typedef {string | number | bigint} Given */

/**
 * @template T
 * @typedef {{[Key in keyof T]: T[Key] extends string ? (...given: Given[]) => string : Functions<T[Key]>}} Functions
 */

/**
 * @template {{filled: object}} Told
 * @template Code
 * @param {Told} told
 * @param {Code} code
 * @returns {Omit<Told, 'filled'> & Functions<Told['filled']> & Code}
 */
export function textsOf({ filled, ...plain }, code) {
  return merged(merged(plain, functionOf(filled)), code);
}

/** @type {(template: any) => any} */
function functionOf(template) {
  if (typeof template !== 'string')
    return Object.fromEntries(
      Object.entries(template).map(([key, inner]) => [key, functionOf(inner)]),
    );
  return (/** @type {any[]} */ ...given) =>
    template.replace(/\{(\d)(,?)(?: ([^}]+))?\}/g, (_, at, isFigure, noun) => {
      if (noun) return count(given[at], noun);
      return isFigure ? grouped(given[at]) : String(given[at]);
    });
}

/** All that either has, the other one's where both have one. @type {(one: any, other: any) => any} */
function merged(one, other) {
  const hasParts = [one, other].every((part) => part?.constructor === Object);
  if (!hasParts) return other ?? one;
  const parts = Object.entries(other).map(([key, part]) => [key, merged(one[key], part)]);
  return { ...one, ...Object.fromEntries(parts) };
}
