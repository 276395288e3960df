// `npm run ladder` prints how many of a hundred first games simple players win, each against the first opponent of a ladder:
// of the six, and of the games of the catalogue that LADDER_OF names, or of all those that a server solves at once. Where a
// game of the catalogue has no fair first opponent one is looked for, and written into `catalogue/page/ladder.json`.
import { test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { catalogue } from '../../catalogue/page/games.js';
import { rungsOf } from '../page/core/ladder.js';
import { GAMES } from '../page/games/games.js';
import { player } from './ladder.js';
import { base, start } from './support.js';

start();

/** First opponents that a game may have, the most natural ones first. */
const MISTAKES = [50, 35, 65, 20, 80, 100];

const FILE = new URL('../../catalogue/page/ladder.json', import.meta.url);

const isFair = (mover, thinker) => mover >= 20 && mover <= 50 && thinker > mover;

test('first games', async () => {
  const { LADDER_OF: names } = process.env;
  const isAsked = ({ name, inCatalogue }) =>
    names ? names.split(' ').includes(name) : inCatalogue.isMain && !inCatalogue.command;
  const found = JSON.parse(readFileSync(FILE, 'utf8'));
  const { share } = player(base());
  process.stdout.write('| game | mistakes | side | at random | one ply |\n|---|---|---|---|---|\n');
  for (const game of [...GAMES, ...catalogue().filter(isAsked)].filter(({ players }) => players)) {
    const others = [game.wins, 1 - game.wins].flatMap((side) =>
      MISTAKES.map((mistakes) => ({ mistakes, side })),
    );
    for (const rung of game.inCatalogue ? [game.lowest, ...others] : [rungsOf(game)[0]]) {
      const shares = [await share(game, rung, false), await share(game, rung, true)];
      if (game.inCatalogue && !isFair(...shares)) continue;
      const { mistakes, side } = rung;
      process.stdout.write(
        `| ${game.name} | ${mistakes} | ${side ? 'second' : 'first'} | ${shares.join(' | ')} |\n`,
      );
      if (rung !== game.lowest && game.inCatalogue) found[game.name] = rung;
      break;
    }
  }
  writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
});
