/** @import {GameSetup} from '../../core/game.js' */
import { poj2990 } from './contest.js';
import { TokensEditor } from './editor.js';
import { words } from './texts/en.js';

const { examples } = words;

/** A board of eight rows as contests have it. */
const EIGHT = '......P./..#....#/.......#/...#.##./...#.#.#/......../.....#.#/P.......';

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.only, setup: { start: 'P.#P', board: '' } },
    { label: examples.corners, setup: { start: 'P.../..../..../...P', board: '' } },
    { label: examples.odd, setup: { start: 'P.../..../..../..P.', board: '' } },
    { label: examples.eight, setup: { start: EIGHT, board: '' } },
  ],
  contest: poj2990,
  createEditor: (change) => new TokensEditor(change),
};
