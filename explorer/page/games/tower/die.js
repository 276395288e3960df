/**
 * The die: it is rolled, or set by hand.
 *
 * @import {BoardActions} from '../../core/game.js'
 * @import {View} from '../../core/view.js'
 */
import { button, clickable, div, element, p, update } from '../../ui/dom.js';
import { CHANCES, roll, split } from './blocks.js';
import { words } from './texts/en.js';

/** The sides of the die. */
const SIDES = /** @type {(keyof typeof words.sides)[]} */ (Object.keys(CHANCES));

/** @param {BoardActions} actions */
export function createDie(actions) {
  const place = element('div', { class: 'die', role: 'group', 'aria-label': words.die });

  /** @param {View} view */
  function show({ node, state, over }) {
    const rolled = split(node.place).roll;
    const isEmbedded = document.documentElement.hasAttribute('data-embedded');
    const byItself = state.mode !== 'analyse' || isEmbedded;
    const set = (/** @type {string} */ side) => {
      if (rolled) actions.instead(side);
      else actions.play(side);
    };
    const random = () => {
      const side = roll(split(node.place).position, Math.random);
      if (side) set(side);
    };
    // A die that rolls by itself, or stands where nothing can be done, only shows what it rolled.
    const { hasRolled, setIt, rollIt, rollAgain, sides } = words;
    const isSet = !over && !byItself;
    place.hidden = !isSet && !rolled && (over || isEmbedded);
    const name = rolled && sides[/** @type {keyof typeof sides} */ (rolled)];
    update(
      place,
      element(
        'span',
        { class: `die-face side-${rolled || 'none'}`, 'aria-hidden': 'true' },
        rolled ? '' : '?',
      ),
      p('die-state', rolled ? hasRolled(name) : isSet ? setIt : '\u00a0'),
      isSet && button('roll', rolled ? rollAgain : rollIt, random, 'button button-main'),
      isSet &&
        div(
          'die-sides',
          ...SIDES.map((side) =>
            clickable(
              {
                class: `button side side-${side}`,
                'data-key': `roll ${side}`,
                'aria-pressed': String(side === rolled),
                click: () => set(side),
              },
              element('span', { class: 'swatch', 'aria-hidden': 'true' }),
              `${sides[side]} `,
              element('span', { class: 'chance' }, CHANCES[side]),
            ),
          ),
        ),
    );
  }

  return { element: place, show };
}
