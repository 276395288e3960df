/**
 * What texts in English are made of.
 *
 * @import {Person} from './people.js'
 */
import { grouped } from './figures.js';

/** A count with its noun. @type {(number: number, one: string, many?: string) => string} */
export function count(number, one, many = `${one}s`) {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** How soon a game is over; what it is told of comes before it. @param {number | undefined} plies */
export function inMoves(plies) {
  if (!plies) return '';
  return plies === 1 ? ' with the next move' : ` in ${grouped(plies)} moves`;
}

/** @param {readonly (string | number)[]} words */
export function list(words) {
  return new Intl.ListFormat('en').format(words.map(String));
}

/** @param {readonly (string | number)[]} words */
export function either(words) {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words.map(String));
}

/**
 * A person with a verb.
 *
 * @param {Person} person
 * @param {string} does as in `you win`
 * @param {string} doesThirdPerson as in `she wins`
 */
export function verb({ name, you }, does, doesThirdPerson = `${does}s`) {
  return `${name} ${you ? does : doesThirdPerson}`;
}
