/** @import {Squares} from '../../ui/square-board.js' */
import { texts } from '../../texts/en.js';
import { svg } from '../../ui/dom.js';
import { cellText, cellWords, outline, readCell } from '../cells.js';
import { fill, largestRegions, mover, rowsOf, sizes } from './rules.js';
import { words } from './texts/en.js';

/** @type {Squares} */
export const squares = {
  label: texts.board.label,
  hint: words.hint,
  size: ({ node }) => {
    const rows = rowsOf(node.place)?.length ?? 0;
    return { rows, columns: rows, least: 40 };
  },
  step: cellText,
  cell: (row, column, { view, previewed, moves }) => {
    const digit = rowsOf(view.node.place)?.[row][column] ?? '.';
    const step = cellText(row, column);
    if (digit !== '.')
      return { text: digit, classes: `is-digit digit-${digit}`, label: [cellWords(step), digit] };
    const previews = step === previewed ? ` is-preview digit-${mover(view.node.place)}` : '';
    return {
      text: step === previewed ? String(mover(view.node.place)) : '',
      classes: `is-empty${previews}`,
      label: [cellWords(step), words.empty],
      step,
      move: moves.get(step),
    };
  },
  overlay: ({ view, previewed }) => {
    const rows = rowsOf(after(view.node.place, previewed));
    if (!rows) return [];
    return ['0', '1'].flatMap((digit) =>
      largestRegions(rows, digit).flatMap((region) =>
        region.size > 1 ? outlined(region, digit, rows.length) : [],
      ),
    );
  },
  sentence: (step, view) => {
    const { place } = view.node;
    const [zero, one] = sizes(after(place, step));
    return words.fills(mover(place), cellWords(step), zero, one);
  },
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
