/** @import {GameSetup} from '../../core/game.js' */
import { createEditor } from './editor.js';
import { bar } from './rules.js';
import { words } from './texts/en.js';

const { examples } = words;

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.bar(3, 4), setup: { start: bar(3, 4), board: '' } },
    { label: examples.bar(5, 5), setup: { start: bar(5, 5), board: '' } },
    { label: examples.twoWinning, setup: { start: bar(8, 10), board: '' } },
    { label: examples.bar(2, 8), setup: { start: bar(2, 8), board: '' } },
    { label: examples.lost, setup: { start: '4,2,2', board: '' } },
  ],
  contest: null,
  createEditor,
};
