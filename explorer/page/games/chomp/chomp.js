/**
 * Chomp.
 *
 * @import {Game} from '../../core/game.js'
 */
import { personAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { nearMiddle, readCell } from '../cells.js';
import { bar, lengthsOf, randomStaircase } from '../staircase.js';
import { builtIn, fact, sizes } from '../usual.js';
import { board } from './board.js';
import { firstPlayerWins, reason, reasonOf } from './reason.js';
import { words } from './texts/en.js';

/** @type {Game} */
export const chomp = {
  ...builtIn('chomp', words, ['2,2', '3,3,3', '3,3', '3,3,3,3']),
  sizes,
  /** A whole bar of a size. */
  random(generator, size) {
    const [rows, columns] = LEAST[/** @type {keyof typeof LEAST} */ (size)];
    const more = () => Math.floor(generator() * 3);
    return { start: bar(rows + more(), columns + more()), board: '' };
  },
  ended: (view, winner) => {
    if (view.node.ply === 0) return words.nothingLeft;
    // Whoever took the corner has lost.
    return words.tookCorner(personAt(view, winner === 0 ? 1 : 0));
  },
  marksMoves: false,
  board: () => board,
  legend: () => [{ mark: '!', text: words.legend }],
  reason,
  facts({ node }) {
    const lengths = lengthsOf(node.place) ?? [];
    const left = lengths.reduce((sum, length) => sum + length, 0);
    return [fact(words.leftCells, texts.cells(left))];
  },
  cards({ node, over }) {
    if (over || !firstPlayerWins(node.place)) return [];
    const { title, text, source } = words.whyFirst;
    return [{ title, text, source }];
  },
  puzzle: {
    start: (generator, size) => {
      const rows = 5 + Math.floor(size * 4);
      return { start: randomStaircase(generator, rows, 1, 15 - rows), board: '' };
    },
    /** It takes most, and it is in the middle. What a lesson teaches is no puzzle. */
    lures({ start }, { move, position }) {
      const lengths = lengthsOf(start) ?? [];
      const [row, column] = readCell(move) ?? [0, 0];
      const taken = lengths.slice(row).reduce((sum, has) => sum + Math.max(0, has - column), 0);
      const isTaught = reasonOf(position ?? '') !== '';
      return [taken, -taken, nearMiddle(move, lengths.length, lengths[0]), Number(isTaught)];
    },
    grown: (generator, round) => {
      const [rows, columns] = [2 + Math.ceil(round / 2), 3 + Math.floor(round / 2)];
      const most = Math.min(10, columns);
      return { start: randomStaircase(generator, Math.min(10, rows), most - 1, most), board: '' };
    },
    count: 80,
  },
  setup: () => import('./setup.js'),
  map: () => import('./map.js'),
};

/** The least number of rows and columns of a size; there are up to two more of each. */
const LEAST = { small: [2, 3], medium: [4, 5], large: [7, 8] };
