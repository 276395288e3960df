/** @import {Session, View} from '../core/session.js' */
import { element, icon, replace } from './dom.js';

/** How long a button says that it has copied. */
const COPIED = 1600;

/** Back and forward through the game, and what is done with a position. */
export class Controls {
  #session;
  #onSetUp;
  element = element('div', { class: 'controls' });

  /**
   * @param {Session} session
   * @param {() => void} onSetUp
   */
  constructor(session, onSetUp) {
    this.#session = session;
    this.#onSetUp = onSetUp;
  }

  /** @param {View} view */
  show(view) {
    const { at, steps } = view.state;
    replace(
      this.element,
      element(
        'div',
        { class: 'controls-group', role: 'group', 'aria-label': 'Moves' },
        this.#button('first', 'To the start', at === 0, () => this.#session.jump(0)),
        this.#button('back', 'Undo', at === 0, () => this.#session.undo()),
        this.#button('forward', 'Redo', at === steps.length, () => this.#session.redo()),
        this.#button('last', 'To the last move', at === steps.length, () =>
          this.#session.jump(steps.length),
        ),
      ),
      element(
        'div',
        { class: 'controls-group' },
        element(
          'button',
          { type: 'button', class: 'button', 'data-key': 'setup', click: this.#onSetUp },
          icon('edit'),
          'Set up',
        ),
        this.#copy('copy', 'Copy position', () => view.game.copied(view)),
        this.#copy('link', 'Copy link', () => location.href),
      ),
    );
  }

  /**
   * @param {'first' | 'back' | 'forward' | 'last'} name
   * @param {string} label
   * @param {boolean} disabled
   * @param {() => void} click
   */
  #button(name, label, disabled, click) {
    return element(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'data-key': name,
        'aria-label': label,
        title: label,
        // Not `disabled`: that would take the focus away.
        'aria-disabled': disabled && 'true',
        click: () => {
          if (!disabled) click();
        },
      },
      icon(name),
    );
  }

  /**
   * @param {'copy' | 'link'} name
   * @param {string} label
   * @param {() => string} text
   */
  #copy(name, label, text) {
    const caption = element('span', { 'aria-live': 'polite' }, label);
    return element(
      'button',
      {
        type: 'button',
        class: 'button',
        'data-key': name,
        click: async () => {
          try {
            await navigator.clipboard.writeText(text());
            caption.textContent = 'Copied';
          } catch {
            caption.textContent = 'Not allowed';
          }
          setTimeout(() => (caption.textContent = label), COPIED);
        },
      },
      icon(name),
      caption,
    );
  }
}
