/**
 * One game: it puts the parts in place, and tells each of them what to show.
 *
 * @import {Game, Selection} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { capital } from '../core/capital.js';
import { texts } from '../texts/en.js';
import { endingOf } from '../core/ending.js';
import { words } from '../core/values.js';
import { personAt, sideAt } from '../core/people.js';
import { Board } from './board.js';
import { controls } from './controls.js';
import { dueOf } from '../core/lesson.js';
import { opened } from '../core/records.js';
import { attribute, button, clickable, div, element, factList, marked, p, update } from './dom.js';
import { openDialog, whenLoaded } from './dialog.js';
import { history } from './history.js';
import { legendOf } from './legend.js';
import { ladder } from './ladder.js';
import { line } from './line.js';
import { keepOpponent, modes } from './modes.js';
import { moves } from './moves.js';
import { findStops } from './one-stop.js';
import { Parts } from './parts.js';
import { plot } from './plot.js';
import { canTap, shownOf } from './preview.js';
import { afterEnd, headlineOf, sourceOf, verdict } from './verdict.js';
import { notTold, sentences, worthOf } from './why.js';

/** The class of what is to be done first. */
const MAIN = 'button button-main';

/**
 * @param {Session} session
 * @param {boolean} isEmbedded whether the page stands in another one, only to be looked at
 */
