/**
 * @import {GameSetup} from '../../core/game.js'
 * @import {Edited} from '../../ui/cell-editor.js'
 */
import { texts } from '../../texts/en.js';
import { gridEditor } from '../../ui/cell-editor.js';
import { numbered } from '../../ui/grid.js';
import { bar, lengthsOf, write } from '../staircase.js';
import { words } from './texts/en.js';

const { examples } = words;

const MOST_SIDE = 20;

/** How many rows and columns are shown besides those that are filled. */
const SPARE = 2;
const LEAST_SHOWN = 6;

/** A bar that ends where one clicks. @type {Edited} */
const edited = {
  note: words.editor,
  press: (setup, row, column) => {
    const old = lengthsOf(setup.start) ?? [];
    const length = old[row] === column + 1 ? column : column + 1;
    const lengths = Array.from({ length: Math.max(old.length, row + 1) }, (_, other) => {
      const current = old[other] ?? 0;
      if (other < row) return Math.max(current, length);
      return other === row ? length : Math.min(current, length);
    });
    return { ...setup, start: write(lengths) };
  },
  layout: (setup) => {
    const lengths = lengthsOf(setup.start);
    if (!lengths || lengths.length > MOST_SIDE || lengths[0] > MOST_SIDE) return null;
    const shown = (/** @type {number} */ filled) =>
      Math.min(MOST_SIDE, Math.max(LEAST_SHOWN, filled + SPARE));
    const [rows, columns] = [shown(lengths.length), shown(lengths[0])];
    return {
      rows,
      columns,
      coordinates: numbered(rows, columns),
      cell: (row, column) => {
        const left = column < (lengths[row] ?? 0);
        return {
          text: row === 0 && column === 0 ? '!' : '',
          classes: left ? 'is-chocolate' : 'is-eaten',
          label: [texts.cell(row, column), left ? words.left : words.eaten],
          step: 'end',
        };
      },
    };
  },
};

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
  createEditor: (change) => gridEditor(edited, change),
};
