/**
 * The menu of all games, with a search, and the keys of the page. It is loaded when it is opened.
 *
 * @import {Game} from '../core/game.js'
 */
import { texts } from '../texts/en.js';
import { element, factList, marked, update } from './dom.js';
import { openDialog } from './dialog.js';

/** @type {(games: readonly Game[], shown: Game | null) => void} */
export function openMenu(games, shown) {
  const list = element('ul', { class: 'menu' });
  const find = (/** @type {string} */ text) => {
    const words = text.toLowerCase().split(/\s+/);
    // Of a game of the catalogue its sizes and variants are found by their names.
    const found = games.filter(({ name, title, label, rule, inCatalogue }) => {
      if (!text && inCatalogue && !inCatalogue.isMain) return false;
      const said = `${name} ${title} ${label} ${rule}`.toLowerCase();
      return words.every((word) => said.includes(word));
    });
    update(list, ...found.map((game) => entry(game, game === shown)));
    none.hidden = found.length > 0;
  };
  const none = element('p', { class: 'note', role: 'status' }, texts.menu.none);
  const search = element('input', {
    type: 'search',
    'aria-label': texts.menu.search,
    placeholder: texts.menu.search,
    autocomplete: 'off',
    input: ({ target }) => find(target.value),
    // The first game is opened without leaving the field. Its key must not press what has the focus then.
    keydown: (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      list.querySelector('a')?.click();
    },
  });
  find('');
  const hasKeys = matchMedia('(pointer: fine)').matches;
  const keys = texts.keys.list.map(([names, what]) => [element('kbd', {}, names), what]);
  openDialog(texts.page.games, [
    element('nav', { 'aria-label': texts.page.games }, search, list, none),
    hasKeys && element('section', {}, element('h3', {}, texts.keys.title), factList(keys)),
  ]);
  // On a phone its keyboard would hide the games.
  if (hasKeys) search.focus();
}

/** @type {(game: Game, isShown: boolean) => HTMLLIElement} */
function entry({ name, title, rule }, isShown) {
  const properties = {
    class: 'menu-link',
    href: `#/${name}`,
    'data-key': name,
    'data-game': name,
    'data-closes': true,
    'aria-current': isShown && 'page',
  };
  const told = element('small', {}, ...marked(rule));
  return element('li', { 'data-key': name }, element('a', properties, title, told));
}
