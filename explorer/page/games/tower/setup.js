/**
 * @import {GameSetup} from '../../core/game.js'
 * @import {Kind} from '../../ui/cell-editor.js'
 */
import { cellEditor } from '../../ui/cell-editor.js';
import { cf424e } from './contest.js';
import { levelsOf } from './blocks.js';
import { words } from './texts/en.js';

const { examples } = words;

/** Towers, with the top level first as one sees it. @type {Kind} */
const cells = {
  note: words.editor,
  sizes: [{ label: words.levels, least: 1, most: 12 }],
  empty: ([levels]) => Array.from({ length: levels }, () => 'RGB'),
  rowsOf: (place) => levelsOf(place)?.toReversed() ?? null,
  write: (rows) => rows.toReversed().join('/'),
  characters: 'RGB.',
  names: { R: words.sides.red, G: words.sides.green, B: words.sides.blue, '.': words.empty },
  classes: { R: 'block block-R', G: 'block block-G', B: 'block block-B', '.': 'gap' },
  coordinates: false,
};

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: 'RGB/GRG/BBB/GGR/BRG/BRB', board: '' } },
    { label: examples.two, setup: { start: 'RGB/GRG', board: '' } },
    { label: examples.red, setup: { start: 'RRR/RRR/RRR', board: '' } },
    { label: examples.slower, setup: { start: 'RRG/RRB/RRR', board: '' } },
    { label: examples.long, setup: { start: 'RR./RR./RR./RR./RR./RR./RR./RR./RR.', board: '' } },
  ],
  contest: cf424e,
  createEditor: (change) => cellEditor(cells, change),
};
