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
import { words } from '../core/values.js';
import { personAt, sideAt } from '../core/people.js';
import { Board } from './board.js';
import { createControls } from './controls.js';
import { attribute, button, clickable, div, element, marked, p, replace } from './dom.js';
import { openDialog, whenLoaded } from './dialog.js';
import { createHistory } from './history.js';
import { createLine } from './line.js';
import { createModes } from './modes.js';
import { createMoves } from './moves.js';
import { Parts } from './parts.js';
import { createPlot } from './plot.js';
import { canTap, shownOf } from './preview.js';
import { createVerdict } from './verdict.js';
import { notTold, worthOf } from './why.js';

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
  /** The step that was made against what the lesson says. @type {string | null} */
  let tried = null;
  let lastSaid = '';
  const ending = new AbortController();
  const titlePlace = element('h1', {});
  const morePlace = p('rules-more');
  const rulePlace = p('rule');
  const boardPlace = element('div', { class: 'board-place', id: 'board' });
  const previewPlace = element('div', { class: 'preview', id: 'preview' });
  const cardsPlace = div('cards');
  const detailsPlace = div('details');
  const live = /** @type {HTMLElement} */ (document.getElementById('live'));
  const parts = new Parts(session);
  const verdict = createVerdict(session, parts);
  const controls = createControls(session, parts);
  const modes = createModes(session);
  const moves = createMoves(session, showPreview);
  const line = createLine(session);
  const plot = createPlot(session);
  const history = createHistory(session);
  const shownParts = isEmbedded
    ? [verdict]
    : [parts, verdict, controls, modes, moves, line, plot, history];
  const board = div('board-area', boardPlace, previewPlace);
  const panel = [parts.element, cardsPlace, moves.element, line.element, plot.element];
  // In the order of reading.
  const places = isEmbedded
    ? [verdict.element, board, outside()]
    : [
        modes.element,
        verdict.element,
        div('board-side', board, controls.element),
        div('panel', ...panel, history.element, detailsPlace),
      ];
  const screen = div('game', div('heading', titlePlace, morePlace, rulePlace), ...places);
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
    if (lastView?.node !== view.node) pointed = tried = null;
    lastView = view;
    const isNew = lastGame !== view.game;
    if (isNew) change(view.game);
    boardPlace.hidden = !view.readable;
    if (view.readable) boardView?.show(view);
    showPreview(pointed);
    for (const part of shownParts) part.show(view);
    showDetails(view);
    const { classList } = screen;
    classList.toggle('hides', view.state.mode === 'play' && !view.state.shown);
    const isAsked = !view.answer && !view.failure;
    classList.toggle('is-new', isAsked && (isNew || classList.contains('is-new')));
    attribute(boardPlace, 'aria-busy', view.answer || view.failure ? null : 'true');
    boardPlace.dataset.place = view.node.place;
    attribute(boardPlace, 'data-answered', view.answer ? '' : null);
    say(view);
    const { activeElement, body } = document;
    const isLost = activeElement === body || !activeElement?.getClientRects().length;
    if (focused !== body && isLost) focusBoard();
  }

  /** @param {Game} game */
  function change(game) {
    lastGame = game;
    replace(
      titlePlace,
      element('span', { class: 'long-name' }, game.title),
      element('span', { class: 'short-name' }, game.label),
    );
    replace(rulePlace, ...marked(game.rule));
    previewPlace.style.minHeight = '';
    const { rules, lesson, map } = texts.controls;
    const { lesson: told, map: loadMap } = game;
    const learn = told && (() => session.begin(told.setup, { mode: 'lesson' }));
    const openRules = () => {
      const main = { class: 'button button-main', 'data-closes': true, click: learn };
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
    if (!isEmbedded) {
      replace(
        morePlace,
        (learn || game.rules.length > 0) && button('rules', rules, openRules, 'link'),
        learn && button('lesson', lesson, learn, 'link'),
        loadMap && button('map', map, openMap, 'link'),
      );
    }
    const instead = (/** @type {string} */ step) => session.playInstead(step);
    const nothing = () => {};
    const acts = isEmbedded ? { play: nothing, instead: nothing } : { play, instead };
    boardView = new Board(game.board(), { ...acts, preview: showPreview });
    replace(boardPlace, boardView.element);
  }

  /** Makes steps; those that a lesson does not tell of are answered. @param {...string} steps */
  function play(...steps) {
    const view = /** @type {View} */ (lastView);
    if (session.play(...steps) || view.state.mode !== 'lesson') return;
    tried = steps[steps.length - 1];
    showPreview({ kind: 'move', step: tried });
    live.textContent = notTold(view, tried);
  }

  /** What a selection would do, and what it is worth. @param {Selection | null} selection */
  function showPreview(selection) {
    const view = lastView;
    if (!view || !boardView || !view.readable) return;
    pointed = selection;
    const shown = shownOf(view, pointed, tried);
    const meant = boardView.meant(shown);
    const worth = meant === null ? null : worthOf(view, meant);
    replace(
      previewPlace,
      element('p', {}, boardView.preview(shown, worth?.replies ?? [])),
      worth && p(`tone-${worth.tone}`, worth.text),
      meant !== null && meant === tried && p('not-told tone-bad', notTold(view, meant)),
      canTap(view, pointed, tried) && p('tap-again', texts.controls.tapAgain),
    );
    // It never shrinks: what moves away under the pointer would be pointed at no longer.
    if (shown === null) return;
    const { minHeight } = getComputedStyle(previewPlace);
    if (previewPlace.offsetHeight > parseFloat(minHeight)) {
      previewPlace.style.minHeight = `${previewPlace.offsetHeight}px`;
    }
  }

  /** @param {View} view */
  function showDetails(view) {
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
      cardsPlace,
      ...cards.map(({ title, text, source }) =>
        card(title, element('p', {}, text), source && p('card-source', source)),
      ),
    );
    replace(detailsPlace, told.length > 0 && card(texts.details.title, factList(told)));
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
    const rest = over ? texts.live.over(game.ending(view).text) : texts.live.next(next, worth);
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
    const isRedo = hasControl
      ? key === 'y' || (key === 'z' && event.shiftKey)
      : key === 'arrowright';
    const isUndo = hasControl ? key === 'z' && !event.shiftKey : key === 'arrowleft';
    const isHelp = !hasControl && key === '?';
    if (!isRedo && !isUndo && !isHelp) return;
    event.preventDefault();
    const keys = texts.keys.list.map(([names, what]) => [element('kbd', {}, names), what]);
    if (isHelp) openDialog(texts.keys.title, [factList(keys)]);
    else if (isRedo) session.redo();
    else session.undo();
  }

  return { element: screen, show, leave, focusBoard };
}

/** Terms, each with what is said of it. @param {Child[][]} told */
function factList(told) {
  const parts = told.flatMap(([term, ...content]) => [
    element('dt', {}, term),
    element('dd', {}, ...content),
  ]);
  return element('dl', { class: 'facts' }, ...parts);
}
