/** @import {Setup} from '../../core/game.js' */
import { CellEditor } from '../../ui/cell-editor.js';
import { rowsOf } from './rules.js';

/** Boards of 0, 1 and empty cells. */
export class StakeEditor extends CellEditor {
  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    super(
      {
        note: 'A click goes through empty, 0 and 1. There are as many 0s as 1s, or one more.',
        sizes: [{ label: 'Side', least: 1, most: 8 }],
        sizesOf: (rows) => [rows.length],
        empty: ([side]) => Array.from({ length: side }, () => '.'.repeat(side)),
        rowsOf,
        write: (rows) => rows.join('/'),
        characters: '.01',
        names: { '.': 'empty' },
        classes: { '.': 'is-empty', 0: 'is-digit digit-0', 1: 'is-digit digit-1' },
        coordinates: true,
      },
      change,
    );
  }
}
