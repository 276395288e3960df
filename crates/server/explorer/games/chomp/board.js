/** @import {Squares} from '../../ui/square-board.js' */
import { moveTone, short, spoken, words } from '../../core/values.js';
import { cellText, cellWords, readCell } from '../cells.js';
import { lengthsOf } from '../staircase.js';

/** @type {Squares} */
export const squares = {
  legend: [
    { mark: 'W6', text: 'wins in 6 moves' },
    { mark: 'L5', text: 'loses in 5' },
    { mark: '\u2605', text: 'best' },
    { mark: '!', text: 'the poisoned corner' },
  ],
  label: 'Bar',
  hint: 'Point at a cell to see the bite.',
  size: ({ root }) => {
    const lengths = lengthsOf(root.place) ?? [];
    return { rows: Math.max(1, lengths.length), columns: Math.max(1, lengths[0] ?? 0), least: 40 };
  },
  step: (row, column) => cellText(row, column),
  cell: (row, column, { view, previewed, move }) => {
    const lengths = lengthsOf(view.node.place) ?? [];
    const step = cellText(row, column);
    const poisoned = row === 0 && column === 0;
    const text = poisoned ? '!' : '';
    if (column >= (lengths[row] ?? 0)) {
      const last = step === view.node.step ? ' is-last' : '';
      return {
        text: '',
        small: '',
        classes: `is-eaten${last}`,
        label: `${cellWords(step)}, eaten`,
        step: null,
        best: false,
      };
    }
    const known = move(step);
    const bitten = previewed === null ? null : readCell(previewed);
    const falls = bitten && row >= bitten[0] && column >= bitten[1];
    const label = [
      cellWords(step),
      poisoned ? 'poisoned' : '',
      known ? spoken(known.result) : 'left',
      known?.best ? 'best' : '',
    ];
    return {
      text,
      small: known ? short(known.result) : '',
      classes: `is-chocolate ${known ? `tone-${moveTone(known)}` : ''}${falls ? ' is-bitten' : ''}`,
      label: label.filter(Boolean).join(', '),
      step,
      best: Boolean(known?.best),
    };
  },
  overlay: () => [],
  sentence: (step, { view, move }) => {
    const [row, column] = readCell(step) ?? [0, 0];
    const lengths = lengthsOf(view.node.place) ?? [];
    const count = lengths.slice(row).reduce((sum, length) => sum + Math.max(0, length - column), 0);
    const result = move(step)?.result;
    const worth = result ? `: ${words(result)}` : '';
    return `A bite at ${cellWords(step)} takes ${count} ${count === 1 ? 'cell' : 'cells'}${worth}.`;
  },
};
