/**
 * Best play to the end; clicking a move goes to the position after it.
 *
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { outcomeOf, spoken, words } from '../core/values.js';
import { chips, clickable, element, p } from './dom.js';
import { oneStop } from './one-stop.js';
import { named } from './moves.js';

/** @type {(view: View, session: Session) => Child} */
export function line({ line, results, over, game, answer }, session) {
  if (!game.hasLines || over || !results || !answer?.value) return null;
  const { title, endless, none, ends, then } = texts.line;
  const noLine = outcomeOf(answer.value, false) === 'draw' ? endless : none;
  const steps = (line ?? []).map(({ move, position, value }, index) =>
    clickable(
      {
        class: 'chip chip-plain',
        'data-key': `line ${index}`,
        title: position === null ? ends : then(words(value)),
        'aria-label': `${named(move, game.stepWords).join(', ')}, ${position === null ? ends : then(spoken(value))}`,
        click: () => session.explore(...(line ?? []).slice(0, index + 1).map((step) => step.move)),
      },
      move,
    ),
  );
  return element(
    'section',
    { class: 'line', 'data-key': 'line', 'aria-labelledby': 'line-heading', ...oneStop },
    element('h2', { id: 'line-heading' }, title),
    line ? chips(steps) : p('note', line === null ? noLine : '\u00a0'),
  );
}
