/**
 * What greed does, and what a claim opens for the other player.
 *
 * @import {View} from '../../core/view.js'
 */
import { play } from '../../core/known.js';
import { personAt, sideAt } from '../../core/people.js';
import { signed } from '../../core/values.js';
import { cellText } from '../cells.js';
import { readBoard, takenIn } from './scores.js';
import { words } from './texts/en.js';

/** The moves that gain most at once. @param {View} view */
export function greedySteps({ answer }) {
  const moves = answer?.moves ?? [];
  const most = Math.max(...moves.map((move) => move.gain ?? 0));
  return moves.filter((move) => move.gain === most).map(({ move }) => move);
}

/** What greed would take beside what is best, in a sentence; empty if they are the same. @param {View} view */
export function greedSentence(view) {
  const moves = view.answer?.moves ?? [];
  const [best] = moves;
  const greedy = greedySteps(view);
  const choice = moves.find(({ move }) => greedy.includes(move));
  if (!best?.result || !choice?.result || !('score' in best.result) || !('score' in choice.result))
    return '';
  if (choice.best) return words.greedIsBest(choice.move, choice.gain ?? 0);
  return words.greedCosts(
    { move: choice.move, gain: choice.gain ?? 0, end: signed(choice.result.score) },
    { move: best.move, gain: best.gain ?? 0, end: signed(best.result.score) },
    best.result.score - choice.result.score,
  );
}

/**
 * Which cells a claim opens, and what they are worth to the other player.
 *
 * @type {(view: View, step: string) => string}
 */
export function reason(view, step) {
  const { game, node, state } = view;
  const board = readBoard(state.board);
  const after = play(game, node.place, step, state.board);
  const [was, is] = [board && takenIn(node.place, board), board && after && takenIn(after, board)];
  if (!board || !was || !is) return '';
  const other = sideAt(view, node) === 0 ? 1 : 0;
  const opened = is.flatMap((column, row) => {
    const isOpen = (/** @type {number[]} */ taken) =>
      column < board.columns && taken[row] === column && (row === 0 || taken[row - 1] > column);
    const isNew = isOpen(is) && !isOpen(was);
    return isNew ? [{ cell: cellText(row, column), gain: board.scores[other][row][column] }] : [];
  });
  return words.opens(personAt(view, other), opened);
}
