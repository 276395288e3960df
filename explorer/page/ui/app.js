/**
 * The whole page: its head, and below it all games or one of them.
 *
 * @import {Game} from '../core/game.js'
 * @import {Screen, Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 */
import { texts } from '../texts/en.js';
import { program } from './program.js';
import { ALL_GAMES } from '../core/location.js';
import { CATALOGUE, allGames } from './all-games.js';
import { whenLoaded } from './dialog.js';
import { attribute, clickable, element, update } from './dom.js';
import { createGameScreen } from './game-screen.js';
import { languageLink } from './language.js';
import { watchVersion } from './new-version.js';
import { themeButton } from './theme.js';

/** @implements {Screen} */
export class App {
  /** @type {Session | null} */
  #session = null;
  /** @type {ReturnType<typeof createGameScreen> | null} */
  #screen = null;
  #isEmbedded = document.documentElement.hasAttribute('data-embedded');
  #page = /** @type {HTMLElement} */ (document.querySelector('main'));
  #skip = /** @type {HTMLElement} */ (document.querySelector('.skip'));
  /** Whether something was shown before. */
  #isLeft = false;

  /** @param {Session} session */
  attach(session) {
    this.#session = session;
    this.#skip.textContent = texts.page.skip;
    this.#skip.addEventListener('click', (event) => {
      event.preventDefault();
      this.#screen?.focusBoard();
    });
    const tools = /** @type {Element} */ (document.querySelector('.top-tools'));
    tools.append(languageLink(), themeButton());
    if (!this.#isEmbedded) watchVersion(tools);
  }

  /** @param {View} view */
  show(view) {
    const session = /** @type {Session} */ (this.#session);
    const isNew = !this.#screen;
    if (!this.#screen) {
      this.#screen = createGameScreen(session, this.#isEmbedded);
      this.#page.replaceChildren(this.#screen.element);
      this.#skip.hidden = false;
    }
    this.#mark(view.game);
    this.#screen.show(view);
    if (isNew) this.#focus();
  }

  /** @type {Screen['showAll']} */
  showAll(unknown, isLoaded) {
    const session = /** @type {Session} */ (this.#session);
    this.#screen?.leave();
    this.#screen = null;
    this.#skip.hidden = true;
    this.#mark(null);
    const fill = (/** @type {HTMLElement} */ page) => {
      this.#page.replaceChildren(page);
      this.#focus();
    };
    const isCatalogue = unknown === CATALOGUE && session.games.some((game) => game.inCatalogue);
    if (isCatalogue) whenLoaded(import('./gallery.js'), ({ gallery }) => fill(gallery(session)));
    else fill(allGames(session, unknown, isLoaded));
  }

  /** The link that led here may be gone: then its heading has the focus, but for the first visit. */
  #focus() {
    const heading = this.#page.querySelector('h1');
    if (heading && this.#isLeft && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    this.#isLeft = true;
  }

  /** Marks which game is shown. @param {Game | null} game */
  #mark(game) {
    const { games, name } = program();
    const title = game?.title ?? (games.length ? name : null);
    document.title = title === null ? texts.page.title : `${title} · perfectplay`;
    document.body.dataset.game = game?.name ?? '';
    const menu = /** @type {Element} */ (document.querySelector('.games'));
    update(menu, menuButton(this.#session?.games ?? [], game));
    attribute(/** @type {Element} */ (document.querySelector('.wordmark')), 'href', ALL_GAMES);
  }
}

/** A button that opens the menu. @type {(games: readonly Game[], shown: Game | null) => HTMLButtonElement} */
function menuButton(games, shown) {
  const click = () => whenLoaded(import('./menu.js'), ({ openMenu }) => openMenu(games, shown));
  return clickable(
    { class: 'button menu-button', 'data-key': 'menu', 'aria-haspopup': 'dialog', click },
    element('span', {}, shown?.label ?? texts.page.games),
  );
}
