/**
 * A map of a game: many positions at once, each a cell that opens it. It is loaded when it is opened.
 *
 * @import {Game, GameMap} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 */
import { texts } from '../texts/en.js';
import { openDialog } from './dialog.js';
import { div, element, p } from './dom.js';
import { Grid } from './grid.js';
import { scrolling } from './scrolling.js';

/** The marks of cells. */
const MARKS = /** @type {const} */ (['some', 'most']);

/** @type {(game: Game, map: GameMap, session: Session) => void} */
export function openMap(game, { told, least, rows, columns, point }, session) {
  const pointed = element('p', { class: 'map-point', role: 'status' }, texts.map.hint);
  const grid = new Grid({
    play: (_, row, column) => {
      const setup = point(row, column)?.setup;
      dialog.close();
      if (setup) session.begin(setup, { mode: 'analyse' });
    },
    preview: (cell) => {
      pointed.textContent = cell?.label[0] || texts.map.hint;
    },
  });
  grid.show({
    label: told.title,
    rows: rows.length,
    columns: columns.length,
    coordinates: { rows, columns },
    cell: (row, column) => {
      const found = point(row, column);
      if (!found) return null;
      const { text, small = '', mark, label } = found;
      return { text, small, classes: mark, label: [label], step: 'opens' };
    },
  });
  grid.element.style.minWidth = `${columns.length * least}px`;
  const dialog = openDialog(`${game.label}: ${told.title}`, [
    element('p', {}, told.note),
    div(
      'map',
      pointed,
      p(
        'legend',
        ...MARKS.map((mark) =>
          element('span', {}, element('b', { class: `map-mark map-${mark}` }), ` ${told[mark]}`),
        ),
        told.none && element('span', {}, told.none),
      ),
      scrolling('squares', grid.element),
    ),
  ]);
}
