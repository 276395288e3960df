/** @import {Squares} from '../../ui/square-board.js' */
import { texts } from '../../texts/en.js';
import { cellText, cellWords, readCell } from '../cells.js';
import { lengthsOf } from '../staircase.js';
import { words } from './texts/en.js';

/** @type {Squares} */
export const squares = {
  label: words.board,
  hint: words.hint,
  size: ({ root }) => {
    const lengths = lengthsOf(root.place) ?? [];
    const columns = Math.max(1, lengths[0] ?? 0);
    // Twenty columns fit beside the panel.
    return { rows: Math.max(1, lengths.length), columns, least: columns > 14 ? 30 : 40 };
  },
  step: cellText,
  cell: (row, column, { view, previewed, moves }) => {
    const lengths = lengthsOf(view.node.place) ?? [];
    const step = cellText(row, column);
    const poisoned = row === 0 && column === 0;
    const text = poisoned ? '!' : '';
    if (column >= (lengths[row] ?? 0)) {
      return { classes: 'is-eaten', label: [cellWords(step), words.eaten] };
    }
    const known = moves.get(step);
    const bitten = previewed === null ? null : readCell(previewed);
    const falls = bitten && row >= bitten[0] && column >= bitten[1];
    return {
      text,
      classes: `is-chocolate${falls ? ' is-bitten' : ''}`,
      label: [cellWords(step), poisoned && words.poisoned, !known && words.left],
      step,
      move: known,
    };
  },
  overlay: () => [],
  sentence: (step, view) => {
    const [row, column] = readCell(step) ?? [0, 0];
    const lengths = lengthsOf(view.node.place) ?? [];
    const count = lengths.slice(row).reduce((sum, length) => sum + Math.max(0, length - column), 0);
    return words.takes(cellWords(step), texts.cells(count));
  },
};
