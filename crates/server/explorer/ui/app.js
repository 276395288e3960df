/** @import {BoardView, Game} from '../core/game.js' */
/** @import {Session, View} from '../core/session.js' */
import { words } from '../core/values.js';
import { Controls } from './controls.js';
import { attribute, element, replace } from './dom.js';
import { History } from './history.js';
import { BestLine } from './line.js';
import { Modes } from './modes.js';
import { MoveList } from './moves.js';
import { Plot } from './plot.js';
import { SetupDialog } from './setup.js';
import { themeButton } from './theme.js';
import { Verdict, capital, mover } from './verdict.js';

/** The whole page: it puts the parts in place, and tells each of them what to show. */
export class App {
  #games;
  /** @type {Session | null} */
  #session = null;
  /** @type {BoardView | null} */
  #board = null;
  /** @type {Game | null} */
  #game = null;
  #said = '';
  #title = element('h1', {});
  #rules = element('p', { class: 'rules' });
  #settings = element('div', { class: 'settings' });
  #boardPlace = element('div', { class: 'board-place', id: 'board' });
  #preview = element('p', { class: 'preview', id: 'preview' });
  #legend = element('p', { class: 'legend' });
  #cards = element('div', { class: 'cards' });
  #details = element('div', { class: 'details' });
  #live = /** @type {HTMLElement} */ (document.getElementById('live'));

  /** @param {readonly Game[]} games */
  constructor(games) {
    this.#games = games;
  }

  /** @param {Session} session */
  attach(session) {
    this.#session = session;
    const setup = new SetupDialog(session);
    const open = () => setup.open();
    const parts = {
      controls: new Controls(session, open),
      verdict: new Verdict(open),
      moves: new MoveList(session, (step) => this.#showPreview(step)),
      line: new BestLine(session),
      history: new History(session),
      modes: new Modes(session),
      plot: new Plot(session),
    };
    this.#parts = Object.values(parts);
    document.querySelector('.top-tools')?.append(themeButton());
    document
      .querySelector('main')
      ?.replaceChildren(
        element(
          'div',
          { class: 'board-side' },
          element('div', { class: 'heading' }, this.#title, this.#rules),
          element('div', { class: 'above-board' }, parts.modes.element, this.#settings),
          parts.modes.options,
          this.#boardPlace,
          this.#preview,
          parts.controls.element,
          this.#legend,
          parts.plot.element,
        ),
        element(
          'div',
          { class: 'panel' },
          parts.verdict.element,
          this.#cards,
          parts.moves.element,
          parts.line.element,
          parts.history.element,
        ),
        this.#details,
        setup.element,
      );
    addEventListener('keydown', (event) => this.#onKey(event));
    document.querySelector('[data-skip]')?.addEventListener('click', (event) => {
      event.preventDefault();
      const stop = this.#boardPlace.querySelector('[tabindex="0"]');
      if (stop instanceof HTMLElement) stop.focus();
    });
  }

  /** @type {{show: (view: View) => void}[]} */
  #parts = [];

  /** @param {View} view */
  show(view) {
    if (this.#game !== view.game) this.#change(view.game);
    this.#showSettings(view);
    this.#board?.show(view);
    this.#showPreview(null);
    for (const part of this.#parts) part.show(view);
    this.#showDetails(view);
    attribute(this.#boardPlace, 'aria-busy', view.answer || view.failure ? null : 'true');
    if (view.answer) this.#boardPlace.dataset.place = view.node.place;
    document
      .querySelector('main')
      ?.classList.toggle('has-no-answer', Boolean(view.failure && !view.answer));
    this.#say(view);
  }

  /** @param {Game} game */
  #change(game) {
    const session = /** @type {Session} */ (this.#session);
    this.#game = game;
    document.title = `${game.title} · perfectplay`;
    document.body.dataset.game = game.name;
    this.#title.textContent = game.title;
    this.#rules.textContent = game.rules;
    this.#board = game.createBoard({
      play: (...steps) => session.play(...steps),
      instead: (step) => session.playInstead(step),
      preview: (step) => this.#showPreview(step),
    });
    replace(this.#boardPlace, this.#board.element);
    replace(
      this.#legend,
      ...this.#board.legend.flatMap(({ mark, text }) => [
        element('span', { class: 'legend-item' }, element('b', {}, mark), ` ${text}`),
        ' ',
      ]),
    );
    const links = this.#games.map((other) =>
      element(
        'a',
        {
          href: session.addressOf(other),
          class: 'game-link',
          'aria-current': other === game && 'page',
          'data-key': other.name,
        },
        element('span', { class: 'long-name' }, other.title),
        element('span', { class: 'short-name' }, other.name),
      ),
    );
    const nav = document.querySelector('nav.games');
    if (nav) replace(nav, ...links);
  }

  /** @param {string | null} step */
  #showPreview(step) {
    const text = this.#board?.preview(step) ?? '';
    this.#preview.textContent = text;
  }

  /** @param {View} view */
  #showSettings({ game, state }) {
    const session = /** @type {Session} */ (this.#session);
    replace(
      this.#settings,
      ...game.settings.map(({ key, label, values }) =>
        element(
          'div',
          { class: 'segments', role: 'group', 'aria-label': label },
          ...values.map((value) =>
            element(
              'button',
              {
                type: 'button',
                class: 'segment',
                'data-key': `${key} ${value.value}`,
                'aria-pressed': String(state.settings[key] === value.value),
                click: () =>
                  session.change({ settings: { ...state.settings, [key]: value.value } }),
              },
              value.label,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {View} view */
  #showDetails(view) {
    const { game } = view;
    const cards = view.results ? game.cards(view) : [];
    const facts = game.facts(view);
    replace(
      this.#cards,
      ...cards.map(({ title, text, source }) =>
        element(
          'section',
          { class: 'card' },
          element('h2', {}, title),
          element('p', {}, text),
          source && element('p', { class: 'card-source' }, source),
        ),
      ),
    );
    replace(
      this.#details,
      facts.length > 0 &&
        element(
          'section',
          { class: 'card' },
          element('h2', {}, 'About this position'),
          element(
            'dl',
            { class: 'facts' },
            ...facts.flatMap(({ term, text, explanation }) => [
              element('dt', {}, term),
              element(
                'dd',
                {},
                text,
                explanation && element('span', { class: 'fact-note' }, explanation),
              ),
            ]),
          ),
        ),
    );
  }

  /**
   * Reads out what has changed.
   *
   * @param {View} view
   */
  #say(view) {
    const { answer, game, node, over, results } = view;
    if (!answer) return;
    const made = node.step && `${game.stepWords(node.step)}. `;
    const who = mover(view);
    const worth = results ? `: ${words(answer.value)}` : '';
    const rest = over
      ? `The game is over. ${game.ending(view)}`
      : who
        ? `${capital(who)} to move${worth}.`
        : words(answer.value);
    const said = `${made}${rest}`;
    if (said === this.#said) return;
    this.#said = said;
    this.#live.textContent = said;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog'))
      return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.#session?.redo();
    else this.#session?.undo();
  }
}
