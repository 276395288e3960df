/**
 * What is to be known first: who is to move and what that is worth, the task of a puzzle, what a
 * lesson says, how the game ended, or what failed.
 *
 * @import {Failure} from '../core/oracle.js'
 * @import {Child} from './dom.js'
 * @import {Parts} from './parts.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 */
import { capital } from '../core/capital.js';
import { texts } from '../texts/en.js';
import { endingOf } from '../core/ending.js';
import { climbed, rungAt, rungsOf } from '../core/ladder.js';
import { dueOf, lessonOf, questionAt, questionsOf } from '../core/lesson.js';
import { hasSides } from '../core/location.js';
import { isRollDue, personAt, sideAt } from '../core/people.js';
import { hasWon, isLostStart, mistakes, ownSteps } from '../core/review.js';
import { keeping, outcomeOf, short, tone, words } from '../core/values.js';
import { button, element, marked, p, waiting } from './dom.js';
import { program } from './program.js';
import { choice, sentenceOf, sentences } from './why.js';

/** @type {(view: View, session: Session, parts: Parts) => Child[]} */
export function verdict(view, session, parts) {
  const { failure, answer, over } = view;
  return [
    failure && toldOf(failure, view, session),
    ...(failure && !answer && !over ? [] : content(view, parts)),
  ];
}

/** @type {(view: View, parts: Parts) => Child[]} */
function content(view, parts) {
  const { state, over, answer } = view;
  if (state.mode === 'lesson') return lessonText(view);
  const part = state.shown ? null : parts.content(view);
  if (part) return part;
  if (over) return endOf(view);
  if (!answer) return [...turn(view), waiting(texts.verdict.asking, view.part)];
  return view.results ? verdictOf(view) : turn(view);
}

/** @type {(failure: Failure, view: View, session: Session) => HTMLDivElement} */
function toldOf({ code, message, hint }, view, session) {
  const { initial } = view.game;
  const { tryAgain, toStart, retries, build } = texts.failures;
  // The question itself is wrong, so that to ask again does not help.
  const isWrong = ['usage', 'position', 'board', 'beyond'].includes(code);
  const told = texts.failures.byCode(code, message, hint);
  // Who has a game of their own can build its table.
  const isOwn = view.game.isCustom && code === 'missing';
  const command = `${program().name} build ${view.game.name}`;
  const begin = () => session.begin(initial, { mode: 'analyse' });
  return element(
    'div',
    { class: 'failure', role: 'alert' },
    p('failure-message', ...marked(capital(told.message))),
    told.hint && element('p', {}, ...marked(capital(told.hint))),
    isOwn && element('p', {}, ...marked(build(command))),
    view.retries && p('note', retries),
    isWrong && !view.answer && button('start', toStart, begin),
    (view.retries || (!isWrong && !view.answer)) &&
      button('retry', tryAgain, () => session.retry()),
  );
}

/** @param {View} view */
export function verdictOf(view) {
  const { answer, game, node } = view;
  const value = answer?.value ?? null;
  const sections = answer ? game.sections(answer, node.place) : [];
  const chances =
    sections.length === 1 && value ? choice(sections[0], value, keeping(sections[0].moves)) : '';
  const next = game.players && personAt(view, sideAt(view, node));
  const who = next ? texts.verdict.turn(next) : texts.verdict.average;
  const grundy = value && 'grundy' in value ? texts.sentence(words(value)) : '';
  return [
    element(
      'h2',
      { class: `verdict-value tone-${tone(value)}`, 'data-value': short(value) },
      capital(sentenceOf(view, value, sideAt(view, node), false)),
    ),
    p(
      'verdict-who',
      sentences(
        capital(who),
        grundy,
        chances,
        answer?.reason && texts.oracle.reason(answer.reason),
        game.standing?.(view),
      ),
    ),
  ];
}

