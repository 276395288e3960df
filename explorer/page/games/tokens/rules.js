/**
 * The rules of Two Tokens. A place is the oracle's text, `P..#/...P history:0,0+0,3;0,1+0,3`; after
 * a capture the rows with one piece left and the word `captured`.
 */
import { cellText, readCell, withCell } from '../cells.js';

/**
 * @typedef {object} Position
 * @property {string[]} rows
 * @property {[number, number][]} pieces
 * @property {string[]} history pairs that may not come back, as `0,0+0,3`
 * @property {boolean} captured
 *
 * @typedef {{step: string, to: [number, number], captures: boolean, visited: boolean}} Step
 */

/** @type {(place: string) => Position | null} */
export function read(place) {
  const [board, extra = ''] = place.split(' ');
  const rows = board.split('/');
  const captured = extra === 'captured';
  if (!rows.every((row) => row.length === rows[0].length && /^[.#P]+$/.test(row))) return null;
  /** @type {[number, number][]} */
  const pieces = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of [...cells].entries()) if (cell === 'P') pieces.push([row, column]);
  }
  if (pieces.length !== (captured ? 1 : 2)) return null;
  const history = extra.startsWith('history:') ? extra.slice(8).split(';').filter(Boolean) : [];
  return { rows, pieces, history, captured };
}

/**
 * A pair of cells as histories have it: the first one in reading order first.
 *
 * @type {(one: [number, number], other: [number, number]) => string}
 */
export function pairText(one, other) {
  const ordered = [one, other].sort(([a, b], [c, d]) => a - c || b - d);
  return ordered.map(([row, column]) => cellText(row, column)).join('+');
}

/**
 * The cells next to a cell that are not removed.
 *
 * @type {(rows: string[], cell: [number, number]) => [number, number][]}
 */
export function neighbours(rows, [row, column]) {
  /** @type {[number, number][]} */
  const around = [
    [row - 1, column],
    [row, column - 1],
    [row, column + 1],
    [row + 1, column],
  ];
  return around.filter(([y, x]) => rows[y]?.[x] !== undefined && rows[y][x] !== '#');
}

/**
 * The steps of one of the pieces onto cells that are not removed: legal ones, and those to visited pairs.
 *
 * @type {(position: Position, index: number) => Step[]}
 */
export function stepsOf({ rows, pieces, history }, index) {
  const from = pieces[index];
  const other = pieces[1 - index];
  if (!from || !other) return [];
  return neighbours(rows, from).map((to) => {
    const captures = to[0] === other[0] && to[1] === other[1];
    const visited = !captures && history.includes(pairText(to, other));
    return { step: `${cellText(...from)}>${cellText(...to)}`, to, captures, visited };
  });
}

/** Where a move leads, null if it is not legal. @type {(place: string, step: string) => string | null} */
export function play(place, step) {
  const position = read(place);
  const [from, to] = step.split('>').map(readCell);
  if (!position || position.captured || !from || !to) return null;
  const index = position.pieces.findIndex(([row, column]) => row === from[0] && column === from[1]);
  const found = stepsOf(position, index).find((candidate) => candidate.step === step);
  if (index < 0 || !found || found.visited) return null;
  const rows = [...position.rows];
  rows[from[0]] = withCell(rows[from[0]], from[1], '.');
  rows[to[0]] = withCell(rows[to[0]], to[1], 'P');
  if (found.captures) return `${rows.join('/')} captured`;
  const [one, other] = position.pieces;
  return `${rows.join('/')} history:${[...position.history, pairText(one, other)].join(';')}`;
}
