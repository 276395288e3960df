/**
 * Below the board: back and forward through the game, what a mode offers, and sharing.
 *
 * @import {Session, View} from '../core/session.js'
 * @import {Puzzles} from './puzzles.js'
 */
import { texts } from '../texts/en.js';
import { newSeed } from '../core/random.js';
import { element, icon, replace } from './dom.js';
import { setUp } from './modes.js';

export class Controls {
  #session;
  #puzzles;
  element = element('div', { class: 'controls' });

  /**
   * @param {Session} session
   * @param {Puzzles} puzzles
   */
  constructor(session, puzzles) {
    this.#session = session;
    this.#puzzles = puzzles;
  }

  /** @param {View} view */
  show(view) {
    const { at, steps } = view.state;
    const session = this.#session;
    const { toStart, undo, redo, toLast, moves } = texts.controls;
    replace(
      this.element,
      element(
        'div',
        { class: 'controls-group steps', role: 'group', 'aria-label': moves },
        this.#button('first', toStart, at === 0, () => session.jump(0)),
        this.#button('back', undo, at === 0, () => session.undo()),
        this.#button('forward', redo, at === steps.length, () => session.redo()),
        this.#button('last', toLast, at === steps.length, () => session.jump(steps.length)),
      ),
      element(
        'div',
        { class: 'controls-group' },
        ...this.#ofMode(view),
        ...this.#settings(view),
        this.#text('share', texts.controls.share, () => this.#share(), 'link'),
        view.state.mode === 'analyse' &&
          this.#text('setup', texts.controls.setUp, () => setUp(session), 'edit'),
      ),
    );
  }

  /**
   * What the mode offers.
   *
   * @param {View} view
   */
  #ofMode(view) {
    const { state, over, game } = view;
    const session = this.#session;
    const analyse = () => session.change({ mode: 'analyse', shown: false });
    if (state.mode === 'puzzle') return this.#puzzles.actions(view);
    if (state.mode === 'lesson') {
      const told = game.lesson?.steps ?? [];
      const isDone = state.at >= told.length;
      const { showMove, playNow, leave } = texts.lesson;
      const next = told[state.at];
      return [
        isDone
          ? this.#text('play', playNow, () =>
              session.begin(game.initial, { mode: 'play', seed: newSeed() }),
            )
          : this.#text('told', showMove, () => session.play(next.step)),
        this.#text('leave', leave, () => session.begin(game.initial, { mode: 'analyse' })),
      ];
    }
    if (state.mode !== 'play') return [];
    if (!over) {
      const change = () => session.change({ shown: !state.shown }, { replace: true });
      const { showResults, hideResults } = texts.controls;
      return [this.#text('results', state.shown ? hideResults : showResults, change)];
    }
    const again = { steps: [], at: 0, shown: false };
    const side = /** @type {0 | 1} */ (1 - state.side);
    return [
      this.#text('review', texts.end.review, analyse),
      this.#text('rematch', texts.end.rematch, () => session.change({ ...again, seed: newSeed() })),
      game.players &&
        this.#text('other side', texts.end.otherSide, () =>
          session.change({ ...again, side, seed: newSeed() }),
        ),
    ];
  }

  /** @param {View} view */
  #settings({ game, state, results }) {
    // Where results are hidden, what explains them would be, too.
    return game.settings
      .filter(({ explains }) => results || !explains)
      .map(({ key, label, values }) =>
        element(
          'div',
          { class: 'segments', role: 'group', 'aria-label': label },
          ...values.map(({ value, label: text }) =>
            element(
              'button',
              {
                type: 'button',
                class: 'segment',
                'data-key': `${key} ${value}`,
                'aria-pressed': String(state.settings[key] === value),
                click: () =>
                  this.#session.change({ settings: { ...state.settings, [key]: value } }),
              },
              text,
            ),
          ),
        ),
      );
  }

  async #share() {
    const { openShare } = await import('./share.js');
    openShare(this.#session.view);
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {() => void} click
   * @param {Parameters<typeof icon>[0]} [name]
   */
  #text(key, text, click, name) {
    return element(
      'button',
      { type: 'button', class: 'button', 'data-key': key, click },
      name && icon(name),
      text,
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
}
