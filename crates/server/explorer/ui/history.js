/** @import {Value} from '../core/oracle.js' */
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
    const loss = view.results ? cost(node, view) : null;
    const mistake = loss !== null && loss > 1e-9;
    return element(
      'button',
      {
        type: 'button',
        class: `try ${view.path.includes(node) ? 'on-path' : ''}`,
        'data-key': `node ${node.steps().join(' ')}`,
        'aria-current': node === view.node && 'step',
        'aria-label': mistake ? `${node.ply}. ${node.step}, a mistake` : null,
        click: () =>
          view.path.includes(node) ? this.#session.jump(node.ply) : this.#session.visit(node),
      },
      name ? '' : element('span', { class: 'try-number' }, `${node.ply}.`),
      name ?? node.step,
      mistake && element('span', { class: 'try-mistake', title: 'a mistake' }, '?'),
    );
  }
}

/**
 * What a step lost against the best one, null if that is not known.
 *
 * @param {import('../core/tree.js').Node} node
 * @param {View} view
 */
function cost({ parent, step, value }, { game, state }) {
  if (!parent) return null;
  const sections = parent.answer ? game.sections(parent.answer, parent.place) : [];
  for (const { moves } of sections) {
    const move = moves.find((candidate) => candidate.move === step);
    if (move) return lost(moves[0].result, move.result);
  }
  if (!value || !parent.value || game.roll) return null;
  const gain = game.gain?.(parent.place, step, state.board) ?? 0;
  return lost(parent.value, turned(value, gain));
}

/**
 * A value as the result of the move that leads to it.
 *
 * @param {Value} value
 * @param {number} gain
 * @returns {Value}
 */
function turned(value, gain) {
  if ('outcome' in value) return { outcome: value.outcome === 'win' ? 'loss' : 'win' };
  return 'score' in value ? { score: gain - value.score } : value;
}
