/**
 * The puzzles of the last days, and on how many days in a row one was solved.
 *
 * @import {Game} from '../core/game.js'
 */
import { daysInRow, recentDays } from '../core/records.js';
import { texts } from '../texts/en.js';
import { div, element, p } from './dom.js';

/** This many days are shown. */
const SHOWN = 14;

/** @param {readonly Game[]} games */
export function days(games) {
  const { solved, missed, notPlayed, inRow, title } = texts.days;
  const recent = recentDays(games.map(({ name }) => name));
  const row = daysInRow(recent);
  const items = recent.slice(0, SHOWN).map(({ day, isSolved }) => {
    const [kind, mark, said] =
      isSolved === null
        ? ['', '·', notPlayed]
        : isSolved
          ? ['tone-good', '✓', solved]
          : ['tone-bad', '✗', missed];
    const text = element('span', { class: 'visually-hidden' }, ` ${day}: ${said}`);
    return element('li', { class: kind, title: `${day}: ${said}` }, mark, text);
  });
  const list = element('ol', { 'aria-label': title }, ...items.reverse());
  return div('days', p('note', row ? inRow(row) : title), list);
}