export function createGameScreen(session, isEmbedded) {
  /** @type {Board | null} */
  let boardView = null;
  /** @type {Game | null} */
  let lastGame = null;
  /** @type {View | null} */
  let lastView = null;
  /** What is pointed at. @type {Selection | null} */
  let pointed = null;
  /** The step that was made against what the lesson says, or that it answers with. @type {string | null} */
  let tried = null;
  /** What is said of it. */
  let answered = '';
  let wrongTries = 0;
  /** Whether the game is offered as a new one. */
  let isOffered = false;
  /** What leads to the rules, the lessons and the map. @type {() => Child[]} */
  let more = () => [];
  let lastSaid = '';
  const ending = new AbortController();
  const live = /** @type {HTMLElement} */ (document.getElementById('live'));
  const parts = new Parts(session);
  const heading = div('heading');
  const morePlace = p('rules-more');
  const modesPlace = div('modes');
  const verdictPlace = element('section', { class: 'verdict', 'aria-label': texts.verdict.title });
  const boardPlace = element('div', { class: 'board-place', id: 'board' });
  const previewPlace = element('div', { class: 'preview', id: 'preview' });
  const controlsPlace = div('controls');
  const panel = div('panel');
  const board = div('board-area', boardPlace, previewPlace);
  // In the order of reading.
  const places = isEmbedded
    ? [verdictPlace, board, outside()]
    : [modesPlace, verdictPlace, div('board-side', board, controlsPlace), panel];
  const screen = div('game', heading, ...places);
  addEventListener('keydown', onKey, { signal: ending.signal });

  /** Ends what the screen listens to. */
  function leave() {
    document.body.style.minHeight = '';
    ending.abort();
  }

  function focusBoard() {
    const stop = boardPlace.querySelector('[tabindex="0"]');
    // A board without cells leads on to the moves.
    const found = stop ?? document.querySelector('.moves [tabindex="0"]');
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {View} view */
  function show(view) {
    // The page stays as long as it must be to stay where it is scrolled to, though it may show less.
    document.body.style.minHeight = scrollY > 0 ? `${scrollY + innerHeight}px` : '';
    const focused = document.activeElement;
    if (view.state.mode === 'lesson') isOffered = false;
    if (lastView?.node !== view.node) [pointed, tried, wrongTries] = [null, null, 0];
    lastView = view;
    const { game, answer, failure, node, readable } = view;
    const isNew = lastGame !== game;
    if (isNew) change(game);
    boardPlace.hidden = !readable;
    if (readable) boardView?.show(view);
    showPreview(pointed);
    if (!isEmbedded) parts.show(view);
    update(verdictPlace, ...verdict(view, session, parts));
    const isEnd = view.over && view.state.mode !== 'lesson';
    verdictPlace.className = `verdict${isEnd ? ` is-end tone-${endingOf(view).kind}` : ''}`;
    if (!isEmbedded) showAll(view);
    const { classList } = screen;
    classList.toggle('marks', view.free && !view.results);
    const isAsked = !answer && !failure;
    classList.toggle('is-new', isAsked && (isNew || classList.contains('is-new')));
    attribute(boardPlace, 'aria-busy', isAsked ? 'true' : null);
    boardPlace.dataset.place = node.place;
    attribute(boardPlace, 'data-answered', answer ? '' : null);
    say(view);
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement === panel;
    if (focused !== body && isLost) focusBoard();
  }

  /** What stands around the board and the verdict. @param {View} view */
  function showAll(view) {
    keepOpponent(view);
    const { at } = view.state;
    if (!isOffered || at) opened(view.game.name, true);
    update(morePlace, ...more());
    update(modesPlace, ...modes(view, session));
    update(controlsPlace, ...controls(view, session, parts));
    update(
      panel,
      element('div', { class: 'cards', 'data-key': 'parts' }, parts.below(view), ladder(view)),
      element('div', { class: 'cards', 'data-key': 'cards' }, ...cardsOf(view)),
      moves(view, session, showPreview),
      line(view, session),
      plot(view, session),
      history(view, session),
      element('div', { class: 'details', 'data-key': 'details' }, detailsOf(view)),
    );
    findStops(panel);
  }

  /** @param {Game} game */
  function change(game) {
    lastGame = game;
    previewPlace.style.minHeight = '';
    const { rules, lesson, map } = texts.controls;
    const { lessons, map: loadMap } = game;
    const learn = lessons && (() => session.begin(lessons[0].setup, { mode: 'lesson', round: 0 }));
    const openRules = () => {
      const main = { class: MAIN, 'data-closes': true, click: learn };
      openDialog(game.title, [
        ...[game.rule, ...game.rules].map((rule) => element('p', {}, ...marked(rule))),
        learn && clickable(main, lesson),
      ]);
    };
    const openMap = () =>
      loadMap &&
      whenLoaded(Promise.all([import('./map.js'), loadMap()]), ([{ openMap }, loaded]) =>
        openMap(game, loaded.map, session),
      );
    isOffered = learn !== null && !opened(game.name);
    more = () => [
      learn && isOffered && button('lesson', texts.lesson.first, learn, MAIN),
      (learn || game.rules.length > 0) && button('rules', rules, openRules, 'link'),
      learn && !isOffered && button('lesson', lesson, learn, 'link'),
      loadMap && button('map', map, openMap, 'link'),
    ];
    update(
      heading,
      element('h1', {}, game.title),
      isEmbedded ? null : morePlace,
      p('rule', ...marked(game.rule)),
    );
    const instead = (/** @type {string} */ step) => session.playInstead(step);
    const nothing = () => {};
    const acts = isEmbedded ? { play: nothing, instead: nothing } : { play, instead };
    boardView = new Board(game.board(), { ...acts, preview: showPreview });
    boardPlace.replaceChildren(boardView.element);
  }

  /** Makes steps; those that a lesson does not tell of are answered. @param {...string} steps */
  function play(...steps) {
    const view = /** @type {View} */ (lastView);
    if (session.play(...steps) || view.state.mode !== 'lesson') return;
    const step = steps[steps.length - 1];
    const right = dueOf(view)?.step ?? step;
    wrongTries += 1;
    const isAnswered = wrongTries > 1;
    tried = isAnswered ? right : step;
    const { answer, again } = texts.lesson;
    answered = sentences(notTold(view, step), isAnswered ? answer(right) : again);
    showPreview({ kind: 'move', step: tried });
    live.textContent = answered;
  }

  /** What a selection would do, and what it is worth. @param {Selection | null} selection */
  function showPreview(selection) {
    const view = lastView;
    if (!view || !boardView || !view.readable) return;
    pointed = selection;
    const shown = shownOf(view, pointed, tried);
    const meant = boardView.meant(shown);
    const worth = meant === null ? null : worthOf(view, meant);
    const said = boardView.preview(shown, worth?.replies ?? []);
    update(
      previewPlace,
      meant !== null && meant === tried && p('not-told tone-bad', answered),
      said && element('p', {}, said),
      // While nothing is pointed at there is room for what marks mean.
      shown === null && p('legend', ...legendOf(view)),
      ...afterEnd(view),
      worth && p(`tone-${worth.tone}`, worth.text),
      canTap(view, pointed, tried) && p('tap-again', texts.controls.tapAgain),
    );
    // It never shrinks: what moves away under the pointer would be pointed at no longer.
    if (shown === null) return;
    const { minHeight } = getComputedStyle(previewPlace);
    if (previewPlace.offsetHeight > parseFloat(minHeight)) {
      previewPlace.style.minHeight = `${previewPlace.offsetHeight}px`;
    }
  }

  /** A link to the whole page, which a frame of another site opens outside of it. */
  function outside() {
    const link = element(
      'a',
      { class: 'outside', target: '_blank', rel: 'noopener' },
      texts.page.outside,
    );
    const follow = () => attribute(link, 'href', `./${location.search}${location.hash}`);
    addEventListener('hashchange', follow, { signal: ending.signal });
    follow();
    return link;
  }

  /** Reads out what has changed: who made which move, and what the position is worth. @param {View} view */
  function say(view) {
    const { answer, game, node, over, results } = view;
    if (!answer && !view.failure) return;
    const { parent, step } = node;
    const by = parent && game.players ? personAt(view, sideAt(view, parent)) : null;
    const made = step && texts.live.made(by, game.stepWords(step));
    const worth = results && answer ? words(answer.value) : '';
    const next = game.players ? personAt(view, sideAt(view, node)) : null;
    const rest = over
      ? texts.live.over(sentences(texts.sentence(headlineOf(view)), endingOf(view).text))
      : texts.live.next(next, worth);
    const said = view.failure && !answer ? view.failure.message : capital(`${made} ${rest}`.trim());
    if (said === lastSaid) return;
    lastSaid = said;
    live.textContent = said;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.altKey || isEmbedded) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog'))
      return;
    const key = event.key.toLowerCase();
    const hasControl = event.ctrlKey || event.metaKey;
    // Whoever presses an arrow on a button does not mean the game.
    if (!hasControl && event.target instanceof Element && event.target.closest('button, a')) return;
    const isRedo = hasControl
      ? key === 'y' || (key === 'z' && event.shiftKey)
      : key === 'arrowright';
    const isUndo = hasControl ? key === 'z' && !event.shiftKey : key === 'arrowleft';
    if (!isRedo && !isUndo) return;
    event.preventDefault();
    if (isRedo) session.redo();
    else session.undo();
  }

  return { element: screen, show, leave, focusBoard };
}

