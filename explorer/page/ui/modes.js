/**
 * Analysing, playing and puzzles: which one, and how a new game begins.
 *
 * @import {Mode} from '../core/location.js'
 * @import {Game} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 */
import { texts } from '../texts/en.js';
import { NEXT, isChallenge } from '../core/location.js';
import { newSeed, random } from '../core/random.js';
import {
  LEVELS,
  STRENGTHS,
  levelOf,
  opponentOf,
  strongerThan,
  today,
  todays,
} from '../core/records.js';
import { hasWon } from '../core/review.js';
import { keep } from '../core/storage.js';
import { attribute, button, clickable, div, element, replace, select } from './dom.js';
import { openDialog, whenLoaded } from './dialog.js';

/** How a date of UTC is written where there is little space. */
const DATE = /** @type {const} */ ({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** @param {Session} session */
export function createModes(session) {
  const choose = {
    analyse: () => session.change({ mode: 'analyse', shown: false }),
    play: () => session.change({ ...against(session.view.game), shown: false }),
    puzzle: () => challenge(),
  };
  const choices = /** @type {(keyof typeof choose)[]} */ (['analyse', 'play', 'puzzle']).map(
    (mode) => button(`mode ${mode}`, texts.modes[mode], choose[mode], 'segment'),
  );
  // What it needs is loaded a little before it is opened.
  const ahead = () => void import('./challenge.js').catch(() => {});
  choices.at(-1)?.addEventListener('pointerenter', ahead, { once: true });
  const { kinds: names, which } = texts.challenge;
  const kinds = element(
    'select',
    { 'data-key': 'kind', 'aria-label': which, change: () => challenge(kinds.value) },
    ...Object.entries(names).map(([value, label]) => element('option', { value }, label)),
  );
  const newGame = button('new', texts.newGame.title, open);
  const group = { class: 'segments', role: 'group', 'aria-label': texts.modes.title };
  const place = div('modes', element('div', group, ...choices), newGame, kinds);

  /**
   * Begins what is played for no mistake: if none is chosen the puzzle of the day, until that has a
   * result.
   *
   * @param {string} [kind]
   */
  function challenge(kind) {
    const { game, state } = session.view;
    const level = LEVELS.find((known) => known === kind);
    if (level) keep('localStorage', 'level', level);
    const isLevel = kind ? level : todays(game.name, today());
    const mode = isLevel ? 'puzzle' : kind === 'survive' ? kind : 'today';
    session.begin(state, { ...NEXT, mode });
  }

  /** @param {View} view */
  function show(view) {
    const { game, state } = view;
    const next = strongerThan(state.mistakes);
    if (hasWon(view) && next < opponentOf(game.name)) opponentOf(game.name, next);
    for (const choice of choices) {
      choice.hidden = !game.puzzle && choice.dataset.key === 'mode puzzle';
      const mode = isChallenge(state.mode) ? 'puzzle' : state.mode;
      attribute(choice, 'aria-pressed', String(choice.dataset.key === `mode ${mode}`));
    }
    newGame.hidden = isChallenge(state.mode);
    kinds.hidden = !isChallenge(state.mode);
    kinds.value = state.mode === 'puzzle' ? levelOf() : state.mode;
    // A link may be to the puzzle of another day.
    const isOther = state.mode === 'today' && state.day && state.day !== today();
    kinds.options[0].text = isOther
      ? new Date(state.day).toLocaleDateString(texts.language.code, DATE)
      : texts.challenge.kinds.today;
  }

  /** How a new game begins: where, and who plays it. */
  function open() {
    const { game, state } = session.view;
    const { players, initial } = game;
    const told = texts.newGame;
    const form = element('form', { class: 'new-game', method: 'dialog' });
    const modes = [
      { value: 'play', label: players ? told.againstOracle : told.withDie },
      { value: 'analyse', label: players ? told.bothSides : told.ownDie },
    ];
    const mode = select('mode', told.who, modes, state.mode === 'analyse' ? 'analyse' : 'play');
    const sides = (players ?? []).map((label, value) => ({ value: String(value), label }));
    const side = players && select('side', told.side, sides, String(state.side));
    const strengths = STRENGTHS.map((value) => ({
      value: String(value),
      label: told.strengths(value),
    }));
    const mistakes = state.mode === 'play' ? state.mistakes : opponentOf(game.name);
    const strength = players && select('strength', told.strength, strengths, String(mistakes));
    const starts = [
      { value: '', label: game.puzzle ? told.first : told.beginning },
      ...game.sizes.map(({ value, label }) => ({ value, label: told.random(label) })),
      { value: 'same', label: told.same },
    ];
    const isFirst = state.start === initial.start && state.board === initial.board;
    const start = select('start', told.start, starts, isFirst ? '' : 'same');
    const chosen = (/** @type {Element | null} */ field) =>
      field?.querySelector('select')?.value ?? '';
    form.addEventListener('submit', () => {
      const seed = newSeed();
      const isAgainst = chosen(mode) === 'play' && players !== null;
      if (isAgainst) opponentOf(game.name, Number(chosen(strength)));
      const size = chosen(start);
      const isSame = size === 'same';
      const setup = size && !isSame ? game.random(random(seed), size) : initial;
      session.begin(isSame ? state : setup, {
        mode: /** @type {Mode} */ (chosen(mode)),
        side: chosen(side) === '1' ? 1 : 0,
        mistakes: isAgainst ? Number(chosen(strength)) : 0,
        seed,
      });
    });
    const opponent = div('fields', side, strength);
    const follow = () => (opponent.hidden = chosen(mode) !== 'play');
    mode.addEventListener('change', follow);
    replace(
      form,
      mode,
      opponent,
      start,
      div(
        'fields',
        element('button', { type: 'submit', class: 'button button-main' }, told.begin),
        clickable(
          { class: 'button', 'data-closes': true, click: () => setUp(session) },
          told.setUp,
        ),
      ),
    );
    follow();
    openDialog(told.title, [form]);
  }

  return { element: place, show };
}

/** A new game against the next opponent. @param {Game} game */
export function against(game) {
  const mistakes = game.players ? opponentOf(game.name) : 0;
  return { mode: /** @type {const} */ ('play'), seed: newSeed(), mistakes };
}

/** Opens the dialog in which any position is set up. @param {Session} session */
export function setUp(session) {
  const { game } = session.view;
  whenLoaded(Promise.all([import('./setup.js'), game.setup?.()]), ([{ openSetup }, loaded]) => {
    // Another game may have been chosen meanwhile.
    if (session.view.game === game) openSetup(session, loaded?.setup ?? null);
  });
}
