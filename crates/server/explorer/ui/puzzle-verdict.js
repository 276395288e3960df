/** @import {Session, View} from '../core/session.js' */
import { words } from '../core/values.js';
import { element, star } from './dom.js';

/**
 * What is to be found, and whether the move that was tried is it.
 *
 * @param {View} view
 * @param {Session} session
 * @returns {HTMLElement[]}
 */
export function puzzleVerdict({ game, state, root, path }, session) {
  const given =
    path.find((node) => game.roll === null || game.roll(node.place, () => 0) === null) ?? root;
  const answer = given.answer;
  const tried = path[given.ply + 1];
  if (!answer || state.at <= given.ply || !tried) {
    return [
      element('p', { class: 'puzzle-task' }, game.puzzle.task),
      ...(state.shown ? [] : [solution(session, given.ply)]),
    ];
  }
  const moves = game.sections(answer, given.place).flatMap((section) => section.moves);
  const move = moves.find((candidate) => candidate.move === tried.step);
  if (move?.best) {
    return [
      element(
        'p',
        { class: 'puzzle-result tone-good', role: 'status' },
        star(),
        `Right: ${move.move} is the only best move, ${words(move.result)}.`,
      ),
      ...(state.shown ? [] : [solution(session, given.ply, 'Show all results')]),
    ];
  }
  return [
    element(
      'p',
      { class: 'puzzle-result tone-bad', role: 'status' },
      `Not the best: ${tried.step}${move?.result ? `, ${words(move.result)}` : ''}.`,
    ),
    element(
      'button',
      {
        type: 'button',
        class: 'button',
        'data-key': 'retry',
        click: () => session.change({ steps: given.steps(), at: given.ply }),
      },
      'Try again',
    ),
    ...(state.shown ? [] : [solution(session, given.ply)]),
  ];
}

/**
 * @param {Session} session
 * @param {number} at
 * @param {string} label
 */
function solution(session, at, label = 'Show the solution') {
  return element(
    'button',
    {
      type: 'button',
      class: 'button',
      'data-key': 'solution',
      click: () => session.change({ shown: true, at }),
    },
    label,
  );
}
