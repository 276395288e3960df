/**
 * Lessons: short games in which each move of the learner is a question.
 *
 * @import {Game, LessonStep} from './game.js'
 * @import {View} from './view.js'
 */
import { isRight } from './review.js';

/** @typedef {Pick<View, 'game' | 'state'>} Of */

/** The lesson that is shown. @param {Of} view */
export function lessonOf({ game, state }) {
  return state.mode === 'lesson' ? game.lessons?.[state.round] : undefined;
}

/** The step that is due in a lesson. @param {Of} view */
export function dueOf(view) {
  return lessonOf(view)?.steps[view.state.at];
}

/** Whether a lesson goes on with a move, which at its last question any best one does. @type {(view: View, made: string[]) => boolean} */
export function accepts(view, made) {
  const { at } = view.state;
  const steps = lessonOf(view)?.steps ?? [];
  const told = steps.slice(at, at + made.length).map(({ step }) => step);
  const isLast = made.length === 1 && at + 1 === steps.length;
  return told.join(' ') === made.join(' ') || (isLast && isRight(view, made[0]));
}

/** How many questions steps ask. @param {LessonStep[]} steps */
const asked = (steps) => steps.filter(({ text }) => text).length;

/** How many questions a game's lessons ask, the first ones or all. @type {(game: Game, lessons?: number) => number} */
export function questionsOf(game, lessons) {
  return asked((game.lessons ?? []).slice(0, lessons).flatMap(({ steps }) => steps));
}

/** Which question is asked, of those of all lessons. @param {Of} view */
export function questionAt(view) {
  const { game, state } = view;
  return questionsOf(game, state.round) + asked(lessonOf(view)?.steps.slice(0, state.at + 1) ?? []);
}
