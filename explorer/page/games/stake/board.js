/** @import {Description} from '../../ui/board.js' */
import { svg } from '../../ui/dom.js';
import { cellText, cellWords, outline, readCell } from '../cells.js';
import { fill, largestRegions, mover, rowsOf, sizes } from './rules.js';
import { words } from './texts/en.js';

/** @type {Description} */
export const board = {
  isSquares: true,
  layout({ view, pointed }) {
    const { place } = view.node;
    const rows = rowsOf(place);
    const filled = rowsOf(after(place, pointed));
    if (!rows || !filled) return null;
    return {
      rows: rows.length,
      columns: rows.length,
      least: 40,
      cell: (row, column, name) => {
        const digit = rows[row][column];
        if (digit !== '.')
          return { text: digit, classes: `is-digit digit-${digit}`, label: [digit] };
        const next = name === pointed ? filled[row][column] : '';
        return {
          text: next,
          classes: `is-empty${next && ` digit-${next}`}`,
          label: [words.empty],
          selects: { kind: 'move', step: name },
        };
      },
      overlay: ['0', '1'].flatMap((digit) =>
        largestRegions(filled, digit).flatMap((region) =>
          region.size > 1 ? outlined(region, digit, filled.length) : [],
        ),
      ),
    };
  },
  sentence: (step, { view }) => {
    const { place } = view.node;
    const [zero, one] = sizes(after(place, step));
    return words.fills(mover(place), cellWords(step), zero, one);
  },
  hint: () => words.hint,
};

/** @type {(place: string, step: string | null) => string} */
function after(place, step) {
  return fill(place, step ?? '') ?? place;
}

/** @type {(region: Set<string>, digit: string, side: number) => SVGElement[]} */
function outlined(region, digit, side) {
  const path = outline((row, column) => region.has(cellText(row, column)), side, side, 0.05);
  const [first] = [...region]
    .map((cell) => readCell(cell) ?? [0, 0])
    .sort(([a, b], [c, d]) => a - c || b - d);
  return [
    svg('path', { d: path, class: `region region-${digit}` }),
    svg('circle', {
      cx: first[1] + 0.17,
      cy: first[0] + 0.17,
      r: 0.135,
      class: `region-badge region-badge-${digit}`,
    }),
    svg(
      'text',
      { x: first[1] + 0.17, y: first[0] + 0.175, class: `region-size region-size-${digit}` },
      String(region.size),
    ),
  ];
}