/** Who is to move, without saying what that is worth. @param {View} view */
export function turn(view) {
  const { game, node, free, state } = view;
  const isPersons = hasSides(state.mode) || !game.players;
  const next = personAt(view, sideAt(view, node));
  const { yours, oracles, rolls } = texts.verdict;
  const side = game.players && game.players[state.side];
  const persons = free ? yours(side) : game.roll ? rolls : oracles;
  const text = isPersons ? persons : texts.verdict.turn(next);
  // Before the first move against the oracle: how well it plays, and whether the start is lost.
  const isFirst = state.mode === 'play' && game.players && !ownSteps(view, node).length;
  const { plays, mistakes: made, lostStart } = texts.opponent;
  const rung = [rungAt(game, state.mistakes) + 1, rungsOf(game).length, made(state.mistakes)];
  const opponent =
    isFirst && sentences(plays(...rung), !state.mistakes && isLostStart(view) && lostStart);
  return [
    element('h2', { class: 'verdict-turn' }, capital(text)),
    p('verdict-who', sentences(opponent, game.standing?.(view))),
  ];
}

/** @param {View} view */
function lessonText(view) {
  const { game, state } = view;
  const { steps, end } = lessonOf(view) ?? { steps: [], end: '' };
  const now = dueOf(view);
  const isRoll = now && now.text === undefined && now.told === undefined;
  if (isRoll) return turn(view);
  const isLast = state.round + 1 === game.lessons?.length;
  const place =
    now || !isLast ? texts.lesson.step(questionAt(view), questionsOf(game)) : texts.lesson.done;
  // What the other player did is still told with the next question.
  const told = now?.told ? [now.told] : [steps[state.at - 1]?.told, now?.text ?? end];
  return [p('verdict-step', place), p('verdict-lesson', sentences(...told))];
}

/** Who has won, and by how much. @param {View} view */
export function headlineOf(view) {
  const { winner, margin } = endingOf(view);
  const person = winner === null ? null : personAt(view, winner);
  if (!person) return view.game.players ? texts.end.draw : texts.end.over;
  const isLost = hasSides(view.state.mode) && !person.you;
  return isLost ? texts.end.youLose(margin) : texts.end.wins(person, margin);
}

/** How a game ended. @param {View} view */
export function endOf(view) {
  const { kind, text } = endingOf(view);
  return [
    element('h2', { class: `verdict-value tone-${kind}` }, capital(headlineOf(view))),
    p('verdict-who', text),
  ];
}

/** What the moves of a game that is over gave away, and who comes next. @type {(view: View) => Child[]} */
export function afterEnd(view) {
  const { game, state, over } = view;
  if (!over || !['analyse', 'play'].includes(state.mode)) return [];
  const { climbs, mistakes: made, top } = texts.opponent;
  const next = climbed(view);
  const rung = next
    ? climbs(rungAt(game, next.mistakes) + 1, rungsOf(game).length, made(next.mistakes))
    : hasWon(view) && top;
  return [state.steps.length > 0 && p('', reviewOf(view)), rung && p('', rung)];
}

/** @param {View} view */
function reviewOf(view) {
  const found = mistakes(view);
  const isKnown = view.path.every(({ value, answer }) => value || answer);
  if (!found.length) {
    return isKnown ? texts.end.noMistake(hasSides(view.state.mode), isLostStart(view)) : '';
  }
  const [{ node, best }] = found;
  const number = numberOf(node, view);
  const { keeps, leads } = texts.end.instead;
  const outcome = best?.result && outcomeOf(best.result, true);
  const does =
    best && (outcome ? keeps(best.move, outcome === 'draw') : leads(best.move, words(best.result)));
  return sentences(
    texts.end.mistakes(found.length),
    texts.end.mistake(number, node.step, does ?? ''),
  );
}

/**
 * The number of a move in its game: rolls are none.
 *
 * @type {(node: import('../core/tree.js').Node, view: Pick<View, 'game'>) => number}
 */
export function numberOf(node, { game }) {
  let number = 0;
  for (let at = /** @type {typeof node | null} */ (node); at?.parent; at = at.parent) {
    if (!isRollDue(game, at.parent.place)) number += 1;
  }
  return number;
}

/** Where an answer comes from. @param {View} view */
export function sourceOf({ answer }) {
  if (!answer) return '';
  const { byTheorem, searched, solved, table } = texts.oracle;
  if (answer.theorem) return byTheorem;
  const from = [answer.table && table(answer.table), answer.searched && searched(answer.searched)];
  return from.filter(Boolean).join(texts.and) || solved;
}
