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
import { boardOf, cellsOf, waysOf } from './position.js';
import { words } from './texts/en.js';

/** This much of a text is told where it is not drawn. */
const LONGEST_TOLD = 80;

/** @type {(movesAt: (place: string) => MoveAnswer[]) => Description} */
export const boardBy = (movesAt) => ({
  className: 'custom',
  isSquares: true,
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
  layout({ view, pointed, chosen }) {
    const { place } = view.node;
    const board = boardOf(place);
    if (!board) return null;
    const { rows, columns } = board;
    const { cells, pieces } = waysOf(movesAt(place), board);
    const next = pointed === null ? null : view.game.play(place, pointed, '');
    const after = boardOf(next ?? '')?.rows ?? rows;
    return {
      rows: rows.length,
      columns,
      // Wide boards scroll, as far as fingers need it.
      least: columns > 14 ? 30 : 44,
      most: 104,
      cell: (row, column, name) => {
        const letter = rows[row][column];
        // A letter is missing where a row is shorter than others.
        if (letter === undefined) return null;
        const target = chosen === null ? undefined : pieces.get(chosen)?.get(name);
        const played = target ?? cells.get(name);
        const own = [...(pieces.get(name)?.values() ?? [])];
        // A piece that is not chosen shows the best of its moves.
        const move = played ?? (chosen === null ? own[0] : undefined);
        const then = after[row]?.[column] ?? letter;
        const shown = then === '.' ? letter : then;
        const { empty, chosen: isChosen, movable, reached } = words;
        const classes = [
          letter === '.' ? 'is-empty' : 'is-letter',
          then !== letter && (then === '.' ? 'is-leaving' : 'is-coming'),
          target && 'is-reached',
        ];
        const label = [
          letter === '.' ? empty : letter,
          name === chosen ? isChosen : target ? reached : !played && own.length > 0 && movable,
        ];
        const steps = own.map((each) => each.move);
        const piece = { kind: /** @type {const} */ ('piece'), piece: name, steps };
        return {
          text: shown === '.' ? '' : shown,
          classes: classes.filter(Boolean).join(' '),
          label,
          selects: played ? { kind: 'move', step: played.move } : steps.length ? piece : undefined,
          move: view.results ? move : undefined,
        };
      },
    };
  },
  sentence: (step, { view }) => {
    const { game, node } = view;
    if (cellsOf(step, boardOf(node.place)).length)
      return capital(texts.sentence(game.stepWords(step)));
    const place = game.play(node.place, step, '') ?? '';
    const told = place.length > LONGEST_TOLD ? `${place.slice(0, LONGEST_TOLD)} …` : place;
    return words.leadsTo(step, told);
  },
  hint: ({ view: { node }, chosen }) => {
    const { cell, piece, target, list } = words.hints;
    const moves = movesAt(node.place);
    if (!moves.length) return '';
    if (chosen !== null) return target;
    const { cells, pieces } = waysOf(moves, boardOf(node.place));
    if (cells.size) return cell;
    if (pieces.size) return piece;
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
