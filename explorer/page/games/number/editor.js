/** @import {Editor, Setup} from '../../core/game.js' */
import { div, p } from '../../ui/dom.js';
import { Grid } from '../../ui/grid.js';
import { read } from './rules.js';
import { words } from './texts/en.js';

const LAST = 50;

/**
 * Numbers that are named by a click, and taken back by another one.
 *
 * @implements {Editor}
 */
export class NumberEditor {
  #change;
  #setup = { start: 'after:', board: '' };
  // Cells that a finger hits, and on wide screens rows of ten.
  #columns = innerWidth < 560 ? 6 : 10;
  #grid = new Grid({ play: (step) => this.#toggle(BigInt(step)), preview: () => {} });
  element = div('editor', p('note', words.editor.note), this.#grid.element);

  /** @param {(setup: Setup) => void} change */
  constructor(change) {
    this.#change = change;
  }

  /** @param {Setup} setup */
  show(setup) {
    const sums = read(setup.start);
    if (!sums) return;
    this.#setup = setup;
    const { isNamed, isGone, isAvailable } = words;
    this.#grid.show({
      label: words.editor.label,
      rows: Math.ceil((LAST - 1) / this.#columns),
      columns: this.#columns,
      coordinates: null,
      cell: (row, column) => {
        const number = 2 + row * this.#columns + column;
        const text = String(number);
        const named = sums.named.includes(BigInt(number));
        const gone = Boolean(sums.unavailable[number]);
        return {
          text,
          small: named ? words.isNamed : '',
          classes: named ? 'is-named' : gone ? 'is-gone' : 'tone-unknown',
          label: [text, named ? isNamed : gone ? isGone : isAvailable],
          step: named || !gone ? text : null,
        };
      },
    });
  }

  /** @param {bigint} number */
  #toggle(number) {
    const named = read(this.#setup.start)?.named ?? [];
    const others = named.filter((other) => other !== number);
    const kept = others.length < named.length ? others : [...named, number];
    const sorted = kept.sort((a, b) => (a < b ? -1 : 1));
    const setup = { ...this.#setup, start: `after:${minimal(sorted).join(',')}` };
    this.show(setup);
    this.#change(setup);
  }
}

/**
 * The numbers that are no sums of smaller ones: only they could have been named in any order.
 *
 * @param {bigint[]} sorted
 */
function minimal(sorted) {
  /** @type {bigint[]} */
  const found = [];
  for (const number of sorted) {
    const sums = read(`after:${found.join(',')}`);
    if (number > 4096n || !sums?.unavailable[Number(number)]) found.push(number);
  }
  return found;
}
