/**
 * Why a position is won or lost: the player to move wins exactly if every maximum matching of the
 * graph of pairs covers the pair of the pieces. The vertices are the pairs of free cells that are
 * not next to each other and have not been visited, the edges are the moves between them.
 *
 * @import {Position} from './position.js'
 */
import { neighbours, pairText } from './position.js';

/** Graphs with more pairs are not matched on the page. */
const MOST_CELLS = 64;

/**
 * @typedef {object} Reason
 * @property {boolean} covered whether every maximum matching covers the pair
 * @property {number} size the number of edges of a maximum matching
 * @property {number} pairs the number of vertices
 * @property {Map<string, string>} partners the partner of each vertex in that matching
 * @property {Link[]} links edges of one maximum matching that move one piece while the other
 *     stands where it does now; of a lost position one that misses it
 *
 * @typedef {object} Link
 * @property {Cell} from
 * @property {Cell} to
 * @property {number} piece which piece moves
 * @property {boolean} own whether the edge is that of the position itself
 */

/** @type {Map<string, Reason | null>} */
const remembered = new Map();

/** The piece whose moves are drawn first: the one that the matching moves now. @param {Reason} reason */
export function drawnPiece({ links }) {
  return links.find(({ own }) => own)?.piece ?? 0;
}

/** Why; null if the board is too large, or a piece can be captured. @type {(position: Position) => Reason | null} */
export function reasonOf(position) {
  const key = JSON.stringify(position);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const reason = find(position);
  if (remembered.size > 100) remembered.clear();
  remembered.set(key, reason);
  return reason;
}

/** @param {Position} position */
function find(position) {
  const { rows, pieces, captured } = position;
  /** @type {Cell[]} */
  const cells = rows.flatMap((row, y) =>
    [...row].flatMap((cell, x) => (cell === '#' ? [] : [[y, x]])),
  );
  if (captured || cells.length > MOST_CELLS || areNext(pieces[0], pieces[1])) return null;
  const graph = graphOf(position, cells);
  const start = pairText(pieces[0], pieces[1]);
  const steps = graph.get(start) ?? [];
  graph.delete(start);
  /** The partner of each matched pair. @type {Map<string, string>} */
  const partners = new Map();
  for (const pair of graph.keys()) if (!partners.has(pair)) augment(graph, partners, pair);
  // A maximum matching without the pair: the pair is covered if it makes that a larger one.
  graph.set(start, steps);
  const covered = augment(graph, partners, start);
  const links = [0, 1].flatMap((piece) =>
    linksOf(partners, pieces[piece], pieces[1 - piece], piece, cells),
  );
  return { covered, size: partners.size / 2, pairs: graph.size, partners, links };
}

/** @type {(one: Cell, other: Cell) => boolean} */
function areNext(one, other) {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) === 1;
}

/** @typedef {[number, number]} Cell */

/** Pairs, each with those that a move leads to. @type {(position: Position, cells: Cell[]) => Map<string, string[]>} */
function graphOf({ rows, history }, cells) {
  const graph = new Map();
  for (const [index, one] of cells.entries()) {
    for (const other of cells.slice(index + 1)) {
      const name = pairText(one, other);
      if (areNext(one, other) || history.includes(name)) continue;
      graph.set(name, [
        ...neighbours(rows, one).map((to) => pairText(to, other)),
        ...neighbours(rows, other).map((to) => pairText(one, to)),
      ]);
    }
  }
  return graph;
}

/**
 * Matches another two pairs by a path from an unmatched one, which a search in width finds; whether there is a path.
 *
 * @type {(graph: Map<string, string[]>, partners: Map<string, string>, root: string) => boolean}
 */
function augment(graph, partners, root) {
  /** @type {Map<string, string>} */
  const reachedFrom = new Map();
  const waiting = [root];
  for (const from of waiting) {
    for (const to of graph.get(from) ?? []) {
      if (!graph.has(to) || reachedFrom.has(to)) continue;
      reachedFrom.set(to, from);
      const next = partners.get(to);
      if (next !== undefined) {
        waiting.push(next);
        continue;
      }
      // Along the path each pair takes the place of the one before it.
      for (let end = /** @type {string | undefined} */ (to); end !== undefined;) {
        const other = /** @type {string} */ (reachedFrom.get(end));
        const before = partners.get(other);
        partners.set(end, other);
        partners.set(other, end);
        end = before;
      }
      return true;
    }
  }
  return false;
}

/**
 * The edges that move one piece while the other one stands still.
 *
 * @type {(partner: Map<string, string>, moving: Cell, still: Cell, piece: number, cells: Cell[]) => Link[]}
 */
function linksOf(partner, moving, still, piece, cells) {
  const links = [];
  const texts = new Map(cells.map((cell) => [pairText(cell, still), cell]));
  for (const [text, from] of texts) {
    const to = texts.get(partner.get(text) ?? '');
    if (!to || from[0] > to[0] || (from[0] === to[0] && from[1] > to[1])) continue;
    const own = [from, to].some(([row, column]) => row === moving[0] && column === moving[1]);
    links.push({ from, to, piece, own });
  }
  return links;
}
