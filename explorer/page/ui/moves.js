/**
 * The moves as a list: those with the same result together, the best first. It is one stop of the
 * tab key; arrow keys, Home and End go along it.
 *
 * @import {MoveAnswer} from '../core/oracle.js'
 * @import {BoardActions, Game, Section} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { together } from '../core/together.js';
import { losing, lost, moveTone, spoken, words } from '../core/values.js';
import { chips, clickable, div, element, p, replace, star } from './dom.js';

/** An order that does not tell which moves are good. */
const collator = new Intl.Collator('en', { numeric: true });

/**
 * @param {Session} session
 * @param {BoardActions['preview']} preview
 */
export function createMoves(session, preview) {
  /** @type {unknown[]} */
  let known = [];
  const place = div('moves');
  place.addEventListener('keydown', (event) => {
    const chips = [...place.querySelectorAll('.chip')];
    const at = chips.findIndex((chip) => chip === document.activeElement);
    const targets = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: chips.length - 1,
    };
    const target = chips[targets[/** @type {keyof typeof targets} */ (event.key)] ?? -1];
    if (at < 0 || !(target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    for (const chip of chips) chip.setAttribute('tabindex', chip === target ? '0' : '-1');
    target.focus();
  });

  /** @param {View} view */
  function show(view) {
    const { answer, game, node, results, over, state } = view;
    // What is pressed must not be replaced before it is released, so the same moves stay as they are.
    const shown = [answer, node, results, over, view.free, state.mode];
    if (shown.every((part, index) => part === known[index])) return;
    known = shown;
    const isThere = answer && view.free && !over && state.mode !== 'lesson';
    // Until the next moves are there the focus stays among them.
    const waits = !over && !view.failed && place.contains(document.activeElement);
    place.hidden = !isThere && !waits;
    const heading = element('h2', {}, texts.moves.title);
    if (!isThere) {
      replace(place, waits && heading);
      return;
    }
    const sections = game.sections(answer, node.place);
    const { noneKnown, someWins, allLose } = texts.moves;
    const isWon = answer.value && 'outcome' in answer.value && answer.value.outcome === 'win';
    const none = answer.value ? (isWon ? someWins : allLose) : noneKnown;
    // Whether results say how soon a game is over.
    const countsMoves = sections.some(({ moves }) =>
      moves.some(({ result }) => result && 'plies' in result && result.plies !== undefined),
    );
    replace(
      place,
      heading,
      results && countsMoves && note(texts.moves.counts),
      ...sections.map((section) => sectionOf(section, view)),
      results && !sections.length && note(none),
    );
    const first = place.querySelector('.chip');
    if (!(first instanceof HTMLElement)) return;
    first.tabIndex = 0;
    if (document.activeElement === place) first.focus({ preventScroll: true });
  }

  /** @type {(section: Section, view: View) => HTMLElement} */
  function sectionOf(section, { game, results }) {
    // Moves with equal results together, in the order of the first of each.
    const groups = results
      ? together(section.moves, ({ result, best }) => `${words(result)} ${best}`)
      : [section.moves.toSorted((one, other) => collator.compare(one.move, other.move))];
    return element(
      'section',
      { class: 'moves-section' },
      section.title && element('h3', {}, section.title),
      section.note && note(section.note),
      ...groups.map((moves) => groupOf(moves, section, game.stepWords, results)),
    );
  }

  /**
   * Moves with one result.
   *
   * @type {(moves: MoveAnswer[], section: Section, stepWords: Game['stepWords'], results: boolean) => Child}
   */
  function groupOf(moves, section, stepWords, results) {
    if (!moves.length) return null;
    const [first] = moves;
    const heading = results && resultBadge(first, section.moves[0]);
    const buttons = moves.map((move) => {
      const point = () => preview({ kind: 'move', step: move.move });
      const gain = move.gain === undefined ? '' : texts.moves.gains(move.gain);
      const [seen, ...rest] = named(move.move, stepWords);
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

  return { element: place, show };
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
