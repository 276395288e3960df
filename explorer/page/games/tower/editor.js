/** @import {Setup} from '../../core/game.js' */
import { CellEditor } from '../../ui/cell-editor.js';
import { levelsOf } from './rules.js';
import { words } from './texts/en.js';

/** Towers, with the top level first as one sees it. */
export class TowerEditor extends CellEditor {
  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    super(
      {
        note: words.editor,
        sizes: [{ label: words.levels, least: 1, most: 12 }],
        sizesOf: (rows) => [rows.length],
        empty: ([levels]) => Array.from({ length: levels }, () => 'RGB'),
        rowsOf: (place) => levelsOf(place)?.toReversed() ?? null,
        write: (rows) => rows.toReversed().join('/'),
        characters: 'RGB.',
        names: {
          R: words.sides.red,
          G: words.sides.green,
          B: words.sides.blue,
          '.': words.empty,
        },
        classes: { R: 'block block-R', G: 'block block-G', B: 'block block-B', '.': 'gap' },
        coordinates: false,
      },
      change,
    );
  }
}
