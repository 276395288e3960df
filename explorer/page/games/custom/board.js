/**
 * The board of a game that the page knows nothing of, from answers alone: the letters of the
 * position's text in squares. A move that is a cell is a click on it; one from a cell to another one
 * is two clicks. All others are in the list of moves, and so is every move where a text has no rows.
 *
 * @import {MoveAnswer} from '../../core/oracle.js'
 * @import {View} from '../../core/view.js'
 * @import {Description} from '../../ui/board.js'
 */
import { capital } from '../../core/capital.js';
import { texts } from '../../texts/en.js';
import { attribute, p } from '../../ui/dom.js';
import { cellText } from '../cells.js';
import { boardOf, cellsOf } from './position.js';
import { words } from './texts/en.js';

/** This much of a text is told where it is not drawn. */
const LONGEST_TOLD = 80;

/** @type {(movesAt: (place: string) => MoveAnswer[]) => Description} */
export const boardBy = (movesAt) => ({
  className: 'custom',
  least: (columns) => (columns > 14 ? 30 : 44),
  rows: (place) => boardOf(place)?.rows ?? null,
  ways: ({ node: { place } }) => {
    const board = boardOf(place);
    const ways = movesAt(place).map(({ move }) => ({ step: move, path: cellsOf(move, board) }));
    return ways.filter(({ path }) => path.length);
  },
  beside: () => {
    const element = p('custom-text');
    const show = (/** @type {View} */ { node }) => {
      const board = boardOf(node.place);
      const text = board ? board.rest : node.place;
      element.textContent = text;
      element.classList.toggle('is-rest', Boolean(board));
      attribute(element, 'hidden', !text);
    };
    return { element, show };
  },
  sentence: (step, { view }) => {
    const { game, node } = view;
    if (cellsOf(step, boardOf(node.place)).length)
      return capital(texts.sentence(game.stepWords(step)));
    const place = game.play(node.place, step, '') ?? '';
    const told = place.length > LONGEST_TOLD ? `${place.slice(0, LONGEST_TOLD)} …` : place;
    return words.leadsTo(step, told);
  },
  hint: ({ view: { node }, chosen, ways }) => {
    const { cell, piece, target, list } = words.hints;
    if (!movesAt(node.place).length) return '';
    if (chosen !== null) return target;
    if (ways.length) return ways.some(({ path }) => path.length === 1) ? cell : piece;
    // A frame of another site has no list.
    return document.querySelector('.moves') ? list : '';
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
});
