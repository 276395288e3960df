/** @import {Session, View} from '../core/session.js' */
import { short, spoken } from '../core/values.js';
import { element, replace } from './dom.js';
import { named } from './moves.js';

/** Best play to the end; clicking a move goes to the position after it. */
export class BestLine {
  #session;
  element = element('section', { class: 'line', 'aria-labelledby': 'line-heading' });

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {View} view */
  show(view) {
    const { line, results, over, game } = view;
    this.element.hidden = !game.hasLines || over || !results || !view.answer;
    if (this.element.hidden) return;
    replace(
      this.element,
      element('h2', { id: 'line-heading' }, 'Best play'),
      line
        ? element(
            'ol',
            { class: 'chips' },
            ...line.map((step, index) => this.#step(line, step, index)),
          )
        : element(
            'p',
            { class: 'note' },
            line === null ? 'No line is known to be best.' : '\u00a0',
          ),
    );
  }

  /**
   * @param {import('../core/oracle.js').LineStep[]} line
   * @param {import('../core/oracle.js').LineStep} step
   * @param {number} index
   */
  #step(line, step, index) {
    const said = named(step.move, this.#session.view.game.stepWords).join(', ');
    const left =
      step.position === null ? 'ends the game' : `then ${spoken(step.value)} for the next player`;
    return element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: 'chip chip-plain',
          'data-key': `line ${index}`,
          title: `then ${short(step.value)}`,
          'aria-label': `${said}, ${left}`,
          click: () => this.#session.play(...line.slice(0, index + 1).map(({ move }) => move)),
        },
        step.move,
      ),
    );
  }
}
