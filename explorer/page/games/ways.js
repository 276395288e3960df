/**
 * What can be chosen on a board next, which follows from its moves alone.
 *
 * @import {Selection} from '../core/game.js'
 *
 * @typedef {object} Way a move by cells
 * @property {string} step
 * @property {string[]} path the cells that are chosen for it one after the other: one, or a piece's and its target's
 */

/** Moves that are written as their cells, `1,2` or `1,2>3,4`. @type {(steps: string[]) => Way[]} */
export function waysOf(steps) {
  return steps.map((step) => ({ step, path: step.split('>') }));
}

/**
 * What a cell stands for: a move if it is all that is still to be chosen, a piece with the moves that begin there, or
 * neither.
 *
 * @type {(name: string, ways: Way[], chosen: string | null, oneClick?: boolean) => Selection}
 */
export function selectionAt(name, ways, chosen, oneClick) {
  const to = ways.filter(({ path }) => path[path.length - 1] === name);
  const last = to.find(({ path }) => path.length === 1 || path[0] === chosen);
  if (last) return { kind: 'move', step: last.step };
  const steps = ways.filter(({ path }) => path[0] === name).map(({ step }) => step);
  if (steps.length) return { kind: 'piece', piece: name, steps };
  const isOnly = oneClick && chosen === null && to.length === 1;
  return isOnly ? { kind: 'move', step: to[0].step } : { kind: 'cell', cell: name };
}
