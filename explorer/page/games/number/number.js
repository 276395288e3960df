/**
 * The Number Game, which is Sylver coinage.
 *
 * @import {Game, Setup} from '../../core/game.js'
 */
import { grouped } from '../../core/figures.js';
import { personAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { builtIn, fact, setting, sizes } from '../usual.js';
import { board } from './board.js';
import { HORIZON, available, isFinite, read } from './sums.js';
import { reason } from './reason.js';
import { words } from './texts/en.js';

/** Infinitely many numbers can be named; those up to here are enough for a reply. */
const REPLIES = 100;

/** @type {Game} */
export const number = {
  ...builtIn('number', words, ['2 3 7', '2 3 4 6 7 11', 'after:5,6', 'after:4,5']),
  sizes,
  /** Two numbers without a common factor that have been named. */
  random(generator, size) {
    const [least, most, last] = PAIRS[/** @type {keyof typeof PAIRS} */ (size)];
    const pairs = [];
    for (let one = least; one <= most; one += 1) {
      for (let other = one + 1; other <= last; other += 1) {
        const sums = read(`after:${one},${other}`);
        if (sums && isFinite(sums) && one * other - one - other <= 40) pairs.push([one, other]);
      }
    }
    const [one, other] = pairs[Math.floor(generator() * pairs.length)];
    return { start: `after:${one},${other}`, board: '' };
  },
  settings: [setting('show', words.show, { available: words.available, named: words.named })],
  /** The position as the board shows it: by the available numbers, or by the named ones. */
  copied({ node, answer, state }) {
    const sums = read(node.place);
    if (state.settings.show === 'named' && sums) return `after:${sums.named.join(',')}`;
    return answer?.position ?? node.place;
  },
  // What is named stays told, in that order. The oracle does not list moves of which it does not know what they do.
  lead: (place, step, position) => {
    const sums = read(place);
    if (!sums || sums.listed) return position ?? null;
    const isNumber =
      /^\d{1,19}$/.test(step) && BigInt(step) > 1n && !sums.unavailable[Number(step)];
    return isNumber ? `after:${[...sums.named, BigInt(step)].join(',')}` : null;
  },
  possible: (place) => {
    const sums = read(place);
    return sums ? available(sums, REPLIES).map(String) : [];
  },
  ended: (view, winner) =>
    view.node.ply ? words.namedLast(personAt(view, winner ?? 0)) : words.noneAtStart,
  sections({ moves, left }) {
    if (!moves?.length) return [];
    const isPartial = left === null || (left !== undefined && moves.length < left);
    const note = isPartial ? words.moreMoves : '';
    return [{ title: '', note, before: [], moves, all: !isPartial }];
  },
  marksMoves: false,
  board,
  legend: () => [],
  reason,
  facts({ node, answer }) {
    const sums = read(node.place);
    if (!sums || !answer) return [];
    const finite = isFinite(sums);
    const left = available(sums, HORIZON);
    const exact = answer.left !== undefined && answer.left !== null;
    const count = exact ? answer.left : left.length;
    const largest = exact ? answer.largest : left.at(-1);
    const least = sums.named.length ? sums.named.reduce((a, b) => (a < b ? a : b)) : null;
    const told = words.facts;
    return [
      fact(told.available, finite ? grouped(count ?? 0) : told.infinite, told.genus),
      fact(told.largest, finite && largest ? grouped(largest) : told.none, told.frobenius),
      fact(told.multiplicity, least === null ? told.none : grouped(least), told.multiplicityNote),
      sums.listed
        ? fact(told.generators, sums.named.join(', ') || told.none, told.generatorsNote)
        : fact(told.named, sums.named.join(', ') || told.none),
    ];
  },
  cards({ answer }) {
    if (!answer?.theorem) return [];
    const { statement, source } = answer.theorem;
    return [{ title: words.theorem, text: texts.oracle.theorem(statement), source }];
  },
  puzzle: {
    start: (generator, size) => left(generator, 14 + Math.floor(size * 3 + generator() * 8), 4),
    /** The largest, the least, and what takes most away, or least. */
    lures({ start }, { move, position }) {
      const left = (position ?? '').split(' ').length - start.split(' ').length;
      return [Number(move), -Number(move), left, -left];
    },
    grown: (generator, round) => left(generator, Math.min(40, 7 + 2 * round), 2),
    count: 50,
  },
  setup: () => import('./setup.js'),
  map: () => import('./map.js'),
};

/** The pairs of named numbers of a size, whose largest number left is at most 40. */
const PAIRS = { small: [3, 5, 8], medium: [5, 6, 11], large: [6, 7, 11] };

/**
 * The numbers up to a last one that are left after some random ones.
 *
 * @type {(generator: () => number, last: number, most: number) => Setup}
 */
function left(generator, last, most) {
  const named = Array.from({ length: 1 + Math.floor(generator() * most) }, () =>
    Math.floor(4 + generator() * (last - 3)),
  );
  const sums = read(`after:${named.join(',')}`);
  return { start: (sums && available(sums, last).join(' ')) || 'none', board: '' };
}
