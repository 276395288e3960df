/** @import {Editor, Setup} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { div, p } from '../../ui/dom.js';
import { Grid, numbered } from '../../ui/grid.js';
import { lengthsOf, write } from '../staircase.js';
import { words } from './texts/en.js';

const MOST_SIDE = 20;

/** How many rows and columns are shown besides those that are filled. */
const SPARE = 2;
const LEAST_SHOWN = 6;

/**
 * A bar that ends where one clicks.
 *
 * @implements {Editor}
 */
export class ChompEditor {
  #change;
  #setup = { start: '0', board: '' };
  #grid = new Grid({ play: (_, row, column) => this.#end(row, column), preview: () => {} });
  element = div('editor', p('note', words.editor), this.#grid.element);

  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    this.#change = change;
  }

  /** @param {Setup} setup */
  show(setup) {
    const lengths = lengthsOf(setup.start);
    if (!lengths || lengths.length > MOST_SIDE || lengths[0] > MOST_SIDE) return;
    this.#setup = setup;
    const shown = (/** @type {number} */ filled) =>
      Math.min(MOST_SIDE, Math.max(LEAST_SHOWN, filled + SPARE));
    const [rows, columns] = [shown(lengths.length), shown(lengths[0])];
    this.#grid.show({
      label: texts.setup.editor,
      rows,
      columns,
      coordinates: { rows: numbered(rows), columns: numbered(columns) },
      cell: (row, column) => {
        const left = column < (lengths[row] ?? 0);
        return {
          text: row === 0 && column === 0 ? '!' : '',
          classes: left ? 'is-chocolate' : 'is-eaten',
          label: [texts.cell(row, column), left ? words.left : words.eaten],
          step: 'end',
        };
      },
    });
    this.#grid.element.style.maxWidth = `${columns * 48 + 20}px`;
  }

  /** @type {(row: number, column: number) => void} */
  #end(row, column) {
    const old = lengthsOf(this.#setup.start) ?? [];
    const length = old[row] === column + 1 ? column : column + 1;
    const lengths = Array.from({ length: Math.max(old.length, row + 1) }, (_, other) => {
      const current = old[other] ?? 0;
      if (other < row) return Math.max(current, length);
      return other === row ? length : Math.min(current, length);
    });
    const setup = { ...this.#setup, start: write(lengths) };
    this.show(setup);
    this.#change(setup);
  }
}
