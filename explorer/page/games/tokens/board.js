/**
 * The board with two pieces. A click on a piece chooses it, one on a cell next to it moves it;
 * where only one piece can get to a cell, one click is enough.
 *
 * @import {Description, Shown} from '../../ui/board.js'
 */
import { short } from '../../core/values.js';
import { svg } from '../../ui/dom.js';
import { cellText } from '../cells.js';
import { drawnPiece, reasonOf } from './matching.js';
import { neighbours, read } from './position.js';
import { words } from './texts/en.js';

/** A pawn in a cell. */
const PAWN =
  'M.28 .8q0-.1 .1-.12q.06-.16 .06-.2h-.06v-.06h.04a.13 .13 0 1 1 .16 0h.04v.06h-.06q0 .04 .06 .2q.1 .02 .1 .12z';

/** @type {Description} */
export const board = {
  className: 'tokens',
  oneClick: true,
  least: () => 44,
  rows: (place) => read(place)?.rows.map((row) => [...row]) ?? null,
  kinds: {
    '.': { text: '', classes: 'is-free', label: words.free },
    '#': { text: '', classes: 'is-removed', label: words.removed },
    P: { text: '', classes: 'is-piece', label: words.piece },
  },
  cell: ({ name, letter, selects }, { view, chosen, ways, moves }) => {
    // One that cannot move says so.
    if (letter === 'P' && selects.kind === 'cell' && !view.over)
      return { selects: { kind: 'piece', piece: name, steps: [] } };
    // The pieces are drawn above their cells.
    if (letter !== '.') return selects.kind === 'piece' ? { move: null } : {};
    const pieces = read(view.node.place)?.pieces ?? [];
    const movable = pieces.filter((piece) => chosen === null || cellText(...piece) === chosen);
    const rows = view.node.place.split(' ')[0].split('/');
    const isNear = movable.some((piece) =>
      neighbours(rows, piece).some((cell) => cellText(...cell) === name),
    );
    const legal = ways.filter(
      ({ path: [from, to] }) => to === name && (chosen === null || from === chosen),
    );
    const isVisited = isNear && ways.length > 0 && !legal.length;
    const isReached = chosen !== null && selects.kind === 'move';
    const known = legal.flatMap(({ step }) => moves.get(step) ?? []);
    const how = isVisited ? words.visited : legal.length > 1 && words.both;
    return {
      small: isVisited ? words.visited : known.map(({ result }) => short(result)).join(' / '),
      classes: `is-free ${isVisited ? 'is-visited' : ''} ${legal.length ? 'is-target' : ''}`,
      label: [words.free, how, isReached && words.canBeReached],
    };
  },
  overlay: (shown) => {
    const pieces = read(shown.view.node.place)?.pieces ?? [];
    const pawns = pieces.map(([row, column]) => {
      const name = cellText(row, column);
      const classes = `disc${name === shown.chosen ? ' is-chosen' : ''}`;
      // Where it stands is told by its place in the drawing, so that it can move.
      return svg(
        'g',
        { 'data-at': name, transform: `translate(${column} ${row})` },
        svg('path', { class: classes, d: PAWN }),
        svg('circle', { class: 'disc is-shine', cx: 0.455, cy: 0.27, r: 0.045 }),
      );
    });
    return [...links(shown), ...pawns];
  },
  sentence: (step, { view, after }) => {
    const said = view.game.stepWords(step);
    return after.endsWith(' captured') ? words.hints.captured(said) : '';
  },
  hint: ({ chosen }, selection) => {
    const { choosePiece, chooseCell, cannotMove } = words.hints;
    if (selection?.kind === 'piece' && !selection.steps.length) return cannotMove;
    return chosen === null ? choosePiece : chooseCell;
  },
};

/** The edges of a matching that move one piece while the other one stays. @param {Shown} shown */
function links({ view, chosen }) {
  const position = read(view.node.place);
  const isShown = view.state.settings.matching === 'shown' && view.results && !view.over;
  const reason = isShown && position ? reasonOf(position) : null;
  if (!position || !reason) return [];
  const at = position.pieces.findIndex((cell) => cellText(...cell) === chosen);
  const piece = at < 0 ? drawnPiece(reason) : at;
  return reason.links
    .filter((link) => link.piece === piece)
    .flatMap(({ from, to, own }) => [
      svg('path', {
        d: `M${from[1] + 0.5} ${from[0] + 0.5}L${to[1] + 0.5} ${to[0] + 0.5}`,
        class: `match${own ? ' is-own' : ''}`,
      }),
      ...[from, to].map((cell) => circle(cell, 0.1, `match-end${own ? ' is-own' : ''}`)),
    ]);
}

/** In the middle of a cell. @type {(cell: [number, number], r: number, className: string) => SVGElement} */
function circle([row, column], r, className) {
  return svg('circle', { cx: column + 0.5, cy: row + 0.5, r, class: className });
}
