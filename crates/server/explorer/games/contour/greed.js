/** @import {View} from '../../core/session.js' */
import { signed } from '../../core/values.js';

/**
 * The moves that gain most at once.
 *
 * @param {View} view
 */
export function greedySteps({ answer }) {
  const moves = answer?.moves ?? [];
  const most = Math.max(...moves.map((move) => move.gain ?? 0));
  return moves.filter((move) => move.gain === most).map(({ move }) => move);
}

/**
 * What greed would take beside what is best, in a sentence; empty if they are the same.
 *
 * @param {View} view
 */
export function greedSentence(view) {
  const moves = view.answer?.moves ?? [];
  const [best] = moves;
  const greedy = greedySteps(view);
  const choice = moves.find(({ move }) => greedy.includes(move));
  if (!best?.result || !choice?.result || !('score' in best.result) || !('score' in choice.result))
    return '';
  if (choice.best)
    return `The greedy move ${choice.move}, which gains ${choice.gain}, is a best one here.`;
  const loss = best.result.score - choice.result.score;
  return (
    `Greed takes ${choice.move} and gains ${choice.gain}, but ends at ${signed(choice.result.score)}. ` +
    `The best move ${best.move} gains ${best.gain} and ends at ${signed(best.result.score)}: ` +
    `greed costs ${loss}.`
  );
}
