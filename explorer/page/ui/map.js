/**
 * A map of a game: many positions at once, each a cell that opens it. It is loaded when it is opened.
 *
 * @import {Game, GameMap} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 */
import { texts } from '../texts/en.js';
import { openDialog } from './dialog.js';
import { element } from './dom.js';
import { Grid } from './grid.js';
import { scrolling } from './scrolling.js';

/**
 * @param {Game} game
 * @param {GameMap} map
 * @param {Session} session
 */
export function openMap(game, { title, note, legend, least, layout, setup }, session) {
  const told = element('p', { class: 'map-point', role: 'status' }, texts.map.hint);
  const grid = new Grid({
    play: (_, row, column) => {
      dialog.close();
      session.begin(setup(row, column), { mode: 'analyse' });
    },
    preview: (step, row, column) => {
      told.textContent = (step && layout.cell(row, column)?.label) || texts.map.hint;
    },
  });
  grid.show(layout);
  grid.element.style.minWidth = `${layout.columns * least}px`;
  const dialog = openDialog(`${game.label}: ${title}`, [
    element('p', {}, note),
    element(
      'div',
      { class: 'map' },
      told,
      element(
        'p',
        { class: 'legend' },
        ...legend.map(({ mark, text }) =>
          element('span', {}, element('b', { class: `map-mark ${mark}` }), ` ${text}`),
        ),
      ),
      scrolling('squares', grid.element),
    ),
  ]);
}
