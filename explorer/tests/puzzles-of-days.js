// Writes the puzzles of a year, and those of 61 days of the catalogue's games, which `puzzles.test.js` counts over:
// `npm run puzzles`, of all games or of those that PUZZLES_OF names.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { catalogue } from '../../catalogue/page/games.js';
import { httpOracle } from '../page/core/http-oracle.js';
import { DAYS, findPuzzle } from '../page/core/puzzles.js';
import { GAMES } from '../page/games/games.js';
import { base, readJson, start } from './support.js';

start();

const FIRST = Date.UTC(2026, 10, 26);
const YEAR = 365;
const names = process.env.PUZZLES_OF?.split(' ');

test('the puzzles of a year', { timeout: 3_600_000 }, async () => {
  const oracle = httpOracle(`${base()}/v1`);
  const found = readJson(import.meta.url, 'puzzles-of-days.json');
  const all = [...GAMES, ...catalogue().filter(({ puzzle }) => puzzle)];
  for (const game of all.filter(({ name }) => names?.includes(name) ?? true)) {
    found[game.name] = {};
    for (let day = 0; day < (game.inCatalogue ? DAYS : YEAR); day += 1) {
      const date = new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
      const { setup, steps } = await findPuzzle(oracle, game, 'medium', date);
      found[game.name][date] = [setup.start, setup.board, ...steps].filter(Boolean).join(' | ');
    }
    process.stdout.write(`# ${game.name}\n`);
  }
  writeFileSync(new URL('puzzles-of-days.json', import.meta.url), JSON.stringify(found, null, 1));
});
