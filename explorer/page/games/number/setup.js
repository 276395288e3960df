/** @import {GameSetup} from '../../core/game.js' */
import { poj1143 } from './contest.js';
import { createEditor } from './editor.js';
import { upTo } from './rules.js';
import { words } from './texts/en.js';

const { examples } = words;

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: upTo(20), board: '' } },
    { label: examples.forty, setup: { start: upTo(40), board: '' } },
    { label: examples.nothing, setup: { start: 'after:', board: '' } },
    { label: examples.open, setup: { start: 'after:16', board: '' } },
    { label: examples.five, setup: { start: 'after:5,7', board: '' } },
    { label: examples.loss, setup: { start: 'after:11,16,58', board: '' } },
    { label: examples.theorem, setup: { start: 'after:101,103', board: '' } },
    { label: examples.pairs, setup: { start: 'after:8,12', board: '' } },
  ],
  contest: poj1143,
  createEditor,
};
