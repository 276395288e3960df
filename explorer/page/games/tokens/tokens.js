/**
 * Two Tokens, the Board Game of POJ.
 *
 * @import {Game, Setup} from '../../core/game.js'
 * @import {Position} from './position.js'
 */
import { personAt } from '../../core/people.js';
import { pick } from '../../core/random.js';
import { texts } from '../../texts/en.js';
import { cellText, cellWords, nearMiddle, readCell, withCell } from '../cells.js';
import { builtIn, fact, setting } from '../usual.js';
import { board } from './board.js';
import { drawnPiece, reasonOf } from './matching.js';
import { partnerOf } from './reason.js';
import { neighbours, pairText, read } from './position.js';
import { words } from './texts/en.js';

const SOURCE = 'Fraenkel, Scheinerman and Ullman, Undirected edge geography, 1993';

/** Of positions with more moves than these mostly none has a single one that wins. */
const FEW = 4;

/** @type {Game} */
export const tokens = {
  ...builtIn('tokens', words, ['P..P', 'P##./#.P./.#..', 'P.#P/....']),
  // One of the four moves wins.
  sizes: ['4', '5', '6'].map((value) => ({ value, label: texts.sizes.square(Number(value)) })),
  random: (generator, size) => randomBoard(generator, Number(size), REMOVED),
  settings: [
    setting('matching', words.matching, { hidden: words.results, shown: words.withMatching }),
  ],
  position: (place) => (place.endsWith(' captured') ? null : place),
  possible: (place) => {
    const { rows = [], pieces = [] } = read(place) ?? {};
    return pieces.flatMap((from) =>
      neighbours(rows, from).map((to) => `${cellText(...from)}>${cellText(...to)}`),
    );
  },
  // A capture leads to no position: the piece that moved stands alone.
  lead: (place, step, position) => {
    if (position !== null) return position ?? null;
    const [row, column] = readCell(step.split('>')[0]) ?? [0, 0];
    const rows = place.split(' ')[0].split('/');
    return `${rows.with(row, withCell(rows[row], column, '.')).join('/')} captured`;
  },
  ended: (view, winner) =>
    view.node.place.endsWith(' captured')
      ? words.captured(personAt(view, winner ?? 0))
      : words.noMove(personAt(view, winner === 0 ? 1 : 0)),
  stepWords: (step) => words.step(...step.split('>').map(cellWords)),
  board: () => board,
  // The pieces could go back, if they might.
  legend: ({ node }) =>
    node.place.includes('history:') ? [{ mark: words.visited, text: words.legend }] : [],
  reason: partnerOf,
  facts({ node }) {
    const position = read(node.place);
    if (!position) return [];
    const visited = position.history.map((pair) => pair.replace('+', texts.and)).join('; ');
    const free = position.rows.join('').replaceAll('#', '').length;
    const { freeCells, visitedPairs, none } = words.facts;
    return [fact(freeCells, String(free)), fact(visitedPairs, visited || none)];
  },
  /** Why the position is won or lost. */
  cards({ node, answer, state, over: ended }) {
    const position = read(node.place);
    const reason = position && !ended ? reasonOf(position) : null;
    const value = answer?.value;
    if (!reason || !value || !('outcome' in value) || (value.outcome === 'win') !== reason.covered)
      return [];
    const { whyWins, whyLoses, coveredText, missedText, drawn } = words;
    const told = reason.covered ? coveredText : missedText;
    const [row, column] = position?.pieces[drawnPiece(reason)] ?? [0, 0];
    const lines = state.settings.matching === 'shown' ? drawn(`${row},${column}`) : '';
    return [
      {
        title: reason.covered ? whyWins : whyLoses,
        text: [told(reason.pairs, 2 * reason.size), lines].filter(Boolean).join(texts.between),
        source: SOURCE,
      },
    ];
  },
  puzzle: {
    start: (generator, size) => randomBoard(generator, 4 + Math.floor(size * 2), RARE),
    /** A piece goes to the middle, or they come together, or part. */
    lures({ start }, { move }) {
      const { rows = [], pieces = [] } = read(start) ?? {};
      const [from, to] = move.split('>');
      const other = pieces.find((piece) => cellText(...piece) !== from) ?? [0, 0];
      const [row, column] = readCell(to) ?? [0, 0];
      const apart = Math.abs(row - other[0]) + Math.abs(column - other[1]);
      return [nearMiddle(to, rows.length, rows[0].length), -apart, apart];
    },
    grown: (generator, round) =>
      randomBoard(generator, Math.min(6, 4 + Math.floor(round / 2)), RARE),
    around: ({ start }, generator, isEarly) => walk(start, generator, isEarly ? 4 : 14),
    count: 80,
    few: FEW,
    stays: ({ start }) => start.replaceAll('P', '.'),
  },
  setup: () => import('./setup.js'),
};

/** How many of the cells of a random board are removed: with fewer most moves win. */
const REMOVED = 0.32;

/** With this many removed a single move of several wins most often, in one of sixty positions. */
const RARE = 0.44;

/**
 * A square board of which such a part of the cells is removed.
 *
 * @type {(generator: () => number, side: number, removed: number) => Setup}
 */
function randomBoard(generator, side, removed) {
  const cells = Array.from({ length: side * side }, (_, index) => ({ index, key: generator() }));
  const order = cells.sort((a, b) => a.key - b.key).map(({ index }) => index);
  const board = Array.from({ length: side * side }, (_, index) => {
    const rank = order.indexOf(index);
    return rank < 2 ? 'P' : rank < 2 + Math.floor(removed * side * side) ? '#' : '.';
  }).join('');
  const rows = Array.from({ length: side }, (_, row) => board.slice(row * side, (row + 1) * side));
  return { start: rows.join('/'), board: '' };
}

/**
 * The positions with some choice to which the pieces walk from a start in so many steps at most.
 *
 * @type {(start: string, generator: () => number, most: number) => string[]}
 */
function walk(start, generator, most) {
  let { rows, pieces } = /** @type {Position} */ (read(start));
  rows = rows.map((row) => row.replaceAll('P', '.'));
  /** @type {string[][]} */
  const [past, found] = [[], []];
  for (let text = start; past.length <= most;) {
    past.push(pairText(pieces[0], pieces[1]));
    const next = [0, 1]
      .flatMap((moved) => neighbours(rows, pieces[moved]).map((cell) => pieces.with(moved, cell)))
      .filter(([one, other]) => !past.includes(pairText(one, other)));
    if (next.length >= FEW) found.push(text);
    const free = next.filter(([one, other]) => `${one}` !== `${other}`);
    if (!free.length) break;
    pieces = pick(free, generator);
    const filled = [...rows];
    for (const [row, column] of pieces) filled[row] = withCell(filled[row], column, 'P');
    text = `${filled.join('/')} history:${past.join(';')}`;
  }
  return found;
}