/** Whether somebody has unfolded what has a title. @type {Map<string, boolean>} */
const unfolded = new Map();

/** What unfolds below its title. @type {(title: string, isOpen: boolean, ...content: Child[]) => HTMLElement} */
function card(title, isOpen, ...content) {
  const open = unfolded.get(title) ?? isOpen;
  const click = (/** @type {Event} */ { currentTarget }) =>
    unfolded.set(title, !(/** @type {Element} */ (currentTarget).closest('[open]')));
  const summary = element('summary', { click }, element('h2', {}, title));
  return element('details', { class: 'card', 'data-key': title, open }, summary, ...content);
}

/** @param {View} view */
function cardsOf(view) {
  const isShown = view.results && view.readable && view.answer;
  const cards = isShown ? view.game.cards(view) : [];
  return cards.map(({ title, text, source }) =>
    card(title, false, element('p', {}, text), source && p('card-source', source)),
  );
}

/** @param {View} view */
function detailsOf(view) {
  const facts = view.readable && view.answer ? view.game.facts(view) : [];
  const told = facts.map(({ term, text, explanation }) => [
    term,
    text,
    explanation && element('span', { class: 'fact-note' }, explanation),
  ]);
  const { title, ofGame } = texts.details;
  const isOfGame = Boolean(view.game.inCatalogue);
  const isOpen = isOfGame && view.state.mode === 'analyse';
  const source = view.results && p('card-source', sourceOf(view));
  return told.length > 0 && card(isOfGame ? ofGame : title, isOpen, factList(told), source);
}
