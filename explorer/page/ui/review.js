/**
 * The review of a game against the oracle: from mistake to mistake, each to be made good.
 *
 * @import {Mistake} from '../core/review.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { isOver as isOverAt } from '../core/known.js';
import { newSeed } from '../core/random.js';
import { isRight, mistakes } from '../core/review.js';
import { minutes, outcomeOf, words } from '../core/values.js';
import { texts } from '../texts/en.js';
import { button, element, p, star, waiting } from './dom.js';
import { endOf, headlineOf, numberOf, verdictOf } from './verdict.js';
import { sentences } from './why.js';

/** @param {Session} session */
export function create(session) {
  return { show: () => {}, content, actions: (/** @type {View} */ view) => actions(view, session) };
}

/** @param {View} view */
function found(view) {
  return mistakes(view, view.path[view.path.length - 1]);
}

/** @type {(view: View) => Child[]} */
function content(view) {
  const { reviewed, answer, over, path } = view;
  if (over) return endOf(view);
  const isKnown = path.every((node) => node.answer);
  if (!answer || !isKnown) return [waiting(texts.verdict.asking)];
  const all = found(view);
  const last = path[path.length - 1];
  const isOver = isOverAt(view.game, last.place, view.state.board);
  const end = isOver ? texts.sentence(headlineOf({ ...view, node: last })) : '';
  const at = reviewed ? all.findIndex(({ node }) => node === reviewed.node) + 1 : 0;
  const head = sentences(end, texts.review.place(at, all.length));
  const summary = p('verdict-who', head);
  if (!reviewed) return [summary, ...verdictOf(view)];
  return [
    summary,
    element('h2', { class: 'verdict-turn' }, toldOf(view, reviewed)),
    tried(view, reviewed),
  ];
}

/** What a mistake gave away. @type {(view: View, mistake: Mistake) => string} */
function toldOf(view, { node, best, cost }) {
  const { gaveAway, gavePoints, gaveMinutes } = texts.review;
  const move = texts.review.move(numberOf(node, view), node.step);
  const kept = best?.result && outcomeOf(best.result, true);
  if (kept) return gaveAway(move, kept === 'draw');
  return view.game.roll ? gaveMinutes(move, minutes(cost)) : gavePoints(move, cost);
}

/** What was tried instead, and whether that is right. @type {(view: View, mistake: Mistake) => HTMLParagraphElement} */
function tried(view, { node, best }) {
  const { step: made } = node;
  const { instead, right, again, wrong } = texts.review;
  const step = view.state.tried;
  if (!step) return p('verdict-who', instead);
  if (isRight(view, step)) {
    const text = right(step, best?.result ? words(best.result) : '');
    return element('p', { class: 'puzzle-result tone-good', role: 'status' }, star(), text);
  }
  const text = step === made ? again(step) : wrong(step);
  return element('p', { class: 'puzzle-result tone-bad', role: 'status' }, text);
}

/** @type {(view: View, session: Session) => Child[]} */
function actions(view, session) {
  const { node, reviewed, results } = view;
  const all = found(view);
  const before = all.findLast((mistake) => mistake.node.ply - 1 < node.ply);
  const after = all.find((mistake) => mistake.node.ply - 1 > node.ply);
  const { previous, next, better } = texts.review;
  const to = (/** @type {Mistake | undefined} */ mistake) => () =>
    mistake && session.jump(mistake.node.ply - 1);
  const show = () => session.change({ tried: reviewed?.best?.move ?? '' }, { replace: true });
  const anew = () =>
    session.change({ mode: 'play', steps: [], at: 0, tried: '', shown: false, seed: newSeed() });
  return [
    before && button('previous', previous, to(before)),
    after && button('next', next, to(after), results ? 'button button-main' : 'button'),
    reviewed && !results && button('better', better, show),
    button('rematch', texts.end.rematch, anew),
  ];
}
