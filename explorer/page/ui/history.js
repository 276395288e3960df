/**
 * The game so far, and the moves that were tried besides, as a tree.
 *
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Node} from '../core/tree.js'
 */
import { texts } from '../texts/en.js';
import { isRollDue } from '../core/people.js';
import { cost } from '../core/review.js';
import { NOTHING } from '../core/values.js';
import { clickable, div, element } from './dom.js';
import { oneStop } from './one-stop.js';
import { numberOf } from './verdict.js';

/** @type {(view: View, session: Session) => HTMLElement | null} */
export function history(view, session) {
  const { root } = view;
  const { title, start } = texts.history;
  if (!root.children.length) return null;
  // The tree scrolls to where the game is, and the page stays. Asked now, it would be laid out once more.
  requestAnimationFrame(() => {
    const current = document.querySelector('.tree [aria-current]');
    const tree = current?.closest('.tree');
    if (!(current instanceof HTMLElement && tree instanceof HTMLElement)) return;
    const top = current.offsetTop - tree.offsetTop;
    if (top + current.offsetHeight > tree.clientHeight)
      tree.scrollTop = top - tree.clientHeight / 2;
  });
  return element(
    'section',
    { class: 'history', 'data-key': 'history', 'aria-labelledby': 'history-heading', ...oneStop },
    element('h2', { id: 'history-heading' }, title),
    div('tree', button(root, view, session, start), ...following(root, view, session)),
  );
}

/**
 * The moves from a node on: the main line, and other tries as lists. In a game against the oracle
 * the main line is the game that is being played, else what was tried first.
 *
 * @type {(start: Node, view: View, session: Session) => (HTMLElement | string)[]}
 */
function following(start, view, session) {
  const shown = [];
  let node = start;
  while (node.children.length) {
    const played = view.state.mode === 'analyse' ? null : view.path[node.ply + 1];
    const main = node.children.find((child) => child === played) ?? node.children[0];
    const others = node.children.filter((child) => child !== main);
    shown.push(button(main, view, session));
    if (others.length) {
      const tries = others.map((other) =>
        element('li', {}, button(other, view, session), ...following(other, view, session)),
      );
      shown.push(element('ul', { class: 'tries' }, ...tries));
    }
    node = main;
  }
  return shown;
}

/** @type {(node: Node, view: View, session: Session, name?: string) => HTMLButtonElement} */
function button(node, view, session, name) {
  const { game, path, results, state } = view;
  const isMistake = (results || state.mode === 'review') && (cost(node, view) ?? 0) > NOTHING;
  const isRoll = node.parent && isRollDue(game, node.parent.place);
  const number = isRoll ? '' : `${numberOf(node, view)}. `;
  return clickable(
    {
      class: `try${path.includes(node) ? ' on-path' : ''}${isRoll ? ' is-roll' : ''}`,
      'data-key': `node ${node.steps().join(' ')}`,
      'aria-current': node === view.node && 'step',
      click: () => (path.includes(node) ? session.jump(node.ply) : session.visit(node)),
    },
    !name && !isRoll && element('span', { class: 'try-number' }, number),
    name ?? (isRoll ? game.stepWords(node.step) : node.step),
    isMistake && element('span', { class: 'try-mistake', 'aria-hidden': 'true' }, '?'),
    isMistake && element('span', { class: 'visually-hidden' }, texts.history.mistake),
  );
}
