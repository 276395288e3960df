/** @import {Session, View} from '../core/session.js' */
import { lost } from '../core/values.js';
import { element, replace } from './dom.js';

/** The game so far, and the moves that were tried besides, as a tree. */
export class History {
  #session;
  element = element('section', { class: 'history', 'aria-labelledby': 'history-heading' });

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {View} view */
  show(view) {
    const { root } = view;
    replace(
      this.element,
      element('h2', { id: 'history-heading' }, 'Moves tried'),
      element(
        'div',
        { class: 'tree' },
        this.#button(root, view, 'Start'),
        ...this.#following(root, view),
      ),
      !root.children.length && element('p', { class: 'note' }, 'None yet.'),
    );
    const current = this.element.querySelector('[aria-current]');
    if (current && root.children.length) current.scrollIntoView({ block: 'nearest' });
  }

  /**
   * The moves from a node on: the first line, and other tries as lists.
   *
   * @param {import('../core/tree.js').Node} start
   * @param {View} view
   * @returns {(HTMLElement | string)[]}
   */
  #following(start, view) {
    const shown = [];
    let node = start;
    while (node.children.length) {
      const [main, ...others] = node.children;
      shown.push(this.#button(main, view));
      if (others.length) {
        const tries = others.map((other) =>
          element('li', {}, this.#button(other, view), ...this.#following(other, view)),
        );
        shown.push(element('ul', { class: 'tries' }, ...tries));
      }
      node = main;
    }
    return shown;
  }

  /**
   * @param {import('../core/tree.js').Node} node
   * @param {View} view
   * @param {string} [name]
   */
  #button(node, view, name) {
    const loss = view.results ? cost(node) : null;
    const mistake = loss !== null && loss > 1e-9;
    return element(
      'button',
      {
        type: 'button',
        class: `try ${view.path.includes(node) ? 'on-path' : ''}`,
        'data-key': `node ${node.steps().join(' ')}`,
        'aria-current': node === view.node && 'step',
        'aria-label': mistake ? `${node.ply}. ${node.step}, a mistake` : null,
        click: () => (view.path.includes(node) ? this.#session.jump(node.ply) : this.#session.visit(node)),
      },
      name ? '' : element('span', { class: 'try-number' }, `${node.ply}.`),
      name ?? node.step,
      mistake && element('span', { class: 'try-mistake', title: 'a mistake' }, '?'),
    );
  }
}

/**
 * What a move lost, null if that is not known.
 *
 * @param {import('../core/tree.js').Node} node
 */
export function cost(node) {
  const answer = node.parent?.answer;
  if (!answer?.moves) return null;
  const move = answer.moves.find((candidate) => candidate.move === node.step);
  return move ? lost(answer.value, move.result) : null;
}
