/** @import {Setup} from '../../core/game.js' */
import { texts } from '../../texts/en.js';
import { CellEditor } from '../../ui/cell-editor.js';
import { levelsOf } from './rules.js';

/** Towers, with the top level first as one sees it. */
export class TowerEditor extends CellEditor {
  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    super(
      {
        note: texts.tower.editor,
        sizes: [{ label: texts.tower.levels, least: 1, most: 12 }],
        sizesOf: (rows) => [rows.length],
        empty: ([levels]) => Array.from({ length: levels }, () => 'RGB'),
        rowsOf: (place) => levelsOf(place)?.toReversed() ?? null,
        write: (rows) => rows.toReversed().join('/'),
        characters: 'RGB.',
        names: {
          R: texts.tower.sides.red,
          G: texts.tower.sides.green,
          B: texts.tower.sides.blue,
          '.': texts.tower.empty,
        },
        classes: { R: 'block block-R', G: 'block block-G', B: 'block block-B', '.': 'gap' },
        coordinates: false,
      },
      change,
    );
  }
}
