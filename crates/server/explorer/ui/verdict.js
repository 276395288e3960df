/** @import {View} from '../core/session.js' */
import { short, tone, words } from '../core/values.js';
import { element, replace } from './dom.js';

/** Who is to move, what the position is worth, and where that comes from. */
export class Verdict {
  #onSetUp;
  element = element('section', { class: 'verdict', 'aria-label': 'Value' });

  /** @param {() => void} onSetUp opens the dialog in which positions are set up */
  constructor(onSetUp) {
    this.#onSetUp = onSetUp;
  }

  /** @param {View} view */
  show(view) {
    replace(
      this.element,
      ...(view.failure ? [this.#failure(view.failure)] : []),
      ...(view.failure && !view.answer ? [] : this.#verdict(view)),
    );
  }

  /** @param {import('../core/oracle.js').Failure} failure */
  #failure({ message, hint }) {
    return element(
      'div',
      { class: 'failure', role: 'alert' },
      element('p', { class: 'failure-message' }, message),
      hint && element('p', {}, hint),
      element(
        'button',
        { type: 'button', class: 'button', click: this.#onSetUp },
        'Set up a position',
      ),
    );
  }

  /** @param {View} view */
  #verdict(view) {
    const { answer, results, over } = view;
    if (!answer)
      return [
        element(
          'p',
          { class: 'waiting' },
          element('span', { class: 'spinner' }),
          'Asking the oracle',
        ),
      ];
    if (over) {
      return [
        element('p', { class: 'verdict-value' }, 'The game is over'),
        element('p', { class: 'verdict-who' }, view.game.ending(view)),
      ];
    }
    const who = mover(view);
    if (!results) {
      return [element('p', { class: 'verdict-turn' }, turn(view, who))];
    }
    const { value } = answer;
    return [
      element(
        'p',
        { class: `verdict-value tone-${tone(value)}`, 'data-value': short(value) },
        capital(words(value)),
      ),
      element('p', { class: 'verdict-who' }, verdictText(view, who)),
      element('p', { class: 'verdict-source' }, source(view)),
    ];
  }
}

/**
 * Who is to move, without saying what that is worth.
 *
 * @param {View} view
 * @param {string | null} who
 */
function turn({ free }, who) {
  if (!who) return free ? 'Your move' : 'The die is rolled';
  return free ? `${capital(who)} is to move` : `The oracle moves for ${who}`;
}

/**
 * @param {View} view
 * @param {string | null} who
 */
function verdictText({ answer }, who) {
  if (!answer?.value) return answer?.reason ? `for ${who}, who is to move: ${answer.reason}` : '';
  if (!who) return 'expected until the end under best play';
  return `for ${who}, who is to move`;
}

/**
 * The player to move, null if there is only one.
 *
 * @param {View} view
 */
export function mover({ game, node, state }) {
  return game.players && game.players[game.mover(node.place, node.ply, state.board)];
}

/** @param {View} view */
function source({ answer }) {
  if (!answer) return '';
  const searched = answer.searched
    ? `a search of ${answer.searched.toLocaleString('en')} positions`
    : '';
  if (answer.theorem) return 'decided by a theorem';
  if (answer.table && searched) return `table ${answer.table} and ${searched}`;
  if (answer.table) return `table ${answer.table}`;
  return searched || 'solved on the spot';
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
