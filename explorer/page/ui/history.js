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
import { clickable, div, element, p, replace } from './dom.js';
import { numberOf } from './verdict.js';

/** @param {Session} session */
export function createHistory(session) {
  const place = element('section', { class: 'history', 'aria-labelledby': 'history-heading' });

  /** @param {View} view */
  function show(view) {
    const { root } = view;
    const { title, start, none } = texts.history;
    const tree = div('tree', nodeButton(root, view, start), ...following(root, view));
    replace(
      place,
      element('h2', { id: 'history-heading' }, title),
      tree,
      !root.children.length && p('note', none),
    );
    // The tree scrolls to it, and the page stays where it is.
    const current = tree.querySelector('[aria-current]');
    if (!(current instanceof HTMLElement)) return;
    // Asked now, the page would be laid out once more.
    requestAnimationFrame(() => {
      const top = current.offsetTop - tree.offsetTop;
      if (top + current.offsetHeight > tree.clientHeight)
        tree.scrollTop = top - tree.clientHeight / 2;
    });
  }

  /**
   * The moves from a node on: the main line, and other tries as lists. In a game against the oracle
   * the main line is the game that is being played, else what was tried first.
   *
   * @type {(start: Node, view: View) => (HTMLElement | string)[]}
   */
  function following(start, view) {
    const shown = [];
    let node = start;
    while (node.children.length) {
      const played = view.state.mode === 'analyse' ? null : view.path[node.ply + 1];
      const main = node.children.find((child) => child === played) ?? node.children[0];
      const others = node.children.filter((child) => child !== main);
      shown.push(nodeButton(main, view));
      if (others.length) {
        const tries = others.map((other) =>
          element('li', {}, nodeButton(other, view), ...following(other, view)),
        );
        shown.push(element('ul', { class: 'tries' }, ...tries));
      }
      node = main;
    }
    return shown;
  }

  /** @type {(node: Node, view: View, name?: string) => HTMLButtonElement} */
  function nodeButton(node, view, name) {
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

  return { element: place, show };
}
