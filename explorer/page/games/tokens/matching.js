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
  const all = maximum(graph, '');
  const without = maximum(graph, start);
  const covered = without.size < all.size;
  const partners = covered ? all : without;
  const links = [0, 1].flatMap((piece) =>
    linksOf(partners, pieces[piece], pieces[1 - piece], piece, cells),
  );
  return { covered, size: all.size / 2, pairs: graph.size, partners, links };
}

/** @type {(one: Cell, other: Cell) => boolean} */
function areNext(one, other) {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) === 1;
}

/** @typedef {Map<string, {even: boolean, next: string[]}>} Graph */

/** @typedef {[number, number]} Cell */

/** @type {(position: Position, cells: Cell[]) => Graph} */
function graphOf({ rows, history }, cells) {
  /** @type {Graph} */
  const graph = new Map();
  const visited = new Set(history);
  for (const [index, one] of cells.entries()) {
    for (const other of cells.slice(index + 1)) {
      const name = pairText(one, other);
      if (areNext(one, other) || visited.has(name)) continue;
      const even = (one[0] + one[1] + other[0] + other[1]) % 2 === 0;
      const steps = [
        ...neighbours(rows, one).map((to) => pairText(to, other)),
        ...neighbours(rows, other).map((to) => pairText(one, to)),
      ];
      graph.set(name, { even, next: steps });
    }
  }
  for (const vertex of graph.values()) vertex.next = vertex.next.filter((name) => graph.has(name));
  return graph;
}

/**
 * The partner of each matched vertex, by augmenting paths, each found by a search in width; one vertex is left out.
 *
 * @type {(graph: Graph, missing: string) => Map<string, string>}
 */
function maximum(graph, missing) {
  /** @type {Map<string, string>} */
  const partner = new Map();
  for (const [name, { even }] of graph) {
    if (even && name !== missing) augment(graph, partner, name, missing);
  }
  return partner;
}

/**
 * Matches another pair of vertices by a path from an unmatched one, if there is a path.
 *
 * @type {(graph: Graph, partner: Map<string, string>, root: string, missing: string) => void}
 */
function augment(graph, partner, root, missing) {
  /** @type {Map<string, string>} */
  const reachedFrom = new Map();
  const waiting = [root];
  for (const even of waiting) {
    for (const odd of graph.get(even)?.next ?? []) {
      if (odd === missing || reachedFrom.has(odd)) continue;
      reachedFrom.set(odd, even);
      const next = partner.get(odd);
      if (next !== undefined) {
        waiting.push(next);
        continue;
      }
      // Along the path each pair takes the place of the one before it.
      for (let end = /** @type {string | undefined} */ (odd); end !== undefined;) {
        const from = /** @type {string} */ (reachedFrom.get(end));
        const before = partner.get(from);
        partner.set(end, from);
        partner.set(from, end);
        end = before;
      }
      return;
    }
  }
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
