/**
 * What is met at `/`: what this is, and each game with its board.
 *
 * @import {Game} from '../core/game.js'
 * @import {Answer} from '../core/oracle.js'
 * @import {State} from '../core/location.js'
 * @import {Session} from '../core/session.js'
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { against } from '../core/ladder.js';
import { initialState } from '../core/location.js';
import { program } from './program.js';
import { opened, today, todays } from '../core/records.js';
import { Node } from '../core/tree.js';
import { viewOf } from '../core/view.js';
import { Board } from './board.js';
import { days } from './days.js';
import { div, element, marked, p } from './dom.js';

/**
 * @param {Session} session
 * @param {string} unknown the name in the address if it is that of no game
 * @param {boolean} isLoaded whether all games are there
 */
export function allGames(session, unknown, isLoaded) {
  const { headline, headlineOwn, promise, source, notThere } = texts.allGames;
  const problem = isLoaded ? notThere(unknown) : texts.failures.noPage;
  const { games, site } = program();
  const isStock = !games.length;
  const toCatalogue = { href: `#/${CATALOGUE}`, click: () => scrollTo(0, 0) };
  const own = session.games.filter(({ inCatalogue }) => !inCatalogue);
  return div(
    'all-games',
    div(
      'welcome',
      unknown && element('p', { class: 'failure-message', role: 'alert' }, problem),
      element('h1', {}, isStock ? headline : headlineOwn),
      element('p', {}, promise),
    ),
    todaysOf(session),
    element('ul', { class: 'game-cards' }, ...own.map((game) => card(game, session))),
    isStock && p('more-games', element('a', toCatalogue, texts.allGames.catalogue)),
    p(
      'note sources',
      source.before,
      ' ',
      site
        ? element('a', { href: `docs/${source.document}` }, source.documents)
        : element('a', { href: 'docs' }, source.interface),
      site?.sources && ' · ',
      site?.sources && element('a', { href: `${site.sources}/${source.readme}` }, source.code),
    ),
  );
}

/** How the puzzle of today went. @param {Game} game */
function markOf({ name }) {
  const played = todays(name, today());
  return played ? (played.isSolved ? ' ✓' : ' ✗') : '';
}

/** The puzzles of today, and those of the last days. @param {Session} session */
function todaysOf(session) {
  const games = session.games.filter(({ puzzle, inCatalogue }) => puzzle && !inCatalogue);
  if (!games.length) return null;
  const links = games.map((game) => {
    const href = session.addressOf(game, { mode: 'today' });
    return element('li', {}, element('a', { href, class: 'button' }, game.label + markOf(game)));
  });
  const list = element('ul', {}, ...links);
  return div('todays', element('h2', {}, texts.days.today), list, days(games, session));
}

/** The address of the page of the catalogue, without what is before the name of a game. */
export const CATALOGUE = 'catalogue';

/** @type {Partial<State>} */
const LEARN = { mode: 'lesson' };

/**
 * A game with its board, and its rule below that unless something else is said.
 *
 * @type {(game: Game, session: Session, ...said: Child[]) => HTMLLIElement}
 */
export function card(game, session, ...said) {
  const { analyse, play, puzzle } = texts.modes;
  const isNew = game.lessons !== null && !opened(game.name);
  const main = (/** @type {boolean} */ is) => (is ? 'button button-main' : 'button');
  // The catalogue tells who wins, and this page of games to play.
  const first = game.inCatalogue ? {} : isNew ? LEARN : against(game);
  const begins = session.addressOf(game, first);
  const link = (/** @type {string} */ text, /** @type {string} */ href, className = 'button') =>
    element('a', { href, class: className, 'aria-label': `${game.title}: ${text}` }, text);
  return element(
    'li',
    { class: 'game-card', 'data-game': game.name },
    element(
      'a',
      { class: 'game-picture', href: begins, tabindex: -1, 'aria-hidden': 'true' },
      boardOf(game),
    ),
    element('h2', {}, element('a', { href: begins }, game.title)),
    said.length ? div('said', ...said) : element('p', {}, ...marked(game.rule)),
    game.inCatalogue?.command
      ? element('code', {}, game.inCatalogue.command)
      : div(
          'game-ways',
          game.lessons && link(texts.allGames.learn, session.addressOf(game, LEARN), main(isNew)),
          link(play, session.addressOf(game, against(game)), main(!isNew)),
          link(analyse, session.addressOf(game)),
          game.puzzle && link(puzzle + markOf(game), session.addressOf(game, { mode: 'today' })),
        ),
  );
}

/** The game whose board shows on this page what solving means: the score of each move. */
export const SOLVED = 'stake';

/** What the oracle answers about its first moves, best first, so that the page need not ask. */
export const SCORES = '1,2=2 0,2=1 1,3=1 2,3=1 3,1=1 3,2=1 2,0=0 3,0=0';

/** @type {(position: string) => Answer} */
function solved(position) {
  const told = SCORES.split(' ').map((move) => move.split('='));
  const moves = told.map(([move, score]) => {
    const result = { score: Number(score) };
    return { move, position: null, value: null, result, best: score === told[0][1] };
  });
  return { game: SOLVED, position, value: moves[0].result, moves, table: null };
}

/** The board of a game's first position, to be looked at. @type {(game: Game) => HTMLDivElement} */
function boardOf(game) {
  const nothing = () => {};
  const board = new Board(game.board(), { play: nothing, instead: nothing, preview: nothing });
  const state = initialState(game);
  const root = new Node(state.start);
  const answer = game.name === SOLVED ? solved(state.start) : null;
  board.show({ ...viewOf({ game, state, root, answer }), results: answer !== null, free: false });
  return element('div', { class: 'thumbnail', inert: true }, board.element);
}
