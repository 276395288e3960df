// Writes the puzzles of a year, which `puzzles.test.js` counts over: `npm run puzzles`.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { httpOracle } from '../page/core/http-oracle.js';
import { findPuzzle } from '../page/core/puzzles.js';
import { GAMES } from '../page/games/games.js';
import { base, start } from './support.js';

start();

const FIRST = Date.UTC(2026, 10, 26);
const DAYS = 365;

test('the puzzles of a year', { timeout: 3_600_000 }, async () => {
  const oracle = httpOracle(`${base()}/v1`);
  const found = {};
  for (const game of GAMES) {
    found[game.name] = {};
    for (let day = 0; day < DAYS; day += 1) {
      const date = new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
      const { setup, steps } = await findPuzzle(oracle, game, 'medium', date);
      const text = [setup.start, setup.board, ...steps].filter(Boolean).join(' | ');
      found[game.name][date] = text;
    }
    process.stdout.write(`# ${game.name}\n`);
  }
  writeFileSync(new URL('puzzles-of-days.json', import.meta.url), JSON.stringify(found, null, 1));
});
