/** @import {Description} from '../../ui/board.js' */
import { texts } from '../../texts/en.js';
import { readCell } from '../cells.js';
import { lengthsOf } from '../staircase.js';
import { words } from './texts/en.js';

/** @type {Description} */
export const board = {
  className: 'chomp',
  label: words.board,
  // Twenty columns fit beside the panel.
  least: (columns) => (columns > 14 ? 30 : 40),
  rows: (place, { view }) => {
    const lengths = lengthsOf(place) ?? [];
    const whole = lengthsOf(view.root.place) ?? [0];
    return whole.map((_, row) =>
      Array.from({ length: Math.max(1, whole[0]) }, (_, column) => {
        if (column >= (lengths[row] ?? 0)) return '.';
        return row + column ? 'o' : '!';
      }),
    );
  },
  kinds: {
    '.': { text: '', classes: 'is-eaten', label: words.eaten },
    '!': { classes: 'is-chocolate is-poisoned', label: words.poisoned },
    o: { text: '', classes: 'is-chocolate', label: words.left },
  },
  cell: ({ row, column, letter }, { view }) => {
    if (letter !== '.') return {};
    const lengths = lengthsOf(view.node.place) ?? [];
    const isBelow = column < (lengths[row - 1] ?? 0) && ' is-below';
    const isBeside = column > 0 && column === lengths[row] && ' is-beside';
    // The corner is told of when it is eaten.
    const text = row + column ? '' : '!';
    const poison = text && ' is-poisoned';
    return { text, classes: `is-eaten${poison}${isBelow || ''}${isBeside || ''}` };
  },
  sentence: (step, { view }) => {
    const [row, column] = readCell(step) ?? [0, 0];
    const lengths = lengthsOf(view.node.place) ?? [];
    const count = lengths.slice(row).reduce((sum, length) => sum + Math.max(0, length - column), 0);
    return words.takes(texts.cells(count));
  },
};
