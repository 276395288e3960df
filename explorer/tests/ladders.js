// `npm run ladder` prints how many of a hundred first games simple players win against the first opponent of each ladder: of
// the six, and of the games of the catalogue that LADDER_OF names. Where that of one of these is not fair another one is
// looked for, and written into `catalogue/page/ladder.json`.
import { test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { catalogue } from '../../catalogue/page/games.js';
import { GAMES } from '../page/games/games.js';
import { player } from './ladder.js';
import { base, start } from './support.js';

start();

const FILE = new URL('../../catalogue/page/ladder.json', import.meta.url);

test('first games', async () => {
  const names = (process.env.LADDER_OF ?? '').split(' ');
  const found = JSON.parse(readFileSync(FILE, 'utf8'));
  const { share } = player(base());
  process.stdout.write('| game | mistakes | side | at random | one ply |\n|---|---|---|---|---|\n');
  const asked = catalogue().filter(({ name }) => names.includes(name));
  for (const game of [...GAMES, ...asked].filter(({ players }) => players)) {
    const others = [game.wins, 1 - game.wins].flatMap((side) =>
      [50, 35, 65, 20, 80, 100].map((mistakes) => ({ mistakes, side })),
    );
    for (const rung of [game.lowest, ...(game.inCatalogue ? others : [])]) {
      const [mover, thinker] = [await share(game, rung, false), await share(game, rung, true)];
      const isFair = mover >= 20 && mover <= 50 && thinker > mover;
      if (game.inCatalogue && !isFair) continue;
      const side = rung.side ? 'second' : 'first';
      process.stdout.write(`| ${[game.name, rung.mistakes, side, mover, thinker].join(' | ')} |\n`);
      if (rung !== game.lowest) found[game.name] = rung;
      break;
    }
  }
  writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
});
