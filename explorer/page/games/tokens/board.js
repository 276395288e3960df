/**
 * The board with two pieces. A click on a piece chooses it, one on a cell next to it moves it;
 * where only one piece can get to a cell, one click is enough.
 *
 * @import {Description, Shown} from '../../ui/board.js'
 * @import {Cell} from '../../ui/grid.js'
 * @import {Position} from './rules.js'
 */
import { texts } from '../../texts/en.js';
import { short } from '../../core/values.js';
import { svg } from '../../ui/dom.js';
import { cellText } from '../cells.js';
import { drawnPiece, reasonOf } from './matching.js';
import { read, stepsOf } from './rules.js';
import { words } from './texts/en.js';

/** @type {Description} */
export const board = {
  className: 'tokens',
  isSquares: true,
  layout(shown) {
    const position = read(shown.view.node.place);
    if (!position) return null;
    const { rows, pieces } = position;
    const discs = pieces.map((cell, piece) =>
      circle(cell, 0.27, `disc${String(piece) === shown.chosen ? ' is-chosen' : ''}`),
    );
    return {
      rows: rows.length,
      columns: rows[0].length,
      least: 44,
      most: 104,
      cell: (row, column, name) => {
        const content = rows[row][column];
        if (content === '#')
          return { text: '\u00d7', classes: 'is-removed', label: [words.removed] };
        return content === 'P' ? pieceAt(name, position, shown) : freeAt(name, position, shown);
      },
      overlay: [...links(position, shown), ...discs],
    };
  },
  sentence: (step, { view }) => {
    const said = view.game.stepWords(step);
    const captures = view.game.play(view.node.place, step, '')?.endsWith(' captured');
    return captures ? words.hints.captured(said) : texts.sentence(said);
  },
  hint: ({ chosen }, selection) => {
    const { choosePiece, chooseCell, cannotMove } = words.hints;
    if (selection?.kind === 'piece' && !selection.steps.length) return cannotMove;
    return chosen === null ? choosePiece : chooseCell;
  },
};

/** How the pieces get to a cell: the chosen one if one is chosen. @type {(name: string, position: Position, shown: Shown) => ReturnType<typeof stepsOf>} */
function waysTo(name, position, { chosen }) {
  return [0, 1]
    .filter((piece) => chosen === null || chosen === String(piece))
    .flatMap((piece) => stepsOf(position, piece))
    .filter(({ to }) => cellText(...to) === name);
}

/** A cell without a piece. @type {(name: string, position: Position, shown: Shown) => Cell} */
function freeAt(name, position, shown) {
  const there = waysTo(name, position, shown);
  const legal = there.filter(({ visited }) => !visited);
  const moves = legal.flatMap(({ step }) => shown.moves.get(step) ?? []);
  const visited = there.length > 0 && !legal.length;
  const reached = shown.chosen !== null && legal.length > 0;
  const how = visited ? words.visited : legal.length > 1 && words.both;
  return {
    small: visited ? words.visited : moves.map(({ result }) => short(result)).join(' / '),
    classes: `is-free ${visited ? 'is-visited' : ''} ${legal.length ? 'is-target' : ''} ${reached ? 'is-reached' : ''}`,
    label: [words.free, how, reached && words.canBeReached],
    selects: legal.length === 1 ? { kind: 'move', step: legal[0].step } : undefined,
  };
}

/** The cell of a piece, with the moves onto it. @type {(name: string, position: Position, shown: Shown) => Cell} */
function pieceAt(name, position, shown) {
  const { view, chosen } = shown;
  const index = position.pieces.findIndex((cell) => cellText(...cell) === name);
  const piece = String(index);
  const isOther = chosen !== null && chosen !== piece;
  const [target] = isOther ? waysTo(name, position, shown) : [];
  const steps = stepsOf(position, index).flatMap(({ step, visited }) => (visited ? [] : [step]));
  return {
    classes: `is-piece ${target ? 'is-reached' : ''}`,
    label: [words.piece, piece === chosen && words.chosen, target && words.canBeCaptured],
    selects: target
      ? { kind: 'move', step: target.step }
      : view.over
        ? undefined
        : { kind: 'piece', piece, steps },
  };
}

/** The edges of a matching that move one piece while the other one stays. @type {(position: Position, shown: Shown) => SVGElement[]} */
function links(position, { view, chosen }) {
  const isShown = view.state.settings.matching === 'shown' && view.results && !view.over;
  const reason = isShown ? reasonOf(position) : null;
  if (!reason) return [];
  const piece = chosen === null ? drawnPiece(reason) : Number(chosen);
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
