/**
 * What the marks on a board mean: those that are there, and no others.
 *
 * @import {Legend} from '../core/game.js'
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {View} from '../core/view.js'
 */
import { texts } from '../texts/en.js';
import { together } from '../core/together.js';
import { moveTone, short } from '../core/values.js';
import { element } from './dom.js';

/** @param {View} view */
export function legendOf(view) {
  const { game, answer, node, results, free, over, failed } = view;
  const isShown = (results || free) && answer && !over && !failed;
  const marksOfGame = isShown && game.legend(view);
  if (!marksOfGame) return [];
  const moves = results
    ? game.sections(answer, node.place).flatMap((section) => section.moves)
    : [];
  const best = moves.some((move) => move.best) ? [{ mark: '★', text: texts.moves.best }] : [];
  // Where results do not show it.
  const now = results || !game.marksMoves ? [] : [{ mark: '•', text: texts.legend.now }];
  const marks = [...resultsOf(moves), ...best, ...now, ...marksOfGame];
  return marks.flatMap(({ mark, text }) => [
    element('span', { class: 'legend-item' }, element('b', {}, mark), ` ${text}`),
    ' ',
  ]);
}

/**
 * A result of each kind: one that is good, one that is bad, one that is neither; of scores one
 * with a sign. Minutes are shown as what they lose, which only their game knows.
 *
 * @type {(moves: MoveAnswer[]) => Legend[]}
 */
function resultsOf(moves) {
  const { outcome, score, grundy } = texts.legend;
  const kinds = together(moves, (move) =>
    move.result && 'score' in move.result ? move.result.score === 0 : moveTone(move),
  );
  return kinds.flatMap(([{ result }], index) => {
    if (!result || 'expected' in result) return [];
    const mark = short(result);
    if ('score' in result) return [{ mark, text: score(result.score) }];
    if ('grundy' in result) return [{ mark, text: grundy(result.grundy) }];
    return [{ mark, text: outcome(result.outcome, result.plies, index === 0) }];
  });
}
