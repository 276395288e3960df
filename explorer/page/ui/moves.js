/**
 * The moves as a list: those with the same result together, the best first.
 *
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {BoardActions, Section} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { inOrder } from '../core/order.js';
import { together } from '../core/together.js';
import { losing, lost, moveTone, spoken, words } from '../core/values.js';
import { chips, clickable, div, element, p, star } from './dom.js';
import { oneStop } from './one-stop.js';

/** @typedef {BoardActions['preview']} Preview */

/** @type {(view: View, session: Session, preview: Preview) => Child} */
export function moves(view, session, preview) {
  const { answer, game, node, results, over, state } = view;
  const isThere = answer && view.free && !over && state.mode !== 'lesson';
  // Until the next moves are there the focus stays among them.
  const waits = !over && !view.failed && document.activeElement?.closest('.moves');
  if (!isThere && !waits) return null;
  const sections = isThere ? game.sections(answer, node.place) : [];
  const { title, counts, noneKnown, someWins, allLose } = texts.moves;
  const isWon = answer?.value && 'outcome' in answer.value && answer.value.outcome === 'win';
  const none = answer?.value ? (isWon ? someWins : allLose) : noneKnown;
  // Whether results say how soon a game is over.
  const countsMoves = sections.some((section) =>
    section.moves.some(({ result }) => result && 'plies' in result && result.plies !== undefined),
  );
  return element(
    'div',
    { class: 'moves', 'data-key': 'moves', ...oneStop },
    element('h2', {}, title),
    // Where no legend says it.
    results && countsMoves && !game.legend(view) && note(counts),
    ...sections.map((section) => sectionOf(section, view, session, preview)),
    isThere && results && !sections.length && note(none),
  );
}

/** @type {(section: Section, view: View, session: Session, preview: Preview) => HTMLElement} */
function sectionOf(section, view, session, preview) {
  const { results } = view;
  // Moves with equal results together, in the order of the first of each.
  const groups = results
    ? together(section.moves, ({ result, best }) => `${words(result)} ${best}`)
    : [section.moves.toSorted((one, other) => inOrder(one.move, other.move))];
  return element(
    'section',
    { class: 'moves-section' },
    section.title && element('h3', {}, section.title),
    section.note && note(section.note),
    ...groups.map((group) => groupOf(group, section, view, session, preview)),
  );
}

/**
 * Moves with one result.
 *
 * @type {(moves: MoveAnswer[], section: Section, view: View, session: Session, preview: Preview) => Child}
 */
function groupOf(moves, section, { game, results }, session, preview) {
  if (!moves.length) return null;
  const [first] = moves;
  const heading = results && resultBadge(first, section.moves[0]);
  const buttons = moves.map((move) => {
    const point = () => preview({ kind: 'move', step: move.move });
    const gain = move.gain === undefined ? '' : texts.moves.gains(move.gain);
    const [seen, ...rest] = named(move.move, game.stepWords);
    const said = [`${seen} ${gain}`.trim(), ...rest];
    if (results) said.push(spoken(move.result), move.best ? texts.moves.best : '');
    return clickable(
      {
        class: `chip ${results ? `tone-${moveTone(move)}` : ''}`,
        tabindex: -1,
        'data-key': `move ${move.move}`,
        'aria-label': said.filter(Boolean).join(', '),
        click: () => session.play(...section.before, move.move),
        pointerenter: point,
        pointerleave: () => preview(null),
        focus: point,
        blur: () => preview(null),
      },
      move.move,
      gain && ' ',
      gain && element('span', { class: 'chip-note' }, gain),
    );
  });
  return div('moves-group', heading, chips(buttons, 'ul'));
}

/**
 * A move as text, as it is seen, and in words if that is something else.
 *
 * @type {(move: string, stepWords: (step: string) => string) => string[]}
 */
export function named(move, stepWords) {
  const words = stepWords(move);
  return words === move ? [move] : [move, words];
}

/**
 * A result with its sign, and whether it is the best, told by a star and the word.
 *
 * @type {(move: MoveAnswer, best: MoveAnswer) => HTMLParagraphElement}
 */
function resultBadge(move, best) {
  const inMinutes = move.result && 'expected' in move.result;
  const loss = inMinutes && !move.best ? lost(best.result, move.result) : null;
  return p(
    `result tone-${moveTone(move)}`,
    element('span', { class: 'result-text' }, words(move.result)),
    loss !== null && element('span', { class: 'result-loss' }, losing(loss)),
    move.best === true && element('span', { class: 'result-best' }, star(), texts.moves.best),
  );
}

/** @param {string} text */
function note(text) {
  return p('note', text);
}
