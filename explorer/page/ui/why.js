/**
 * What a move is worth, the best reply to it, and why.
 *
 * @import {MoveAnswer, Value} from '../core/oracle.js'
 * @import {Section} from '../core/game.js'
 * @import {View} from '../core/view.js'
 * @import {Tone} from '../core/values.js'
 */
import { texts } from '../texts/en.js';
import { dueOf } from '../core/lesson.js';
import { hasSides } from '../core/location.js';
import { personAt, sideAt } from '../core/people.js';
import { NOTHING, lost, minutes, moveTone, outcomeOf } from '../core/values.js';

/** This many replies are named. */
const NAMED = 3;

/** This many moves of best play are named. */
const GOES_ON = 4;

/**
 * @typedef {object} Worth
 * @property {Tone} tone
 * @property {string[]} replies the best ones, none where they are not known
 * @property {string} text sentences
 */

/** Those sentences that there are, one after the other. @param {(string | false | null | undefined)[]} all */
export function sentences(...all) {
  return all.filter(Boolean).join(texts.between);
}

/**
 * What the oracle says of a step, if results are shown and it says something.
 *
 * @type {(view: View, step: string) => {move: MoveAnswer, section: Section} | null}
 */
export function moveOf({ game, node, answer, results }, step) {
  if (!answer || !results) return null;
  for (const section of game.sections(answer, node.place)) {
    const move = section.moves.find((candidate) => candidate.move === step);
    if (move) return { move, section };
  }
  return null;
}

/** Of a step; null where nothing is known, or may be shown. @type {(view: View, step: string) => Worth | null} */
export function worthOf(view, step) {
  const found = moveOf(view, step);
  if (!found) {
    // The oracle lists no moves where there may be infinitely many.
    const reason = view.answer && view.results ? view.game.reason(view, step) : '';
    return reason ? { tone: 'unknown', replies: [], text: reason } : null;
  }
  const { move, section } = found;
  const replies = move.replies ?? [];
  const isLesson = view.state.mode === 'lesson';
  const isAnswered = replies.length > 0 && view.game.players && !move.again && !isLesson;
  const more = Math.max(0, replies.length - NAMED);
  const text = sentences(
    move.again && texts.why.again,
    ending(view, move.result),
    costs(section, move, view),
    isAnswered && texts.why.replies(replies.slice(0, NAMED), more),
    view.game.reason(view, step),
    view.reviewed && goesOn(view, step),
  );
  return { tone: moveTone(move), replies, text };
}

/**
 * Why a lesson does not go on with a step: it is worse than what is told, or only another one.
 *
 * @type {(view: View, step: string) => string}
 */
export function notTold(view, step) {
  const { notThis, goesOn: goesOnWith } = texts.lesson;
  const told = dueOf(view)?.step ?? '';
  const known = { ...view, results: true };
  const [wanted, made] = [moveOf(known, told)?.move.result, moveOf(known, step)?.move.result];
  const isWorse = (lost(wanted ?? null, made ?? null) ?? 0) > NOTHING;
  return isWorse ? sentences(notThis, worthOf(known, step)?.text) : goesOnWith(told);
}

/** Best play after a move with which it begins. @type {(view: View, step: string) => string} */
function goesOn({ line }, step) {
  const [first, ...rest] = line ?? [];
  if (first?.move !== step || rest.length < 2) return '';
  const [reply, ...after] = rest.map(({ move }) => move);
  const shown = after.slice(0, GOES_ON);
  return texts.why.goesOn(reply, shown, after.length > shown.length);
}

/** How the game ends after a move under best play. @type {(view: View, result: Value | null) => string} */
function ending(view, result) {
  // The move itself is one of the plies.
  const plies = result && 'plies' in result ? result.plies : undefined;
  const after = result && plies !== undefined ? { ...result, plies: plies - 1 } : result;
  return sentenceOf(view, /** @type {Value | null} */ (after), sideAt(view, view.node), true);
}

/**
 * Who wins, or how far somebody ends ahead, by a value that one side sees; told of a move, or of a position.
 *
 * @type {(view: Pick<View, 'game' | 'state'>, value: Value | null, side: 0 | 1, isAfter: boolean) => string}
 */
export function sentenceOf(view, value, side, isAfter) {
  const told = isAfter ? texts.after : texts.verdict;
  const { wins, draw, ahead, chance, level, minutesLeft, unknown } = told;
  if (!value) return unknown;
  const other = /** @type {0 | 1} */ (1 - side);
  const outcome = outcomeOf(value, isAfter);
  if (outcome === 'draw') return draw;
  if (outcome) {
    const plies = 'plies' in value ? value.plies : undefined;
    return wins(personAt(view, outcome === 'win' ? side : other), plies);
  }
  if ('expected' in value) return minutesLeft(minutes(value.expected));
  if (!('score' in value)) return unknown;
  const { score } = value;
  if (view.game.hasChances) return chance(personAt(view, side), ((1 + score) / 2).toFixed(4));
  if (score === 0) return level;
  return ahead(personAt(view, score > 0 ? side : other), Math.abs(score));
}

/** What a move gives away. @type {(section: Section, move: MoveAnswer, view: View) => string} */
function costs({ moves }, move, view) {
  const loss = lost(moves[0].result, move.result) ?? 0;
  if (loss < NOTHING || !move.result) return '';
  const kept = moves[0].result && outcomeOf(moves[0].result, true);
  const { name, you } = personAt(view, sideAt(view, view.node));
  const whose = you || !hasSides(view.state.mode) ? null : name;
  if (kept) return texts.why.givesAway(whose, kept === 'draw');
  return 'score' in move.result ? texts.why.costs(loss) : texts.why.costsMinutes(minutes(loss));
}

/**
 * How many moves keep what a position is worth: a sentence, or nothing where that is no choice.
 *
 * @type {(section: Section, value: Value, keep: number) => string}
 */
export function choice({ moves, all }, value, keep) {
  if (!all || !moves.length) return '';
  const outcome = outcomeOf(value, false);
  if (outcome === 'loss') return texts.why.allLose(moves.length);
  if (moves.length === 1) return texts.why.onlyLegal;
  const { win, draw, best } = texts.why;
  const what = outcome ? { win, draw }[outcome] : best;
  return texts.why.keep(keep, moves.length, what);
}
