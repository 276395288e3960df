import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { tell } from './stories.js';
import { answer, fieldsOf, leaves, openPage, start } from './support.js';

start();

tell('modes');

const TWO_PLAYERS = GAMES.filter(({ name }) => name !== 'tower');

/** The oracle's first move, when the person plays the second side. */
async function firstReply(t, game, more) {
  const page = await openPage(t, hashOf(game, `&mode=play&side=second${more}`));
  await page.waitForFunction(() => location.href.includes('moves='));
  await leaves(page, game.start);
  assert.ok(!(await page.locator('.verdict-value').count()), 'results are hidden');
  return fieldsOf(page).get('moves');
}

for (const game of TWO_PLAYERS) {
  test(`${game.name}: the oracle begins with a best move`, async (t) => {
    const { moves } = await answer(game.name, game.start, game.board);
    const move = await firstReply(t, game, '');
    assert.ok(moves.find((other) => other.move === move).best, move);
  });
}

for (const game of TWO_PLAYERS.filter(({ name }) => ['number', 'stake', 'chomp'].includes(name))) {
  test(`${game.name}: an opponent that is always wrong makes a worse move, the same for the same seed`, async (t) => {
    const { moves } = await answer(game.name, game.start, game.board);
    const one = await firstReply(t, game, '&mistakes=100&seed=7');
    const other = await firstReply(t, game, '&mistakes=100&seed=7');
    assert.equal(one, other);
    assert.equal(moves.find(({ move }) => move === one).best, false, one);
  });
}
