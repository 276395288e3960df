/**
 * Below the board: back and forward through the game, what a mode offers, and sharing.
 *
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 * @import {Parts} from './parts.js'
 */
import { texts } from '../texts/en.js';
import { against, climbed, rungAt } from '../core/ladder.js';
import { dueOf } from '../core/lesson.js';
import { newSeed } from '../core/random.js';
import { mistakes } from '../core/review.js';
import { button, clickable, div, element, icon } from './dom.js';
import { whenLoaded } from './dialog.js';
import { setUp } from './modes.js';

/** @type {(view: View, session: Session, parts: Parts) => Child[]} */
export function controls(view, session, parts) {
  const { at, steps, mode } = view.state;
  const { toStart, undo, redo, toLast, moves } = texts.controls;
  const share = () => whenLoaded(import('./share.js'), ({ openShare }) => openShare(session.view));
  return [
    steps.length > 0 &&
      element(
        'div',
        { class: 'controls-group steps', role: 'group', 'aria-label': moves },
        iconButton('first', toStart, at === 0, () => session.jump(0)),
        iconButton('back', undo, at === 0, () => session.undo()),
        iconButton('forward', redo, at === steps.length, () => session.redo()),
        iconButton('last', toLast, at === steps.length, () => session.jump(steps.length)),
      ),
    div(
      'controls-group',
      ...(parts.actions(view) ?? ofMode(view, session)),
      ...settings(view, session),
      button('share', texts.controls.share, share, 'button', 'link'),
      mode === 'analyse' &&
        button('setup', texts.controls.setUp, () => setUp(session), 'button', 'edit'),
    ),
  ];
}

/** What the mode offers. @type {(view: View, session: Session) => Child[]} */
function ofMode(view, session) {
  const { state, over, game } = view;
  if (state.mode === 'lesson') {
    const due = dueOf(view);
    const round = state.round + 1;
    const next = game.lessons?.[round];
    const { showMove, playNow, more, leave } = texts.lesson;
    const main = 'button button-main';
    const go = () => next && session.begin(next.setup, { mode: 'lesson', round });
    const play = () => session.begin(game.small, { ...against(game), side: 0, round: 0 });
    return [
      due && button('told', showMove, () => session.play(due.step)),
      !due && next && button('more', more, go, main),
      !due && !next && button('play', playNow, play, main),
      button('leave', leave, () => session.begin(game.initial, { mode: 'analyse' })),
    ];
  }
  if (state.mode !== 'play') return [];
  if (!over) {
    const change = () => session.change({ shown: !state.shown }, { replace: true });
    const { showResults, hideResults } = texts.controls;
    return [button('results', state.shown ? hideResults : showResults, change)];
  }
  const next = climbed(view);
  const again = { steps: [], at: 0, shown: false, ...next };
  const side = /** @type {0 | 1} */ (1 - state.side);
  const [first] = mistakes(view);
  const review = () =>
    session.change({ mode: 'review', at: first.node.ply - 1, tried: '', shown: false });
  return [
    first && button('review', texts.end.review, review, next ? 'button' : 'button button-main'),
    button(
      'rematch',
      next ? texts.opponent.rung(rungAt(game, next.mistakes) + 1) : texts.end.rematch,
      () => session.change({ ...again, seed: newSeed() }),
      next || !first ? 'button button-main' : 'button',
    ),
    game.players &&
      button('other side', texts.end.otherSide, () =>
        session.change({ ...again, side, seed: newSeed() }),
      ),
  ];
}

/** @type {(view: View, session: Session) => Child[]} */
function settings({ game, state, results }, session) {
  // They are for who looks at results.
  if (!results) return [];
  return game.settings.map(({ key, label, values }) =>
    element(
      'div',
      { class: 'segments', role: 'group', 'aria-label': label },
      ...values.map(({ value, label: text }) =>
        clickable(
          {
            class: 'segment',
            'data-key': `${key} ${value}`,
            'aria-pressed': String(state.settings[key] === value),
            click: () => session.change({ settings: { ...state.settings, [key]: value } }),
          },
          text,
        ),
      ),
    ),
  );
}

/** @typedef {'first' | 'back' | 'forward' | 'last'} Way */

/** @type {(name: Way, label: string, disabled: boolean, click: () => void) => HTMLElement} */
function iconButton(name, label, disabled, click) {
  return clickable(
    {
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
