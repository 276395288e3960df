import { httpOracle } from './core/http-oracle.js';
import { program } from './ui/program.js';
import { Session } from './core/session.js';
import { custom } from './games/custom/custom.js';
import { GAMES, OTHERS } from './games/games.js';
import { App } from './ui/app.js';
// Parts that are loaded later share these, and would have to ask for them one after the other.
import './games/input-problem.js';
import './ui/cell-editor.js';
import './ui/copy-row.js';

/** @param {readonly import('./core/game.js').Game[]} games */
async function begin(games) {
  const { site } = program();
  const isSix = (/** @type {string} */ name) => GAMES.some((game) => game.name === name);
  const oracle = site
    ? (await import('./core/module-oracle.js')).siteOracle(site, isSix)
    : httpOracle('v1');
  const app = new App();
  // Only a server that reads positions in paths says so.
  const hasPaths = document.documentElement.hasAttribute('data-paths');
  const isStock = !described.length;
  const loadMore = async () => (await import('../../catalogue/page/games.js')).catalogue();
  const session = new Session(oracle, games, app, hasPaths, isStock ? loadMore : null);
  app.attach(session);
  session.start();
}

const { games: described } = program();
begin([...described.map(custom), ...GAMES, ...OTHERS.map(custom)]);
