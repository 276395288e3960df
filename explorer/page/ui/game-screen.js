/**
 * One game: it puts the parts in place, and tells each of them what to show.
 *
 * @import {BoardView, Game} from '../core/game.js'
 * @import {Session, View} from '../core/session.js'
 * @import {Child} from './dom.js'
 */
import { capital } from '../core/capital.js';
import { texts } from '../texts/en.js';
import { words } from '../core/values.js';
import { personAt, sideAt } from '../core/people.js';
import { createControls } from './controls.js';
import { attribute, button, clickable, div, element, marked, p, replace } from './dom.js';
import { openDialog } from './dialog.js';
import { createHistory } from './history.js';
import { createLine } from './line.js';
import { whenLoaded } from './loaded.js';
import { createModes } from './modes.js';
import { createMoves } from './moves.js';
import { Parts } from './parts.js';
import { createPlot } from './plot.js';
import { createVerdict } from './verdict.js';
import { notTold, worthOf } from './why.js';

export class GameScreen {
  #session;
  #isEmbedded;
  /** @type {BoardView | null} */
  #board = null;
  /** @type {Game | null} */
  #game = null;
  /** @type {View | null} */
  #view = null;
  /** The step that is pointed at. @type {string | null} */
  #pointed = null;
  /** The step that was made against what the lesson says. @type {string | null} */
  #tried = null;
  #said = '';
  #ending = new AbortController();
  #title = element('h1', {});
  #more = p('rules-more');
  #rule = p('rule');
  #boardPlace = element('div', { class: 'board-place', id: 'board' });
  #preview = element('div', { class: 'preview', id: 'preview' });
  #cards = div('cards');
  #details = div('details');
  #live = /** @type {HTMLElement} */ (document.getElementById('live'));
  /** @type {{show: (view: View) => void}[]} */
  #parts;
  element;

