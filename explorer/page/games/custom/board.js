/**
 * The board of a game that the page knows nothing of, from answers alone: the letters of the
 * position's text in squares. A move that is a cell is a click on it; one from a cell to another one
 * is two clicks. All others are in the list of moves, and so is every move where a text has no rows.
 *
 * @import {View} from '../../core/view.js'
 * @import {Description} from '../../ui/board.js'
 */
import { legal, play } from '../../core/known.js';
import { attribute, p } from '../../ui/dom.js';
import { cellText, readCell } from '../cells.js';
import { boardOf, cellsOf } from './position.js';
import { words } from './texts/en.js';

/** This much of a text is told where it is not drawn. */
const LONGEST_TOLD = 80;

/** @type {Description} */
export const letters = {
  className: 'custom',
  least: (columns) => (columns > 14 ? 30 : 44),
  rows: (place) => boardOf(place)?.rows ?? null,
  ways: ({ game, node: { place }, state }) => {
    const board = boardOf(place);
    const steps = legal(game, place, state.board);
    const ways = steps.map((step) => ({ step, path: cellsOf(step, board) }));
    return ways.filter(({ path }) => path.length);
  },
  beside: () => {
    const element = p('custom-text');
    const show = (/** @type {View} */ { node, over }) => {
      const board = boardOf(node.place);
      const rest = board?.rest ?? node.place;
      const text = board && /(^| )\S$/.test(rest) ? words.turn(rest) : rest;
      element.textContent = text;
      element.classList.toggle('is-rest', Boolean(board));
      attribute(element, 'hidden', !text || (over && board !== null));
    };
    return { element, show };
  },
  sentence: (step, { view }) => {
    const { game, node, state } = view;
    // What the board shows need not be said.
    if (cellsOf(step, boardOf(node.place)).length) return '';
    const place = play(game, node.place, step, state.board) ?? '';
    const told = place.length > LONGEST_TOLD ? `${place.slice(0, LONGEST_TOLD)} …` : place;
    return words.leadsTo(step, told);
  },
  hint: ({ view: { game, node, state }, chosen, ways }) => {
    const { piece, target, list } = words.hints;
    if (!legal(game, node.place, state.board).length) return '';
    if (chosen !== null) return target;
    if (ways.length) return ways.some(({ path }) => path.length === 1) ? '' : piece;
    // A frame of another site has no list.
    return document.querySelector('.moves') ? list : '';
  },
  won: (view) => {
    const [cell = ''] = [...(letters.last?.(view) ?? [])].slice(-1);
    const isLine = view.game.inCatalogue?.kind === words.kinds.alignment;
    return new Set((isLine && lineThrough(boardOf(view.node.place)?.rows ?? [], cell)) || [cell]);
  },
  last: ({ node: { place, parent, step } }) => {
    // Those that it names, else those that it changed.
    const board = boardOf(place);
    const named = cellsOf(step, board);
    const old = parent && boardOf(parent.place)?.rows;
    if (named.length || !old) return new Set(named);
    const changed = (board?.rows ?? []).flatMap((row, y) =>
      row.flatMap((letter, x) => (letter === old[y]?.[x] ? [] : [cellText(y, x)])),
    );
    return new Set(changed);
  },
};

/** The line of three equal letters or more through a cell. @type {(rows: string[][], cell: string) => string[] | undefined} */
function lineThrough(rows, cell) {
  const [y, x] = readCell(cell) ?? [0, 0];
  const letter = rows[y]?.[x];
  const along = (/** @type {number} */ down, /** @type {number} */ right) => {
    const isSame = (/** @type {number} */ at) => rows[y + at * down]?.[x + at * right] === letter;
    let far = 0;
    while (isSame(far + 1)) far += 1;
    return Array.from({ length: far }, (_, at) =>
      cellText(y + (at + 1) * down, x + (at + 1) * right),
    );
  };
  // Down to the left, to the right, down, and down to the right.
  return [-1, 2, 0, 1]
    .map((right) => (right === 2 ? [0, 1] : [1, right]))
    .map(([down, right]) => [cell, ...along(down, right), ...along(-down, -right)])
    .find((line) => letter !== '.' && line.length > 2);
}
