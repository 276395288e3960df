/**
 * @import {GameSetup} from '../../core/game.js'
 * @import {Kind} from '../../ui/cell-editor.js'
 */
import { texts } from '../../texts/en.js';
import { cellEditor } from '../../ui/cell-editor.js';
import { poj2990 } from './contest.js';
import { words } from './texts/en.js';

const { examples } = words;

/** A board of eight rows as contests have it. */
const EIGHT = '......P./..#....#/.......#/...#.##./...#.#.#/......../.....#.#/P.......';

const MOST_SIDE = 16;

/** Boards with removed cells and pieces. @type {Kind} */
const cells = {
  note: words.editor,
  sizes: [
    { label: texts.setup.rows, least: 1, most: MOST_SIDE },
    { label: texts.setup.columns, least: 1, most: MOST_SIDE },
  ],
  empty: ([rows, columns]) => Array.from({ length: rows }, () => '.'.repeat(columns)),
  rowsOf: (place) => {
    const rows = place.split(' ')[0].split('/');
    return rows.every((row) => row.length === rows[0].length && /^[.#P]+$/.test(row)) ? rows : null;
  },
  write: (rows) => rows.join('/'),
  characters: '.#P',
  names: { '.': words.free, '#': words.removed, P: words.piece },
  classes: { '#': 'is-removed', P: 'is-piece' },
  coordinates: true,
};

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.only, setup: { start: 'P.#P', board: '' } },
    { label: examples.corners, setup: { start: 'P.../..../..../...P', board: '' } },
    { label: examples.odd, setup: { start: 'P.../..../..../..P.', board: '' } },
    { label: examples.eight, setup: { start: EIGHT, board: '' } },
  ],
  contest: poj2990,
  createEditor: (change) => cellEditor(cells, change),
};
