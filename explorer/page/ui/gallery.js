/**
 * What is met at `/catalogue`: the classic games by kind, each with its board and who wins.
 *
 * @import {Game} from '../core/game.js'
 * @import {Session} from '../core/session.js'
 */
import { words } from '../games/custom/texts/en.js';
import { card } from './all-games.js';
import { div, element, marked } from './dom.js';

/** @param {Session} session */
export function gallery(session) {
  const { headline, promise, others } = words.gallery;
  const games = session.games.filter(({ inCatalogue }) => inCatalogue);
  const kinds = new Set(games.map(({ inCatalogue }) => inCatalogue?.kind));
  const cardOf = (/** @type {Game} */ game) => {
    const { family, verdict } = /** @type {NonNullable<Game['inCatalogue']>} */ (game.inCatalogue);
    const rest = games.filter((it) => it.inCatalogue?.family === family && it !== game);
    const links = rest.flatMap(({ name }) => [element('a', { href: `#/${name}` }, name), ' ']);
    const list = element('details', {}, element('summary', {}, others), ...links);
    return card(
      { ...game, title: game.inCatalogue?.title ?? game.title },
      session,
      element('p', { class: 'verdict-line' }, verdict),
      element('p', {}, ...marked(game.rule)),
      rest.length > 0 && list,
    );
  };
  const section = (/** @type {string | undefined} */ kind) => {
    const main = games.filter(({ inCatalogue: it }) => it?.isMain && it.kind === kind);
    return element(
      'section',
      {},
      element('h2', {}, kind ?? ''),
      element('ul', { class: 'game-cards' }, ...main.map(cardOf)),
    );
  };
  const head = div('welcome', element('h1', {}, headline), element('p', {}, promise));
  return div('all-games gallery', head, ...[...kinds].map(section));
}
