/**
 * Stake Your Claim.
 *
 * @import {Game, Setup} from '../../core/game.js'
 */
import { texts } from '../../texts/en.js';
import { cellText } from '../cells.js';
import { builtIn, fact } from '../usual.js';
import { board } from './board.js';
import { reason } from './reason.js';
import { fill, mover, rowsOf, sizes } from './rules.js';
import { words } from './texts/en.js';

/** @type {Game} */
export const stake = {
  ...builtIn('stake', words, '01./01./10.'),
  players: words.players,
  sizes: ['3', '4', '5'].map((value) => ({ value, label: texts.sizes.square(Number(value)) })),
  random: (generator, size) => randomBoard(generator, Number(size), MOST_EMPTY),
  readable: (place) => rowsOf(place) !== null,
  play: fill,
  legal: (place) =>
    (rowsOf(place) ?? []).flatMap((row, y) =>
      [...row].flatMap((cell, x) => (cell === '.' ? [cellText(y, x)] : [])),
    ),
  mover: ({ place }) => mover(place),
  ending({ node }) {
    const [zero, one] = sizes(node.place);
    const text = words.ending(zero, one);
    if (zero === one) return { winner: null, margin: 0, text };
    return { winner: zero > one ? 0 : 1, margin: Math.abs(zero - one), text };
  },
  marksMoves: false,
  board: () => board,
  legend: ({ node }) =>
    sizes(node.place).some((size) => size > 1) ? [{ mark: '▢', text: words.legend }] : [],
  reason,
  facts({ node }) {
    const [zero, one] = sizes(node.place);
    const empty = node.place.split('.').length - 1;
    const { largest, empty: emptyCells } = words.facts;
    return [
      fact(largest('0'), texts.cells(zero)),
      fact(largest('1'), texts.cells(one)),
      fact(emptyCells, texts.cells(empty)),
    ];
  },
  puzzle: {
    start: () => ({ start: '..../..../..../....', board: '' }),
    grown: (generator, round) => randomBoard(generator, round < 2 ? 3 : 4, 6 + round),
    steps: 13,
    early: 3,
    games: 15,
  },
  setup: () => import('./setup.js'),
};

/** At most this many cells of a random board are empty, so that it is answered at once. */
const MOST_EMPTY = 14;

/**
 * A board with some digits in it, as many of each; at most this many cells are empty.
 *
 * @type {(generator: () => number, side: number, empty: number) => Setup}
 */
function randomBoard(generator, side, empty) {
  const least = Math.max(2, side * side - empty);
  let start = Array.from({ length: side }, () => '.'.repeat(side)).join('/');
  for (let filled = 0; filled < least + (least % 2); filled += 1) {
    const empty = stake.legal(start, '');
    start = stake.play(start, empty[Math.floor(generator() * empty.length)], '') ?? start;
  }
  return { start, board: '' };
}
