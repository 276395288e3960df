/**
 * The texts of a language. Most are in a file of JSON, plain ones and under `filled` those with places for what is given:
 * `{0}` as it is, of a person the name, and nothing where nothing is given; `{0^}` the same with a capital; `{0,}` a figure;
 * `{0 move}` a figure with its noun, and `{0:win}` a person with a verb, as English has them; `{0?yes|no}` one of two
 * texts. All others are code.
 *
 * @import {Person} from './people.js'
 */
import { capital } from './capital.js';
import { count, verb } from './english.js';
import { grouped } from './figures.js';

const PLACE = /\{(\d)(?:([,^])|:(\w+)| ([^}]+)|\?([^|}]*)\|([^}]*))?\}/g;

/** @typedef {string | number | bigint | boolean | Person | null | undefined} Given */

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
    template.replace(PLACE, (_, at, how, does, noun, yes, no) => {
      const value = given[at];
      if (yes !== undefined) return value ? yes : no;
      if (noun) return count(value, noun);
      if (does) return verb(value, does);
      const text = String(value?.name ?? value ?? '');
      if (how === ',') return text && grouped(value);
      return how ? capital(text) : text;
    });
}

/** All that either has, the other one's where both have one. @type {(one: any, other: any) => any} */
function merged(one, other) {
  const hasParts = [one, other].every((part) => part?.constructor === Object);
  if (!hasParts) return other ?? one;
  const parts = Object.entries(other).map(([key, part]) => [key, merged(one[key], part)]);
  return { ...one, ...Object.fromEntries(parts) };
}
