/**
 * Links to the puzzles of the last days, and on how many days in a row one was solved.
 *
 * @import {Game} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 */
import { daysInRow, recentDays, todays } from '../core/records.js';
import { texts } from '../texts/en.js';
import { div, element, p } from './dom.js';

/** This many days are shown: a row on a phone. */
const SHOWN = 9;

/** A day leads to the first puzzle of it that is left. @type {(games: readonly Game[], session: Session) => HTMLElement} */
export function days(games, session) {
  const { solved, missed, notPlayed, inRow, title } = texts.days;
  const recent = recentDays(games.map(({ name }) => name));
  const row = daysInRow(recent);
  const items = recent.slice(0, SHOWN).map(({ day, isSolved }) => {
    const [kind, mark, said] =
      isSolved === null
        ? ['', day.slice(-2), notPlayed]
        : isSolved
          ? ['tone-good', '✓', solved]
          : ['tone-bad', '✗', missed];
    const game = games.find(({ name }) => !todays(name, day)) ?? games[0];
    const href = session.addressOf(game, { mode: 'today', day });
    const label = `${day}: ${said}`;
    const link = element('a', { href, title: label, 'aria-label': label }, mark);
    return element('li', { class: kind }, link);
  });
  const list = element('ol', { 'aria-label': title }, ...items.reverse());
  return div('days', p('note', row ? inRow(row) : title), list);
}
