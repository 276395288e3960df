/**
 * The blocks of Colored Jenga. A place is the levels, bottom first, and the roll that is to be
 * played if there is one: `RGB/GRG` or `RGB/GRG red`.
 */
import { pick } from '../../core/random.js';

/** The faces of the die. */
export const FACES = ['red', 'green', 'green', 'blue', 'blue', 'black'];

/** How often each side is rolled. @type {Record<string, string>} */
export const CHANCES = { red: '1/6', green: '1/3', blue: '1/3', black: '1/6' };

/** @type {Record<string, string>} */
export const COLOURS = { R: 'red', G: 'green', B: 'blue' };

/** The places of a level. */
export const PLACES = ['L', 'M', 'R'];

const EMPTY = '.';

/** @param {string} place */
export function split(place) {
  const [position, roll = ''] = place.split(' ');
  return { position, roll };
}

/** The levels of a position, bottom first, null if the text is none. @param {string} place */
export function levelsOf(place) {
  const levels = split(place).position.split('/');
  return levels.every((level) => /^[RGB.]{3}$/.test(level)) ? levels : null;
}

/** The colours of blocks that can be taken: a level below the top keeps its middle or both its sides. @param {string} place */
export function takable(place) {
  const blocks = (levelsOf(place) ?? []).slice(0, -1).flatMap((level) =>
    [...level].filter((_, at) => {
      const left = [...level].map((block, other) => block !== EMPTY && other !== at);
      return left[1] || (left[0] && left[2]);
    }),
  );
  return Object.keys(COLOURS).flatMap((block) => (blocks.includes(block) ? [COLOURS[block]] : []));
}

/**
 * Where a block can be put: the free places of the top, all of a new level if it is complete.
 *
 * @param {string[]} levels
 */
export function puts(levels) {
  const top = levels[levels.length - 1];
  const free = [0, 1, 2].filter((at) => top[at] === EMPTY);
  return free.length
    ? { level: levels.length - 1, free }
    : { level: levels.length, free: [0, 1, 2] };
}

/** A random roll where none stands. @type {(place: string, generator: () => number) => string | null} */
export function roll(place, generator) {
  return split(place).roll ? null : pick(FACES, generator);
}

/** @param {string} step */
export function isRoll(step) {
  return FACES.includes(step);
}
