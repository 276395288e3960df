/** @import {Editor, Setup} from '../core/game.js' */
import { texts } from '../texts/en.js';
import { div, p, selectNumber, update } from './dom.js';
import { Grid, numbered } from './grid.js';

/**
 * @typedef {import('./grid.js').Layout} Layout
 *
 * @typedef {object} Edited
 * @property {string} note what a click does
 * @property {(setup: Setup) => Omit<Layout, 'label'> | null} layout null for what cannot be edited here
 * @property {(setup: Setup, row: number, column: number) => Setup} press what a click makes of it
 * @property {string} [label] the name of the board
 * @property {boolean} [isWide] whether it is as wide as there is room, however many columns it has
 */

/**
 * An editor whose cells are clicked.
 *
 * @type {(edited: Edited, change: (setup: Setup) => void, above?: HTMLElement) => Editor}
 */
export function gridEditor({ note, layout, press, label, isWide }, change, above) {
  /** @type {Setup} */
  let given = { start: '', board: '' };
  const grid = new Grid({
    play: (_, row, column) => {
      const setup = press(given, row, column);
      show(setup);
      change(setup);
    },
  });

  /** @param {Setup} setup */
  function show(setup) {
    const found = layout(setup);
    if (!found) return;
    given = setup;
    grid.show({ label: label ?? texts.setup.editor, ...found });
    if (!isWide) grid.element.style.maxWidth = `${found.columns * 48 + 20}px`;
  }

  return { element: div('editor', above, p('note', note), grid.element), show };
}

/**
 * How the cells of a board of letters are edited.
 *
 * @typedef {object} Kind
 * @property {string} note what a click does
 * @property {{label: string, least: number, most: number}[]} sizes rows and columns, or one side
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
 * @type {(kind: Kind, change: (setup: Setup) => void) => Editor}
 */
export function cellEditor(kind, change) {
  const { characters, names, classes, sizes, coordinates, rowsOf, write } = kind;
  const sizesPlace = div('editor-sizes');
  /** @type {(rows: string[], setup: Setup) => void} */
  const showSizes = (rows, setup) =>
    update(
      sizesPlace,
      ...sizes.map(({ label, ...range }, index) => {
        const current = [rows.length, rows[0].length];
        return selectNumber(label, label, range, current[index], (size) => {
          const empty = kind.empty(current.with(index, size));
          const resized = empty.map((row, y) => [...row].map((cell, x) => rows[y]?.[x] ?? cell));
          const changed = { ...setup, start: write(resized.map((row) => row.join(''))) };
          editor.show(changed);
          change(changed);
        });
      }),
    );
  /** @type {Edited} */
  const edited = {
    note: kind.note,
    layout: (setup) => {
      const rows = rowsOf(setup.start);
      if (!rows) return null;
      showSizes(rows, setup);
      const columns = rows[0].length;
      const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
        const character = rows[row][column];
        return {
          text: character === '.' ? '' : character,
          classes: classes[character] ?? '',
          label: [texts.cell(row, column), names[character] ?? character],
          step: characters,
        };
      };
      const edges = coordinates ? numbered(rows.length, columns) : null;
      return { rows: rows.length, columns, coordinates: edges, cell };
    },
    press: (setup, row, column) => {
      const rows = rowsOf(setup.start) ?? [];
      const cells = [...rows[row]];
      cells[column] = characters[(characters.indexOf(cells[column]) + 1) % characters.length];
      return { ...setup, start: write(rows.with(row, cells.join(''))) };
    },
  };
  const editor = gridEditor(edited, change, sizesPlace);
  return editor;
}
