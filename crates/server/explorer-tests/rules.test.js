import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { start, withPage } from './support.js';

start();

const RANDOM_GAMES = 12;

for (const game of GAMES) {
  test(`${game.name}: the page's rules lead where the server's moves lead`, async () => {
    await withPage(hashOf(game), {}, async (page) => {
      const compared = await page.evaluate(compare, { name: game.name, games: RANDOM_GAMES });
      assert.deepEqual(compared.differences, []);
      assert.ok(compared.moves > 100, `${compared.moves} moves`);
    });
  });
}

/** Runs in the page: random games, every move of every position by both rules. */
async function compare({ name, games }) {
  const { GAMES: known } = await import('/games/games.js');
  const { HttpOracle } = await import('/core/http-oracle.js');
  const { random, pick } = await import('/core/random.js');
  const game = known.find((other) => other.name === name);
  const oracle = new HttpOracle('/v1');
  const generator = random('rules', name);
  const differences = [];
  let moves = 0;
  for (let round = 0; round < games; round += 1) {
    const { start: first, board } = game.puzzle.start(generator);
    let place = first;
    while (!game.over(place, board)) {
      const answer = await oracle.answer(name, game.position(place), { board: board || undefined });
      const choices = [];
      for (const section of game.sections(answer, place)) {
        for (const { move, position } of section.moves) {
          const steps = [...section.before, move];
          const next = steps.reduce((at, step) => at && game.play(at, step, board), place);
          const leads = next === null ? 'not legal' : game.position(next);
          if (leads !== position) differences.push(`${place} ${move}: ${leads}, not ${position}`);
          choices.push(next);
          moves += 1;
        }
      }
      if (!choices.length) {
        differences.push(`${place}: the server has no moves, the page has`);
        break;
      }
      place = pick(choices, generator);
      if (place === null || differences.length > 5) return { differences, moves };
    }
    const end = game.position(place);
    if (end !== null) {
      const answer = await oracle.answer(name, end, { board: board || undefined });
      const left = game.sections(answer, place).flatMap((section) => section.moves);
      if (left.length) differences.push(`${place}: the page has no moves, the server has`);
    }
  }
  return { differences, moves };
}
