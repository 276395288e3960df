/**
 * The numbers from 2 on, in rows.
 *
 * @import {View} from '../../core/view.js'
 * @import {Description} from '../../ui/board.js'
 * @import {Sums} from './sums.js'
 */
import { attribute, clickable } from '../../ui/dom.js';
import { waysOf } from '../ways.js';
import { HORIZON, available, isFinite, payment, read } from './sums.js';
import { words } from './texts/en.js';

/** The first number that can be named. */
const FIRST = 2;

/** Rows of ten put numbers with equal last digits below each other. */
const TEN = 10;

/** The least width of a cell, so that a finger hits it. */
const LEAST_WIDTH = 46;

/** The last number shown at first, and how many more at a time. */
const SHOWN = 119;
const MORE = 100;

/** The last number shown at first where infinitely many are left. */
const SHOWN_OF_INFINITE = 59;

/** The longest list of numbers in a sentence. */
const LONGEST_LIST = 24;

/** @type {() => Description} */
export function board() {
  let extra = 0;
  const endOf = (/** @type {View} */ view) => Math.min(HORIZON, lastShown(view) + extra);
  return {
    className: 'strip',
    isFluid: true,
    label: words.board,
    coordinates: null,
    name: (row, column, _, columns) => String(FIRST + row * columns + column),
    ways: (view) => {
      const sums = read(view.node.place);
      return waysOf(sums ? available(sums, endOf(view)).map(String) : []);
    },
    rows: (place, { view, width }) => {
      const sums = read(place);
      if (!sums) return null;
      const count = endOf(view) + 1 - FIRST;
      const fitting = width ? Math.floor(width / LEAST_WIDTH) : TEN;
      // Few numbers are large.
      const columns = Math.max(4, Math.min(TEN, fitting, Math.ceil(Math.sqrt(2 * count))));
      const letters = Array.from({ length: count }, (_, at) =>
        sums.unavailable[FIRST + at] ? 'x' : '.',
      );
      return Array.from({ length: Math.ceil(count / columns) }, (_, row) =>
        letters.slice(row * columns, (row + 1) * columns),
      );
    },
    cell: ({ name, letter, then, known }, { view, pointed }) => {
      const sums = /** @type {Sums} */ (read(view.node.place));
      const isNamed = sums.named.includes(BigInt(name));
      if (letter === 'x') {
        const why = isNamed ? words.isNamed : words.notAvailable(payment(sums, Number(name)) ?? '');
        const classes = isNamed ? 'is-named' : 'is-gone';
        return { text: name, small: isNamed ? words.isNamed : '', classes, label: [why] };
      }
      const isFalling = then !== letter && name !== pointed;
      return {
        text: name,
        classes: `${isFalling ? 'is-falling' : ''} ${known.length ? '' : 'tone-unknown'}`.trim(),
        label: [!known.length && words.isAvailable],
      };
    },
    sentence: (step, { view, after }) => {
      const sums = /** @type {Sums} */ (read(view.node.place));
      const number = Number(step);
      const others = available(sums, HORIZON).filter(
        (other) => other !== number && read(after)?.unavailable[other],
      );
      return words.takes(number, others.length ? list(others, isFinite(sums)) : '');
    },
    whyNot: (cell, { node }) => {
      const sums = read(node.place);
      const paid = sums && payment(sums, Number(cell));
      return paid ? words.cannot(Number(cell), paid) : words.hasBeen(Number(cell));
    },
    beside: (_, redraw) => {
      const click = () => {
        extra += MORE;
        redraw();
      };
      const element = clickable({ class: 'button', click });
      /** @type {View['root'] | null} */
      let shown = null;
      return {
        element,
        show: (view) => {
          if (view.root !== shown) extra = 0;
          shown = view.root;
          const end = endOf(view);
          const beginning = read(view.root.place);
          const isEndless = beginning && !isFinite(beginning);
          const largest = isEndless ? Infinity : largestShown(view);
          attribute(element, 'hidden', end >= Math.min(largest, HORIZON));
          element.textContent = words.showMore(Math.min(MORE, largest - end));
        },
      };
    },
  };
}

/** @type {(numbers: number[], finite: boolean) => string} */
function list(numbers, finite) {
  const shown = numbers.slice(0, LONGEST_LIST);
  const more = finite ? numbers.length - LONGEST_LIST : null;
  return numbers.length > shown.length ? words.andMore(shown, more) : shown.join(', ');
}

/** The last number shown at first. @param {View} view */
function lastShown(view) {
  const largest = largestShown(view);
  if (view.state.settings.show !== 'named') return Math.max(2, Math.min(largest, SHOWN));
  const all = read(view.root.place)?.named ?? [];
  const named = all.filter((number) => number <= SHOWN).map(Number);
  return Math.max(2, Math.min(largest, SHOWN), ...named);
}

/** The largest number that was available at first. @param {View} view */
function largestShown({ root }) {
  const beginning = read(root.place);
  if (!beginning || !isFinite(beginning)) return SHOWN_OF_INFINITE;
  let largest = HORIZON;
  while (largest > 2 && beginning.unavailable[largest]) largest -= 1;
  return largest < HORIZON ? largest : (root.answer?.largest ?? HORIZON);
}
