/**
 * The ladder of opponents: which were beaten, and which comes next.
 *
 * @import {View} from '../core/view.js'
 */
import { rungAt, rungOf, rungsOf } from '../core/ladder.js';
import { texts } from '../texts/en.js';
import { element } from './dom.js';

/** @param {View} view */
export function ladder({ game, state }) {
  if (state.mode !== 'play' || !game.players) return null;
  const { title, mistakes, side, here, beaten } = texts.opponent;
  const [reached, shown] = [rungOf(game), rungAt(game, state.mistakes)];
  const rungs = rungsOf(game).map((rung, at) => {
    const mark = at === shown ? here : at < reached ? beaten : '';
    const begins = rung.side ? `, ${side}` : '';
    return element(
      'li',
      { 'aria-current': at === shown && 'step', class: at < reached ? 'tone-good' : '' },
      `${mistakes(rung.mistakes)}${begins}`,
      mark && element('small', {}, ` ${mark}`),
    );
  });
  return element(
    'section',
    { class: 'card', 'data-key': 'ladder' },
    element('h2', {}, title),
    element('ol', { class: 'ladder' }, ...rungs),
  );
}
