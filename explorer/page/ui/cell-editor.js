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
  let given = { start: '', board: '' };
  /** @type {string[]} */
  let rows = [];
  const sizesPlace = div('editor-sizes');
  const grid = new Grid({
    play: (_, row, column) => {
      const { characters } = kind;
      const cells = [...rows[row]];
      cells[column] = characters[(characters.indexOf(cells[column]) + 1) % characters.length];
      set(rows.with(row, cells.join('')));
    },
  });

  /** @param {Setup} setup */
  function show(setup) {
    const read = kind.rowsOf(setup.start);
    if (!read) return;
    given = setup;
    rows = read;
    draw();
  }

  function draw() {
    const { characters, names, classes, sizes, coordinates } = kind;
    const current = [rows.length, rows[0].length];
    replace(
      sizesPlace,
      ...sizes.map(({ label, ...range }, index) =>
        selectNumber(label, label, range, current[index], (size) => {
          const empty = kind.empty(current.with(index, size));
          set(empty.map((row, y) => [...row].map((cell, x) => rows[y]?.[x] ?? cell).join('')));
        }),
      ),
    );
    grid.show({
      label: texts.setup.editor,
      rows: rows.length,
      columns: rows[0]?.length ?? 0,
      coordinates: coordinates ? numbered(rows.length, rows[0]?.length ?? 0) : null,
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
    grid.element.style.maxWidth = `${(rows[0]?.length ?? 1) * 48 + 20}px`;
  }

  /** @param {string[]} changed */
  function set(changed) {
    rows = changed;
    draw();
    change({ ...given, start: kind.write(rows) });
  }

  return { element: div('editor', sizesPlace, p('note', kind.note), grid.element), show };
}
