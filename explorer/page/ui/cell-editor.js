/** @import {Editor, Setup} from '../core/game.js' */
import { texts } from '../texts/en.js';
import { div, p, replace, selectNumber } from './dom.js';
import { Grid, numbered } from './grid.js';

/**
 * How the cells of a board are edited.
 *
 * @typedef {object} Kind
 * @property {string} note what a click does
 * @property {{label: string, least: number, most: number}[]} sizes rows and columns, or one side
 * @property {(rows: string[]) => number[]} sizesOf the sizes of a board
 * @property {(sizes: number[]) => string[]} empty a board of these sizes
 * @property {(place: string) => string[] | null} rowsOf the rows of a position
 * @property {(rows: string[]) => string} write
 * @property {string} characters what a cell goes through when it is clicked
 * @property {Record<string, string>} names as read aloud
 * @property {Record<string, string>} classes
 * @property {boolean} coordinates
 */

/**
 * A board whose cells go through their contents when they are clicked.
 *
 * @implements {Editor}
 */
export class CellEditor {
  #kind;
  #change;
  #setup = { start: '', board: '' };
  /** @type {string[]} */
  #rows = [];
  #sizes = div('editor-sizes');
  #grid = new Grid({ play: (_, row, column) => this.#turn(row, column), preview: () => {} });

  /**
   * @param {Kind} kind
   * @param {(setup: Setup) => void} change
   */
  constructor(kind, change) {
    this.#kind = kind;
    this.#change = change;
    this.element = div('editor', this.#sizes, p('note', kind.note), this.#grid.element);
  }

  /** @param {Setup} setup */
  show(setup) {
    const rows = this.#kind.rowsOf(setup.start);
    if (!rows) return;
    this.#setup = setup;
    this.#rows = rows;
    this.#draw();
  }

  #draw() {
    const { characters, names, classes, sizes, sizesOf, coordinates } = this.#kind;
    const rows = this.#rows;
    const current = sizesOf(rows);
    replace(
      this.#sizes,
      ...sizes.map(({ label, ...range }, index) =>
        selectNumber(label, label, range, current[index], (size) => this.#resize(index, size)),
      ),
    );
    this.#grid.show({
      label: texts.setup.editor,
      rows: rows.length,
      columns: rows[0]?.length ?? 0,
      coordinates: coordinates
        ? { rows: numbered(rows.length), columns: numbered(rows[0]?.length ?? 0) }
        : null,
      cell: (row, column) => {
        const character = rows[row][column];
        return {
          text: character === '.' ? '' : character,
          classes: classes[character] ?? '',
          label: [texts.cell(row, column), names[character] ?? character],
          step: characters,
        };
      },
    });
    const columns = rows[0]?.length ?? 1;
    this.#grid.element.style.maxWidth = `${columns * 48 + 20}px`;
  }

  /** @type {(index: number, size: number) => void} */
  #resize(index, size) {
    const sizes = this.#kind.sizesOf(this.#rows);
    sizes[index] = size;
    const empty = this.#kind.empty(sizes);
    const old = this.#rows;
    this.#set(
      empty.map((row, y) => [...row].map((character, x) => old[y]?.[x] ?? character).join('')),
    );
  }

  /** @type {(row: number, column: number) => void} */
  #turn(row, column) {
    const { characters } = this.#kind;
    const cells = [...this.#rows[row]];
    cells[column] = characters[(characters.indexOf(cells[column]) + 1) % characters.length];
    this.#set(this.#rows.with(row, cells.join('')));
  }

  /** @param {string[]} rows */
  #set(rows) {
    this.#rows = rows;
    this.#draw();
    this.#change({ ...this.#setup, start: this.#kind.write(rows) });
  }
}
