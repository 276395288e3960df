/**
 * Analysing, playing and puzzles: which one, and how a new game begins.
 *
 * @import {Mode, State} from '../core/location.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { NEXT, isChallenge } from '../core/location.js';
import { against, climbed, keepRung, rungAt, rungOf, rungsOf } from '../core/ladder.js';
import { newSeed, random } from '../core/random.js';
import { LEVELS, levelOf, today, todays } from '../core/records.js';
import { keep } from '../core/storage.js';
import { button, clickable, div, element, select, update } from './dom.js';
import { openDialog, whenLoaded } from './dialog.js';

/** How a date of UTC is written where there is little space. */
const DATE = /** @type {const} */ ({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** What it needs is loaded a little before it is opened. */
const ahead = () => void import('./challenge.js').catch(() => {});

/** @type {(view: View, session: Session) => Child[]} */
export function modes({ game, state }, session) {
  const shown = isChallenge(state.mode) ? 'puzzle' : state.mode;
  // Boards of lessons are for lessons.
  const change = (/** @type {Partial<State>} */ changes) =>
    state.mode === 'lesson' ? session.begin(game.initial, changes) : session.change(changes);
  const begin = {
    analyse: () => change({ mode: 'analyse', shown: false }),
    play: () => change({ ...against(game), shown: false }),
    puzzle: () => challenge(session),
  };
  const choice = (/** @type {keyof typeof begin} */ mode) =>
    clickable(
      {
        class: 'segment',
        'data-key': `mode ${mode}`,
        'aria-pressed': String(mode === shown),
        click: begin[mode],
        ...(mode === 'puzzle' && { pointerenter: ahead }),
      },
      texts.modes[mode],
    );
  const { kinds, which } = texts.challenge;
  // A link may be to the puzzle of another day.
  const isOther = state.mode === 'today' && state.day && state.day !== today();
  const day = isOther
    ? new Date(state.day).toLocaleDateString(texts.language.code, DATE)
    : kinds.today;
  const kind = state.mode === 'puzzle' ? levelOf() : state.mode;
  return [
    element(
      'div',
      { class: 'segments', role: 'group', 'aria-label': texts.modes.title },
      choice('analyse'),
      choice('play'),
      game.puzzle && choice('puzzle'),
    ),
    shown !== 'puzzle' && button('new', texts.newGame.title, () => openNew(session)),
    shown === 'puzzle' &&
      element(
        'select',
        {
          'data-key': 'kind',
          'aria-label': which,
          change: ({ target }) => challenge(session, target.value),
        },
        ...Object.entries({ ...kinds, today: day }).map(([value, label]) =>
          element('option', { value, selected: value === kind }, label),
        ),
      ),
  ];
}

/**
 * Begins what is played for no mistake: if none is chosen the puzzle of the day, until that has a
 * result.
 *
 * @type {(session: Session, kind?: string) => void}
 */
function challenge(session, kind) {
  const { game, state } = session.view;
  const level = LEVELS.find((known) => known === kind);
  if (level) keep('localStorage', 'level', level);
  const isLevel = kind ? level : todays(game.name, today());
  const mode = isLevel ? 'puzzle' : kind === 'survive' ? kind : 'today';
  session.begin(state, { ...NEXT, mode });
}

/** Keeps that the next opponent is a stronger one, after a win. @param {View} view */
export function keepOpponent(view) {
  const { game } = view;
  const next = climbed(view);
  if (next && rungAt(game, next.mistakes) > rungOf(game)) keepRung(game, next.mistakes);
}

/** Asks how a new game begins: where, and who plays it. @param {Session} session */
function openNew(session) {
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
  const rungs = players ? rungsOf(game) : [];
  const strengths = rungs.map(({ mistakes: value }, at) => ({
    value: String(value),
    label: told.rung(at + 1, texts.opponent.mistakes(value)),
  }));
  const at = state.mode === 'play' ? rungAt(game, state.mistakes) : rungOf(game);
  const strength =
    players && select('strength', told.strength, strengths, String(rungs[at].mistakes));
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
    if (isAgainst) keepRung(game, Number(chosen(strength)));
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
  update(
    form,
    mode,
    opponent,
    start,
    div(
      'fields',
      element('button', { type: 'submit', class: 'button button-main' }, told.begin),
      clickable({ class: 'button', 'data-closes': true, click: () => setUp(session) }, told.setUp),
    ),
  );
  follow();
  openDialog(told.title, [form]);
}

/** Opens the dialog in which any position is set up. @param {Session} session */
export function setUp(session) {
  const { game } = session.view;
  whenLoaded(Promise.all([import('./setup.js'), game.setup?.()]), ([{ openSetup }, loaded]) => {
    // Another game may have been chosen meanwhile.
    if (session.view.game === game) openSetup(session, loaded?.setup ?? null);
  });
}
