/**
 * @import {GameSetup} from '../../core/game.js'
 * @import {Kind} from '../../ui/cell-editor.js'
 */
import { texts } from '../../texts/en.js';
import { cellEditor } from '../../ui/cell-editor.js';
import { poj3317 } from './contest.js';
import { rowsOf } from './regions.js';
import { words } from './texts/en.js';

const { examples } = words;

/** Boards of 0, 1 and empty cells. @type {Kind} */
const cells = {
  note: words.editor,
  sizes: [{ label: texts.setup.side, least: 1, most: 8 }],
  empty: ([side]) => Array.from({ length: side }, () => '.'.repeat(side)),
  rowsOf,
  write: (rows) => rows.join('/'),
  characters: '.01',
  names: { '.': words.empty },
  classes: { '.': 'is-empty', 0: 'is-digit digit-0', 1: 'is-digit digit-1' },
  coordinates: true,
};

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
  createEditor: (change) => cellEditor(cells, change),
};
