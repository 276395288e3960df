import { capital } from '../../../core/capital.js';
import { count, list } from '../../../core/english.js';
import { described } from '../../described.js';
import plain from './en.json' with { type: 'json' };

export const words = {
  ...plain,
  title: described.tower.name,
  label: described.tower.label,
  rule: described.tower.rule,
  hasRolled: (/** @type {string} */ side) => `Rolled: ${side}`,
  at: (/** @type {number} */ level, /** @type {string} */ place) => `level ${level}, ${place}`,
  rolled: (/** @type {string} */ side) => `rolled ${side}`,
  step: (/** @type {number} */ level, /** @type {string} */ from, /** @type {string} */ to) =>
    `level ${level} ${from} to the top’s ${to}`,
  putHere: (/** @type {string} */ block) => `put ${block} here`,
  choosePlace: (/** @type {string} */ block) => `${block} is taken: choose where to put it.`,
  expected: (/** @type {string} */ minutes) => `${minutes} expected`,
  lost: (/** @type {string} */ minutes) => `${minutes} lost`,
  section: (/** @type {string} */ side, /** @type {string} */ chance) =>
    `${capital(side)}${chance && `, ${chance}`}`,
  willPass: (/** @type {string[]} */ sides) =>
    sides.length > 1
      ? `Afterwards ${list(sides)} waste a minute.`
      : 'Afterwards only black wastes a minute.',
  ending: (/** @type {string} */ passed, /** @type {string | null} */ expected) =>
    `No block can be taken. The game took ${passed}${expected === null ? '' : `; ${expected} were expected at the start`}.`,
  standing: (/** @type {string} */ passed) => `So far: ${passed}.`,
  luck: {
    ...plain.luck,
    lastRoll: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
      `This roll ${isSaved ? 'saved' : 'cost'} ${minutes}.`,
    rolls: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
      `All rolls ${isSaved ? 'saved' : 'cost'} ${minutes} against what was expected.`,
    movesLost: (/** @type {string} */ minutes) => `The moves lost ${minutes}.`,
  },
  ofLevels: (/** @type {number} */ levels) => count(levels, 'level'),
  contest: {
    ...plain.contest,
    levels: (/** @type {number} */ most) => `the number of levels, 2 to ${most}`,
  },
};
