/** @import {Mode, State} from '../core/location.js' */
/** @import {Session, View} from '../core/session.js' */
import { newSeed } from '../core/random.js';
import { findPuzzle } from '../core/puzzles.js';
import { isAbort } from '../core/oracle.js';
import { element, replace } from './dom.js';
import { puzzleVerdict } from './puzzle-verdict.js';

/** Shares of mistakes that an opponent can make, in percent. */
const STRENGTHS = [
  { mistakes: 0, label: 'perfect' },
  { mistakes: 5, label: '1 mistake in 20 moves' },
  { mistakes: 10, label: '1 mistake in 10 moves' },
  { mistakes: 25, label: '1 mistake in 4 moves' },
  { mistakes: 50, label: '1 mistake in 2 moves' },
  { mistakes: 100, label: 'always wrong' },
];

/** Analysing, playing and puzzles: which one, and what it needs to be told. */
export class Modes {
  #session;
  /** @type {AbortController | null} */
  #search = null;
  #problem = '';
  element = element('div', { class: 'segments', role: 'group', 'aria-label': 'Mode' });
  options = element('div', { class: 'mode-options' });

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {View} view */
  show(view) {
    const { mode } = view.state;
    if (mode !== 'puzzle') this.#search?.abort();
    replace(
      this.element,
      this.#choice('analyse', 'Analyse', mode, () => this.#analyse()),
      this.#choice('play', 'Play', mode, () => this.#play(view)),
      this.#choice('puzzle', 'Puzzle', mode, () => this.#puzzle()),
    );
    const options = {
      analyse: () => [],
      play: () => this.#playing(view),
      puzzle: () => this.#puzzling(view),
    };
    replace(this.options, ...options[mode]());
  }

  /**
   * @param {Mode} mode
   * @param {string} label
   * @param {Mode} current
   * @param {() => void} choose
   */
  #choice(mode, label, current, choose) {
    return element(
      'button',
      {
        type: 'button',
        class: 'segment',
        'data-key': `mode ${mode}`,
        'aria-pressed': String(mode === current),
        click: choose,
      },
      label,
    );
  }

  #analyse() {
    this.#session.change({ mode: 'analyse', shown: false });
  }

  /** @param {View} view */
  #play({ state }) {
    if (state.mode !== 'play')
      this.#session.change({ mode: 'play', shown: false, seed: newSeed() });
  }

  /** @param {View} view */
  #playing({ game, state }) {
    /** @param {Partial<State>} changes */
    const change = (changes) => this.#session.change(changes, { replace: true });
    const sides = game.players?.map((player, side) =>
      element('option', { value: side, selected: state.side === side }, player),
    );
    const strengths = STRENGTHS.map(({ mistakes, label }) =>
      element('option', { value: mistakes, selected: state.mistakes === mistakes }, label),
    );
    return [
      sides &&
        field(
          'You are',
          {
            'data-key': 'side',
            change: (event) => change({ side: event.target.value === '1' ? 1 : 0 }),
          },
          sides,
        ),
      sides &&
        field(
          'The oracle plays',
          {
            'data-key': 'mistakes',
            change: (event) => change({ mistakes: Number(event.target.value) }),
          },
          strengths,
        ),
      !sides && element('p', { class: 'note' }, 'The die is rolled for you.'),
      element(
        'label',
        { class: 'check' },
        element('input', {
          type: 'checkbox',
          checked: state.shown,
          'data-key': 'shown',
          change: (/** @type {any} */ event) => change({ shown: event.target.checked }),
        }),
        'Show results',
      ),
      element(
        'button',
        {
          type: 'button',
          class: 'button',
          'data-key': 'again',
          click: () => this.#session.change({ steps: [], at: 0, seed: newSeed(), shown: false }),
        },
        'New game',
      ),
    ];
  }

  async #puzzle() {
    this.#search?.abort();
    const controller = new AbortController();
    this.#search = controller;
    const { game } = this.#session.view;
    try {
      const setup = await findPuzzle(this.#session.oracle, game, newSeed(), controller.signal);
      if (controller.signal.aborted) return;
      this.#problem = setup ? '' : 'No puzzle was found. Try again.';
      if (setup)
        this.#session.begin(setup.setup, {
          mode: 'puzzle',
          steps: setup.steps,
          at: setup.steps.length,
        });
    } catch (error) {
      if (isAbort(error) || controller.signal.aborted) return;
      this.#problem = error instanceof Error ? error.message : String(error);
    }
    if (this.#problem) this.show(this.#session.view);
  }

  /** @param {View} view */
  #puzzling(view) {
    return [
      ...puzzleVerdict(view, this.#session),
      element(
        'button',
        { type: 'button', class: 'button', 'data-key': 'next', click: () => this.#puzzle() },
        'Next puzzle',
      ),
      this.#problem && element('p', { class: 'failure', role: 'alert' }, this.#problem),
    ];
  }
}

/**
 * @param {string} label
 * @param {import('./dom.js').Properties} properties
 * @param {HTMLOptionElement[]} options
 */
function field(label, properties, options) {
  return element(
    'label',
    { class: 'field' },
    element('span', {}, label),
    element('select', properties, ...options),
  );
}
