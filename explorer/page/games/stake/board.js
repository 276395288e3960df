/** @import {Description} from '../../ui/board.js' */
import { endingOf } from '../../core/ending.js';
import { svg } from '../../ui/dom.js';
import { cellText, outline, readCell } from '../cells.js';
import { largestRegions, rowsOf, sizes } from './regions.js';
import { words } from './texts/en.js';

/** @type {Description} */
export const board = {
  className: 'stake',
  least: () => 40,
  rows: (place) => rowsOf(place)?.map((row) => [...row]) ?? null,
  kinds: {
    '.': { text: '', classes: 'is-empty', label: words.empty },
    0: { classes: 'is-digit digit-0', label: '0' },
    1: { classes: 'is-digit digit-1', label: '1' },
  },
  cell: ({ letter, then }) => (then === letter ? {} : { classes: `is-empty digit-${then}` }),
  overlay: ({ after }) => {
    const rows = rowsOf(after) ?? [];
    return ['0', '1'].flatMap((digit) =>
      largestRegions(rows, digit).flatMap((region) =>
        region.size > 1 ? outlined(region, digit, rows.length) : [],
      ),
    );
  },
  won: (view) => {
    const { winner } = endingOf(view);
    const rows = rowsOf(view.node.place) ?? [];
    return new Set(
      winner === null ? [] : largestRegions(rows, `${winner}`).flatMap((all) => [...all]),
    );
  },
  sentence: (_, { after }) => words.fills(...sizes(after)),
};

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
