// A move, undo and history do not wait for the answer after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../stories.js';
import { openPage, start } from '../support.js';

start();

tell('lost-connection');

test('a server that is too busy in the middle of a game is asked again by itself', async (t) => {
  const busy = { error: { code: 'refused', message: 'the server has too much to do', hint: null } };
  const page = await openPage(t, '#/chomp?mode=play', { expected: /ERR_|status of 5/ });
  let refusals = 0;
  await page.route('**/v1/chomp?**', (route) => {
    refusals += 1;
    return refusals > 2 ? route.continue() : route.fulfill({ status: 503, json: busy });
  });
  await page.locator('#board [data-step="2,2"]').click();
  await page.locator('.verdict').getByText('the server has too much to do').waitFor();
  // Then the oracle makes its move.
  await page.waitForFunction(() => location.href.includes('moves=2,2+'));
  assert.ok(refusals > 2);
});
