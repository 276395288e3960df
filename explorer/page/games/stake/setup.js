/** @import {GameSetup} from '../../core/game.js' */
import { poj3317 } from './contest.js';
import { StakeEditor } from './editor.js';
import { words } from './texts/en.js';

const { examples } = words;

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: '01.1/00../.01./...1', board: '' } },
    { label: examples.three, setup: { start: '.../.../...', board: '' } },
    { label: examples.four, setup: { start: '..../..../..../....', board: '' } },
    { label: examples.bySix, setup: { start: '1011/1000/0001/11..', board: '' } },
    { label: examples.five, setup: { start: '01.../10.../..0../...01/..0.1', board: '' } },
  ],
  contest: poj3317,
  createEditor: (change) => new StakeEditor(change),
};
