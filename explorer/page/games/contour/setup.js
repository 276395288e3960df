/** @import {GameSetup} from '../../core/game.js' */
import { p4363 } from './contest.js';
import { createEditor } from './editor.js';
import { randomBoard } from './rules.js';
import { words } from './texts/en.js';

const { examples } = words;

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: '0', board: '2 3 2 7 3 9 1 2 3 7 2 2 3 1' } },
    { label: examples.greed, setup: { start: '1', board: '2 2 0 9 0 0 0 1 5 0' } },
    { label: examples.minusOne, setup: { start: '0', board: `6 6 ${'0 '.repeat(71)}1` } },
    { label: examples.random(5), setup: randomBoard(Math.random, 5) },
    { label: examples.random(8), setup: randomBoard(Math.random, 8) },
  ],
  contest: p4363,
  createEditor,
};
