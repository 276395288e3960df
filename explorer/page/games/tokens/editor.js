/** @import {Setup} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { CellEditor } from '../../ui/cell-editor.js';
import { words } from './texts/en.js';

const MOST_SIDE = 16;

/** Boards with removed cells and pieces. */
export class TokensEditor extends CellEditor {
  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    super(
      {
        note: words.editor,
        sizes: [
          { label: texts.setup.rows, least: 1, most: MOST_SIDE },
          { label: texts.setup.columns, least: 1, most: MOST_SIDE },
        ],
        sizesOf: (rows) => [rows.length, rows[0].length],
        empty: ([rows, columns]) => Array.from({ length: rows }, () => '.'.repeat(columns)),
        rowsOf: (place) => {
          const rows = place.split(' ')[0].split('/');
          return rows.every((row) => row.length === rows[0].length && /^[.#P]+$/.test(row))
            ? rows
            : null;
        },
        write: (rows) => rows.join('/'),
        characters: '.#P',
        names: { '.': words.free, '#': words.removed, P: words.piece },
        classes: { '#': 'is-removed', P: 'is-piece' },
        coordinates: true,
      },
      change,
    );
  }
}
