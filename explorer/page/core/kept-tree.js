/**
 * The moves that were tried from a start, kept so that a reload shows them.
 *
 * @import {State} from './location.js'
 * @import {Node} from './tree.js'
 */
import { readSteps, writeSteps } from './location.js';
import { keep, kept } from './storage.js';

/** The longest tree that is kept, in characters. */
const LONGEST = 100_000;

/**
 * What a tree is kept under: states that have the same show the same tree. Elsewhere than in an
 * analysis, what was tried before would tell too much.
 *
 * @param {State} state
 */
export function treeKey({ game, start, board, mode, seed }) {
  const played = mode === 'review' ? 'play' : mode;
  return `tree ${game} ${start} ${board}${mode === 'analyse' ? '' : ` ${played} ${seed}`}`;
}

/** @type {(state: State, root: Node) => void} */
export function keepTree(state, root) {
  const text = JSON.stringify(root.ends().map(writeSteps));
  if (root.children.length && text.length < LONGEST) keep('sessionStorage', treeKey(state), text);
}

/** The steps to each end of the tree. @type {(state: State) => string[][]} */
export function keptTree(state) {
  try {
    const ends = JSON.parse(kept('sessionStorage', treeKey(state)) ?? '[]');
    return ends.map(readSteps);
  } catch {
    return [];
  }
}
