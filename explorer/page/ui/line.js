/**
 * Best play to the end; clicking a move goes to the position after it.
 *
 * @import {LineStep} from '../core/oracle.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 */
import { texts } from '../texts/en.js';
import { outcomeOf, spoken, words } from '../core/values.js';
import { chips, clickable, element, p, replace } from './dom.js';
import { named } from './moves.js';

/** @param {Session} session */
export function createLine(session) {
  const place = element('section', { class: 'line', 'aria-labelledby': 'line-heading' });

  /** @param {View} view */
  function show(view) {
    const { line, results, over, game, answer } = view;
    place.hidden = !game.hasLines || over || !results || !answer?.value;
    if (!answer?.value || place.hidden) return;
    const { title, endless, none } = texts.line;
    const noLine = outcomeOf(answer.value, false) === 'draw' ? endless : none;
    replace(
      place,
      element('h2', { id: 'line-heading' }, title),
      line
        ? chips(line.map((step, index) => stepButton(line, step, index)))
        : p('note', line === null ? noLine : '\u00a0'),
    );
  }

  /** @type {(line: LineStep[], step: LineStep, index: number) => HTMLButtonElement} */
  function stepButton(line, step, index) {
    const said = named(step.move, session.view.game.stepWords).join(', ');
    const { ends, then } = texts.line;
    const left = step.position === null ? ends : then(spoken(step.value));
    return clickable(
      {
        class: 'chip chip-plain',
        'data-key': `line ${index}`,
        title: step.position === null ? ends : then(words(step.value)),
        'aria-label': `${said}, ${left}`,
        click: () => session.explore(...line.slice(0, index + 1).map(({ move }) => move)),
      },
      step.move,
    );
  }

  return { element: place, show };
}
