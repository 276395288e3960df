/**
 * The numbers from 2 on, in rows.
 *
 * @import {BoardActions, BoardView} from '../../core/game.js'
 * @import {View} from '../../core/session.js'
 * @import {Cell} from '../../ui/grid.js'
 * @import {Sums} from './rules.js'
 */
import { CellBoard } from '../../ui/cell-board.js';
import { attribute, clickable, div } from '../../ui/dom.js';
import { HORIZON, falling, isFinite, payment, read } from './rules.js';
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

/** @implements {BoardView} */
export class Strip extends CellBoard {
  #more = clickable({
    class: 'button',
    click: () => {
      this.#extra += MORE;
      if (this.view) this.show(this.view);
    },
  });
  #columns = TEN;
  #extra = 0;
  #falling = new Set();

  /** @param {BoardActions} actions */
  constructor({ play, preview }) {
    super({
      play: (step) => play(step),
      preview: (_, row, column) => preview(row < 0 ? null : String(this.#numberAt(row, column))),
    });
    this.element = div('strip', this.grid.element, this.#more);
    new ResizeObserver(() => {
      const columns = this.#fitting();
      if (columns === this.#columns) return;
      this.#columns = columns;
      this.draw();
    }).observe(this.element);
  }

  /** How many columns there is room for. */
  #fitting() {
    const { clientWidth } = this.element;
    if (!clientWidth) return this.#columns;
    return Math.max(4, Math.min(TEN, Math.floor(clientWidth / LEAST_WIDTH)));
  }

  /** @param {View} view */
  show(view) {
    if (view.root !== this.view?.root) this.#extra = 0;
    this.#falling = new Set();
    this.#columns = this.#fitting();
    super.show(view);
  }

  /** @type {(row: number, column: number) => number} */
  #numberAt(row, column) {
    return FIRST + row * this.#columns + column;
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const { node, root } = view;
    const sums = read(node.place);
    const beginning = read(root.place);
    if (!sums || !beginning) return;
    const end = Math.min(HORIZON, lastShown(beginning, view) + this.#extra);
    this.grid.show({
      label: words.board,
      rows: Math.ceil((end + 1 - FIRST) / this.#columns),
      columns: this.#columns,
      coordinates: null,
      cell: (row, column) => {
        const number = this.#numberAt(row, column);
        return number > end ? null : this.#cell(number, sums, node.step);
      },
    });
    const largest = isFinite(beginning) ? largestShown(beginning, view) : Infinity;
    attribute(this.#more, 'hidden', end >= Math.min(largest, HORIZON));
    this.#more.textContent = words.showMore(Math.min(MORE, largest - end));
  }

  /** @type {(number: number, sums: Sums, last: string) => Cell} */
  #cell(number, sums, last) {
    const text = String(number);
    const named = sums.named.includes(BigInt(number));
    const classes = [];
    if (text === this.previewed) classes.push('is-preview');
    else if (this.#falling.has(number)) classes.push('is-falling');
    if (text === last) classes.push('is-last');
    if (this.replies.includes(text)) classes.push('is-reply');
    if (sums.unavailable[number]) {
      classes.push(named ? 'is-named' : 'is-gone');
      const { isNamed, notAvailable } = words;
      const how = named ? isNamed : notAvailable(payment(sums, number) ?? '');
      return {
        text,
        small: named ? words.isNamed : '',
        classes: classes.join(' '),
        label: [text, how],
      };
    }
    const move = this.moves.get(text);
    if (!move) classes.push('tone-unknown');
    return {
      text,
      classes: classes.join(' '),
      label: [text, !move && words.isAvailable],
      step: text,
      move,
    };
  }

  /** @type {(step: string | null, replies: string[]) => string} */
  preview(step, replies) {
    const view = this.view;
    const sums = view && read(view.node.place);
    if (!view || !sums) return '';
    const number = step === null ? 0 : Number(step);
    const playable = number >= 2 && number <= HORIZON && !sums.unavailable[number];
    this.#falling = new Set(playable ? falling(sums, number) : []);
    this.point(playable ? step : null, replies);
    if (step === null) return view.over ? '' : words.hint;
    if (!playable) {
      const paid = payment(sums, number);
      return paid ? words.cannot(number, paid) : words.hasBeen(number);
    }
    const others = [...this.#falling].filter((other) => other !== number);
    return words.takes(number, others.length ? list(others, isFinite(sums)) : '');
  }
}

/** @type {(numbers: number[], finite: boolean) => string} */
function list(numbers, finite) {
  const shown = numbers.slice(0, LONGEST_LIST);
  const more = finite ? numbers.length - LONGEST_LIST : null;
  return numbers.length > shown.length ? words.andMore(shown, more) : shown.join(', ');
}

/** The last number shown at first. @type {(beginning: Sums, view: View) => number} */
function lastShown(beginning, view) {
  const largest = largestShown(beginning, view);
  if (view.state.settings.show !== 'named') return Math.max(2, Math.min(largest, SHOWN));
  const named = beginning.named.filter((number) => number <= SHOWN).map(Number);
  return Math.max(2, Math.min(largest, SHOWN), ...named);
}

/** The largest number that was available at first. @type {(beginning: Sums, view: View) => number} */
function largestShown(beginning, { root }) {
  if (!isFinite(beginning)) return SHOWN_OF_INFINITE;
  let largest = HORIZON;
  while (largest > 2 && beginning.unavailable[largest]) largest -= 1;
  return largest < HORIZON ? largest : (root.answer?.largest ?? HORIZON);
}
