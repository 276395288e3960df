/** @import {BoardActions} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { element, replace } from '../../ui/dom.js';
import { COLOURS, roll, split } from './rules.js';

/** The sides of the die, and how many of its six faces have them. */
const SIDES = [...Object.values(COLOURS), 'black'];

/** @type {Record<string, string>} */
const CHANCES = { red: '1/6', green: '1/3', blue: '1/3', black: '1/6' };

/** The die: it is rolled, or set by hand. */
export class Die {
  #actions;
  element = element('div', { class: 'die', role: 'group', 'aria-label': 'Die' });

  /** @param {BoardActions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /** @param {View} view */
  show({ node, state, over }) {
    const rolled = split(node.place).roll;
    const byItself = state.mode !== 'analyse';
    const set = (/** @type {string} */ side) => {
      if (rolled) this.#actions.instead(side);
      else this.#actions.play(side);
    };
    const random = () => {
      const side = roll(split(node.place).position, Math.random);
      if (side) set(side);
    };
    const disabled = over || byItself;
    replace(
      this.element,
      element(
        'p',
        { class: 'die-state' },
        over ? 'No block can be taken.' : rolled ? `Rolled: ${rolled}` : 'Roll the die, or set it.',
      ),
      element(
        'button',
        {
          type: 'button',
          class: 'button button-main',
          'data-key': 'roll',
          disabled: disabled,
          click: random,
        },
        rolled ? 'Roll again' : 'Roll',
      ),
      ...SIDES.map((side) =>
        element(
          'button',
          {
            type: 'button',
            class: `button side side-${side}`,
            'data-key': `roll ${side}`,
            'aria-pressed': String(side === rolled),
            disabled,
            click: () => set(side),
          },
          element('span', { class: 'swatch', 'aria-hidden': 'true' }),
          `${side} `,
          element('span', { class: 'chance' }, CHANCES[side]),
        ),
      ),
    );
  }
}
