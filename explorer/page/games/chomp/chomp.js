/**
 * Chomp.
 *
 * @import {Game} from '../../core/game.js'
 */
import { personAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { bar, lengthsOf, randomStaircase } from '../staircase.js';
import { builtIn, fact, sizes } from '../usual.js';
import { board } from './board.js';
import { firstPlayerWins, reason } from './reason.js';
import { words } from './texts/en.js';

/** @type {Game} */
export const chomp = {
  ...builtIn('chomp', words, bar(2, 3)),
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
    start: (generator) => {
      const rows = 3 + Math.floor(generator() * 5);
      return { start: randomStaircase(generator, rows, 1, 4 + (rows % 6)), board: '' };
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
