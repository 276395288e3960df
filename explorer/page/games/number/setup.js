/**
 * @import {GameSetup} from '../../core/game.js'
 * @import {Edited} from '../../ui/cell-editor.js'
 */
import { gridEditor } from '../../ui/cell-editor.js';
import { poj1143 } from './contest.js';
import { read, upTo } from './sums.js';
import { words } from './texts/en.js';

const { examples } = words;

const LAST = 50;

/** Cells that a finger hits, and on wide screens rows of ten. */
const columns = innerWidth < 560 ? 6 : 10;

/** Numbers that are named by a click, and taken back by another one. @type {Edited} */
const edited = {
  note: words.editor.note,
  label: words.editor.label,
  isWide: true,
  press: (setup, row, column) => {
    const number = BigInt(2 + row * columns + column);
    const named = read(setup.start)?.named ?? [];
    const others = named.filter((other) => other !== number);
    const kept = others.length < named.length ? others : [...named, number];
    // Only numbers that are no sums of smaller ones could have been named in any order.
    const found = [];
    for (const one of kept.sort((a, b) => (a < b ? -1 : 1))) {
      const sums = read(`after:${found.join(',')}`);
      if (one > 4096n || !sums?.unavailable[Number(one)]) found.push(one);
    }
    return { ...setup, start: `after:${found.join(',')}` };
  },
  layout: (setup) => {
    const sums = read(setup.start);
    if (!sums) return null;
    const { isNamed, isGone, isAvailable } = words;
    return {
      rows: Math.ceil((LAST - 1) / columns),
      columns,
      coordinates: null,
      cell: (row, column) => {
        const number = 2 + row * columns + column;
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
    };
  },
};

/** @type {GameSetup} */
export const setup = {
  examples: [
    { label: examples.contest, setup: { start: upTo(20), board: '' } },
    { label: examples.forty, setup: { start: upTo(40), board: '' } },
    { label: examples.nothing, setup: { start: 'after:', board: '' } },
    { label: examples.open, setup: { start: 'after:16', board: '' } },
    { label: examples.five, setup: { start: 'after:5,7', board: '' } },
    { label: examples.loss, setup: { start: 'after:11,16,58', board: '' } },
    { label: examples.theorem, setup: { start: 'after:101,103', board: '' } },
    { label: examples.pairs, setup: { start: 'after:8,12', board: '' } },
  ],
  contest: poj1143,
  createEditor: (change) => gridEditor(edited, change),
};
