import { capital } from '../../../core/capital.js';
import { count, list } from '../../../core/english.js';
import { described } from '../../described.js';

export const words = {
  title: described.tower.name,
  label: described.tower.label,
  rule: described.tower.rule,
  rules: [
    'The die has one red face, two green, two blue and a black one. If a block of the rolled colour can be taken from below the top level, one must be, and it is put on top. On black, or if there is none, the minute passes.',
    'A level below the top must keep its middle block, or both blocks at its sides. The top level is filled before a new one begins.',
    'A move is written as what is taken and where it is put: 1M>L takes the middle block of level 1, the lowest, and puts it on the left of the top.',
    'The game ends when no block can be taken. You want that to happen soon: the number is how many minutes are left on average. It is the contest task Codeforces 424E.',
  ],
  legend: 'minutes lost against the best move of that colour',
  board: 'Tower, the top level first',
  die: 'Die',
  hasRolled: (/** @type {string} */ side) => `Rolled: ${side}`,
  setIt: 'Roll the die, or set it.',
  rollIt: 'Roll',
  rollAgain: 'Roll again',
  sides: { red: 'red', green: 'green', blue: 'blue', black: 'black' },
  places: { L: 'left', M: 'middle', R: 'right' },
  at: (/** @type {number} */ level, /** @type {string} */ place) => `level ${level}, ${place}`,
  rolled: (/** @type {string} */ side) => `rolled ${side}`,
  step: (/** @type {number} */ level, /** @type {string} */ from, /** @type {string} */ to) =>
    `level ${level} ${from} to the top’s ${to}`,
  canBeTaken: 'can be taken',
  free: 'free',
  empty: 'empty',
  putHere: (/** @type {string} */ block) => `put ${block} here`,
  chooseBlock: 'Choose a block to take.',
  choosePlace: (/** @type {string} */ block) => `${block} is taken: choose where to put it.`,
  expected: (/** @type {string} */ minutes) => `${minutes} expected`,
  lost: (/** @type {string} */ minutes) => `${minutes} lost`,
  section: (/** @type {string} */ side, /** @type {string} */ chance) =>
    `${capital(side)}${chance && `, ${chance}`}`,
  passes: 'The minute passes.',
  willPass: (/** @type {string[]} */ sides) =>
    sides.length > 1
      ? `Afterwards ${list(sides)} waste a minute.`
      : 'Afterwards only black wastes a minute.',
  ends: 'Afterwards no block can be taken.',
  ending: (/** @type {string} */ passed, /** @type {string | null} */ expected) =>
    `No block can be taken. The game took ${passed}${expected === null ? '' : `; ${expected} were expected at the start`}.`,
  standing: (/** @type {string} */ passed) => `So far: ${passed}.`,
  luck: {
    title: 'Luck and skill',
    lastRoll: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
      `This roll ${isSaved ? 'saved' : 'cost'} ${minutes}.`,
    rolls: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
      `All rolls ${isSaved ? 'saved' : 'cost'} ${minutes} against what was expected.`,
    allBest: 'The moves were all best ones.',
    movesLost: (/** @type {string} */ minutes) => `The moves lost ${minutes}.`,
  },
  facts: {
    passed: 'Minutes passed',
    atStart: 'At the start',
    bestPlay: 'expected under best play',
    levels: 'Levels',
  },
  levels: 'Levels',
  ofLevels: (/** @type {number} */ levels) => count(levels, 'level'),
  editor: 'The first row is the top. A click goes through red, green, blue and empty.',
  examples: {
    contest: 'The contest’s tower',
    two: 'Two levels',
    red: 'Three red levels: 18 minutes',
    slower: 'More colours, and slower',
    long: '72 minutes',
  },
  lesson: [
    { step: 'red' },
    {
      step: '1L>M',
      text: 'Red: a red block must be taken from below the top level, where a level has to keep its middle or both sides. Which one can be taken? Put it on top, in the middle.',
    },
    { step: 'blue' },
    { step: '1R>L', text: 'Blue: which block can be taken now? Put it on top, on the left.' },
    { step: 'green' },
    {
      step: '2L>R',
      text: 'Green: the block at the bottom must stay, as it is all that its level has. Take the left one of the second level, and put it on the right.',
    },
  ],
  lessonEnd:
    'So it goes on until no block can be taken, and black only costs time. The sooner it ends, the better.',
  contest: {
    format: 'n, then n levels of three letters R, G, B, the bottom first.',
    levels: (/** @type {number} */ most) => `the number of levels, 2 to ${most}`,
  },
};
