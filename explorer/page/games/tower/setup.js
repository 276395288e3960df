/** @import {GameSetup} from '../../core/game.js' */
import { cf424e } from './contest.js';
import { TowerEditor } from './editor.js';
import { words } from './texts/en.js';

const { examples } = words;

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: 'RGB/GRG/BBB/GGR/BRG/BRB', board: '' } },
    { label: examples.two, setup: { start: 'RGB/GRG', board: '' } },
    { label: examples.red, setup: { start: 'RRR/RRR/RRR', board: '' } },
    { label: examples.slower, setup: { start: 'RRG/RRB/RRR', board: '' } },
    {
      label: examples.long,
      setup: { start: 'RR./RR./RR./RR./RR./RR./RR./RR./RR.', board: '' },
    },
  ],
  contest: cf424e,
  createEditor: (change) => new TowerEditor(change),
};
