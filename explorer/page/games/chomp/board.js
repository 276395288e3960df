/** @import {Description} from '../../ui/board.js' */
import { texts } from '../../texts/en.js';
import { cellWords, readCell } from '../cells.js';
import { lengthsOf } from '../staircase.js';
import { words } from './texts/en.js';

/** @type {Description} */
export const board = {
  isSquares: true,
  layout({ view, pointed, moves }) {
    const lengths = lengthsOf(view.node.place) ?? [];
    const whole = lengthsOf(view.root.place) ?? [];
    const columns = Math.max(1, whole[0] ?? 0);
    const bitten = readCell(pointed ?? '');
    return {
      label: words.board,
      rows: Math.max(1, whole.length),
      columns,
      // Twenty columns fit beside the panel.
      least: columns > 14 ? 30 : 40,
      cell: (row, column, name) => {
        const poisoned = row === 0 && column === 0;
        if (column >= (lengths[row] ?? 0)) return { classes: 'is-eaten', label: [words.eaten] };
        const falls = bitten && row >= bitten[0] && column >= bitten[1];
        return {
          text: poisoned ? '!' : '',
          classes: `is-chocolate${falls ? ' is-bitten' : ''}`,
          label: [poisoned && words.poisoned, !moves.has(name) && words.left],
          selects: { kind: 'move', step: name },
        };
      },
    };
  },
  sentence: (step, { view }) => {
    const [row, column] = readCell(step) ?? [0, 0];
    const lengths = lengthsOf(view.node.place) ?? [];
    const count = lengths.slice(row).reduce((sum, length) => sum + Math.max(0, length - column), 0);
    return words.takes(cellWords(step), texts.cells(count));
  },
  hint: () => words.hint,
};
