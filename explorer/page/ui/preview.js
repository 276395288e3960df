/**
 * What the board points at: what somebody points at, else what a lesson or a review is about.
 *
 * @import {Selection} from '../core/game.js'
 * @import {View} from '../core/view.js'
 */
import { play } from '../core/known.js';
import { dueOf } from '../core/lesson.js';

/**
 * @param {View} view
 * @param {Selection | null} pointed
 * @param {string | null} tried the move that was made against what a lesson says
 * @returns {Selection | null}
 */
export function shownOf(view, pointed, tried) {
  const { state, reviewed } = view;
  if (pointed && pointed.kind !== 'cell') return pointed;
  const due = dueOf(view);
  // A lesson points at the other player's move, and not at the one that it asks for.
  const told = due && (tried ?? (due.text === undefined ? due.step : null));
  const step = told ?? (reviewed ? state.tried : '');
  return step ? { kind: 'move', step } : pointed;
}

/**
 * Whether another tap on what is pointed at makes a move, which the page then says.
 *
 * @type {(view: View, pointed: Selection | null, tried: string | null) => boolean}
 */
export function canTap({ game, state, node, free, reviewed, results }, pointed, tried) {
  if (pointed?.kind !== 'move' || !free) return false;
  const { step } = pointed;
  // What is told already need not be tapped again.
  if (step === tried || (reviewed && !results && step === state.tried)) return false;
  return (play(game, node.place, step, state.board) ?? null) !== null;
}