  /**
   * @param {Session} session
   * @param {boolean} isEmbedded whether the page stands in another one, only to be looked at
   */
  constructor(session, isEmbedded) {
    this.#session = session;
    this.#isEmbedded = isEmbedded;
    const parts = new Parts(session);
    const verdict = createVerdict(session, parts);
    const controls = createControls(session, parts);
    const modes = createModes(session);
    const moves = createMoves(session, (step) => this.#showPreview(step));
    const line = createLine(session);
    const plot = createPlot(session);
    const history = createHistory(session);
    this.#parts = isEmbedded
      ? [verdict]
      : [parts, verdict, controls, modes, moves, line, plot, history];
    const heading = div('heading', this.#title, this.#more, this.#rule);
    const board = div('board-area', this.#boardPlace, this.#preview);
    const panel = [parts.element, this.#cards, moves.element, line.element, plot.element];
    // In the order of reading.
    const shown = isEmbedded
      ? [verdict.element, board, this.#outside()]
      : [
          modes.element,
          verdict.element,
          div('board-side', board, controls.element),
          div('panel', ...panel, history.element, this.#details),
        ];
    this.element = div('game', heading, ...shown);
    const { signal } = this.#ending;
    addEventListener('keydown', (event) => this.#onKey(event), { signal });
  }

  /** Ends what the screen listens to. */
  leave() {
    document.body.style.minHeight = '';
    this.#ending.abort();
  }

  focusBoard() {
    const stop = this.#boardPlace.querySelector('[tabindex="0"]');
    // A board without cells leads on to the moves.
    const found = stop ?? document.querySelector('.moves [tabindex="0"]');
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {View} view */
  show(view) {
    keepScrolled();
    const focused = document.activeElement;
    if (this.#view?.node !== view.node) this.#pointed = this.#tried = null;
    this.#view = view;
    const isNew = this.#game !== view.game;
    if (isNew) this.#change(view.game);
    this.#boardPlace.hidden = !view.readable;
    if (view.readable) this.#board?.show(view);
    this.#showPreview(this.#pointed);
    for (const part of this.#parts) part.show(view);
    this.#showDetails(view);
    const { classList } = this.element;
    classList.toggle('hides', view.state.mode === 'play' && !view.state.shown);
    const isAsked = !view.answer && !view.failure;
    classList.toggle('is-new', isAsked && (isNew || classList.contains('is-new')));
    attribute(this.#boardPlace, 'aria-busy', view.answer || view.failure ? null : 'true');
    this.#boardPlace.dataset.place = view.node.place;
    attribute(this.#boardPlace, 'data-answered', view.answer ? '' : null);
    this.#say(view);
    const { activeElement, body } = document;
    const isLost = activeElement === body || !activeElement?.getClientRects().length;
    if (focused !== body && isLost) this.focusBoard();
  }

  /** @param {Game} game */
  #change(game) {
    this.#game = game;
    replace(
      this.#title,
      element('span', { class: 'long-name' }, game.title),
      element('span', { class: 'short-name' }, game.label),
    );
    replace(this.#rule, ...marked(game.rule));
    this.#preview.style.minHeight = '';
    const { rules, lesson, map } = texts.controls;
    const learn = this.#lessonOf(game);
    const { map: loadMap } = game;
    if (!this.#isEmbedded) {
      replace(
        this.#more,
        (learn || game.rules.length > 0) &&
          button('rules', rules, () => this.#openRules(game), 'link'),
        learn && button('lesson', lesson, learn, 'link'),
        loadMap && button('map', map, () => this.#openMap(game, loadMap), 'link'),
      );
    }
    const nothing = () => {};
    this.#board = game.createBoard(
      this.#isEmbedded
        ? { play: nothing, instead: nothing, preview: (step) => this.#showPreview(step) }
        : {
            play: (...steps) => this.#play(steps),
            instead: (step) => this.#session.playInstead(step),
            preview: (step) => this.#showPreview(step),
          },
    );
    replace(this.#boardPlace, this.#board.element);
  }

  /** Makes steps; those that a lesson does not tell of are answered. @param {string[]} steps */
  #play(steps) {
    const view = /** @type {View} */ (this.#view);
    if (this.#session.play(...steps) || view.state.mode !== 'lesson') return;
    this.#tried = steps[steps.length - 1];
    this.#showPreview(this.#tried);
    this.#live.textContent = notTold(view, this.#tried);
  }

  /** What begins the lesson of a game that has one. @param {Game} game */
  #lessonOf({ lesson }) {
    return lesson && (() => this.#session.begin(lesson.setup, { mode: 'lesson' }));
  }

  /** @type {(game: Game, load: NonNullable<Game['map']>) => void} */
  #openMap(game, load) {
    whenLoaded(Promise.all([import('./map.js'), load()]), ([{ openMap }, { map }]) =>
      openMap(game, map, this.#session),
    );
  }

  /** @param {Game} game */
  #openRules(game) {
    const learn = this.#lessonOf(game);
    openDialog(game.title, [
      ...[game.rule, ...game.rules].map((rule) => element('p', {}, ...marked(rule))),
      learn &&
        clickable(
          { class: 'button button-main', 'data-closes': true, click: learn },
          texts.controls.lesson,
        ),
    ]);
  }

  /** What a step would do, and what it is worth. @param {string | null} step */
  #showPreview(step) {
    const view = this.#view;
    if (!view || !this.#board || !view.readable) return;
    const { state, game } = view;
    this.#pointed = step;
    // A lesson points at the other player's move, and not at the one that it asks for.
    const due = state.mode === 'lesson' ? game.lesson?.steps[state.at] : undefined;
    if (due) step ??= this.#tried ?? (due.text === undefined ? due.step : null);
    if (view.reviewed) step ??= state.tried || null;
    const meant = step === null ? null : (this.#board.meant?.(step) ?? step);
    const worth = meant === null ? null : worthOf(view, meant);
    const does = this.#board.preview(step, worth?.replies ?? []);
    const isPlayed = meant !== null && !this.#board.chooses?.(step ?? meant);
    const isTried = meant !== null && meant === this.#tried;
    // What a lesson points at by itself was not tapped.
    const isReviewed = view.reviewed !== null && !view.results && meant === state.tried;
    const isTapped = this.#pointed !== null && isPlayed && !isTried && !isReviewed && view.free;
    const isLegal = isTapped && (game.play(view.node.place, meant, state.board) ?? null) !== null;
    replace(
      this.#preview,
      element('p', {}, does),
      worth && p(`tone-${worth.tone}`, worth.text),
      isTried && p('not-told tone-bad', notTold(view, meant)),
      isLegal && p('tap-again', texts.controls.tapAgain),
    );
    // It never shrinks: what moves away under the pointer would be pointed at no longer.
    if (step === null) return;
    const { minHeight } = getComputedStyle(this.#preview);
    if (this.#preview.offsetHeight > parseFloat(minHeight)) {
      this.#preview.style.minHeight = `${this.#preview.offsetHeight}px`;
    }
  }

  /** @param {View} view */
  #showDetails(view) {
    const { game } = view;
    const isShown = view.results && view.readable && Boolean(view.answer);
    const cards = isShown ? game.cards(view) : [];
    const facts = view.readable && view.answer ? game.facts(view) : [];
    const card = (/** @type {string} */ title, /** @type {Child[]} */ ...content) =>
      element('section', { class: 'card' }, element('h2', {}, title), ...content);
    const told = facts.map(({ term, text, explanation }) => [
      term,
      text,
      explanation && element('span', { class: 'fact-note' }, explanation),
    ]);
    replace(
      this.#cards,
      ...cards.map(({ title, text, source }) =>
        card(title, element('p', {}, text), source && p('card-source', source)),
      ),
    );
    replace(this.#details, told.length > 0 && card(texts.details.title, factList(told)));
  }

  /** A link to the whole page, which a frame of another site opens outside of it. */
  #outside() {
    const link = element(
      'a',
      { class: 'outside', target: '_blank', rel: 'noopener' },
      texts.page.outside,
    );
    const follow = () => attribute(link, 'href', `./${location.search}${location.hash}`);
    addEventListener('hashchange', follow, { signal: this.#ending.signal });
    follow();
    return link;
  }

  /**
   * Reads out what has changed: who made which move, and what the position is worth.
   *
   * @param {View} view
   */
  #say(view) {
    const { answer, game, node, over, results } = view;
    if (!answer && !view.failure) return;
    const { parent, step } = node;
    const by = parent && game.players ? personAt(view, sideAt(view, parent)) : null;
    const made = step && texts.live.made(by, game.stepWords(step));
    const worth = results && answer ? words(answer.value) : '';
    const next = game.players ? personAt(view, sideAt(view, node)) : null;
    const rest = over ? texts.live.over(game.ending(view).text) : texts.live.next(next, worth);
    const said = view.failure && !answer ? view.failure.message : capital(`${made} ${rest}`.trim());
    if (said === this.#said) return;
    this.#said = said;
    this.#live.textContent = said;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || this.#isEmbedded) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog'))
      return;
    const key = event.key.toLowerCase();
    const hasControl = event.ctrlKey || event.metaKey;
    const isRedo = hasControl
      ? key === 'y' || (key === 'z' && event.shiftKey)
      : key === 'arrowright';
    const isUndo = hasControl ? key === 'z' && !event.shiftKey : key === 'arrowleft';
    const isHelp = !hasControl && key === '?';
    if (!isRedo && !isUndo && !isHelp) return;
    event.preventDefault();
    const keys = texts.keys.list.map(([names, what]) => [element('kbd', {}, names), what]);
    if (isHelp) openDialog(texts.keys.title, [factList(keys)]);
    else if (isRedo) this.#session.redo();
    else this.#session.undo();
  }
}

/** Terms, each with what is said of it. @param {Child[][]} told */
function factList(told) {
  const parts = told.flatMap(([term, ...content]) => [
    element('dt', {}, term),
    element('dd', {}, ...content),
  ]);
  return element('dl', { class: 'facts' }, ...parts);
}

/** Keeps the page as long as it must be to stay where it is scrolled to, though it may show less. */
function keepScrolled() {
  const { style } = document.body;
  style.minHeight = scrollY > 0 ? `${scrollY + innerHeight}px` : '';
}
