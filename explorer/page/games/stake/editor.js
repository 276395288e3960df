/** @import {Setup} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { CellEditor } from '../../ui/cell-editor.js';
import { rowsOf } from './rules.js';
import { words } from './texts/en.js';

/** Boards of 0, 1 and empty cells. */
export class StakeEditor extends CellEditor {
  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    super(
      {
        note: words.editor,
        sizes: [{ label: texts.setup.side, least: 1, most: 8 }],
        sizesOf: (rows) => [rows.length],
        empty: ([side]) => Array.from({ length: side }, () => '.'.repeat(side)),
        rowsOf,
        write: (rows) => rows.join('/'),
        characters: '.01',
        names: { '.': words.empty },
        classes: { '.': 'is-empty', 0: 'is-digit digit-0', 1: 'is-digit digit-1' },
        coordinates: true,
      },
      change,
    );
  }
}
