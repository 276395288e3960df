// A move, undo and history do not wait for the answer after it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from '../games.js';
import { tell } from '../stories.js';
import { openPage, placeOf, shows, start, withoutServer } from '../support.js';

start();

tell('lost-connection');

/** The browser itself reports a server that does not answer, and answers with an error status. */
const FAILED = /ERR_|status of 5/;

/** Makes a move that a person can make. */
async function makeMove(page, game) {
  const before = await placeOf(page);
  if (game.name === 'tower') {
    await page.locator('#board [data-step^=choose]').first().click();
    await page.locator('#board .is-target[data-step]').first().click();
  } else if (game.name === 'tokens') {
    await page.locator('#board .is-target[data-step]').first().click();
  } else {
    await page.locator('#board [data-step]').last().click();
  }
  await page.locator(`#board:not([data-place="${before}"])`).waitFor();
}

for (const game of GAMES) {
  test(`${game.name}: without a server the game goes on, and results follow when it is back`, async (t) => {
    // What the die shows is part of the answer before it.
    const roll = game.name === 'tower' ? '&moves=green' : '';
    const page = await openPage(t, hashOf(game, roll), { expected: FAILED });
    const before = await placeOf(page);
    await withoutServer(async () => {
      await makeMove(page, game);
      const alert = page.locator('.verdict [role=alert]');
      await alert.getByText('The server does not answer').waitFor();
      await alert.getByRole('button', { name: 'Try again' }).waitFor();
      const after = await placeOf(page);
      assert.ok(await page.locator('#board .grid').isVisible());
      await page.getByRole('button', { name: 'Undo' }).click();
      await shows(page, before);
      await page.getByRole('button', { name: 'Redo' }).click();
      await page.locator(`#board[data-place="${after}"]`).waitFor();
      assert.equal(await page.locator('.tree .try').count(), roll ? 3 : 2);
    });
    await page.locator('#board[data-answered]').waitFor();
    assert.equal(await page.locator('.verdict [role=alert]').count(), 0);
  });
}

test('a server that is too busy in the middle of a game is asked again by itself', async (t) => {
  const busy = { error: { code: 'refused', message: 'the server has too much to do', hint: null } };
  const page = await openPage(t, '#/chomp?mode=play', { expected: FAILED });
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

test('what has to be loaded first says so without a server, and opens after a reload', async (t) => {
  const page = await openPage(t, '#/chomp', { expected: FAILED });
  await withoutServer(async () => {
    for (const key of ['share', 'setup', 'map']) {
      await page.locator(`[data-key=${key}]`).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Reload the page when the server answers.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
  await page.reload();
  await page.locator('[data-key=share]').click();
  await page.locator('#share-link').waitFor();
});

test('Try again asks at once', async (t) => {
  const page = await openPage(t, '#/stake', { expected: FAILED });
  await page.clock.install();
  let isGone = true;
  await page.route('**/v1/stake?**', (route) => (isGone ? route.abort() : route.continue()));
  await page.locator('#board [data-step="2,0"]').click();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  isGone = false;
  await again.click();
  await page.locator('#board[data-answered]').waitFor();
});

test('a slow answer shows that it is awaited, and one that is no longer wanted is dropped', async (t) => {
  const page = await openPage(t, '#/stake?start=.../.../...');
  const waiting = page.getByText('Asking the oracle');
  await page.route('**/v1/stake?position=0*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => {});
  });
  await page.locator('#board [data-step="0,0"]').click();
  await waiting.waitFor();
  assert.equal(await placeOf(page), '0../.../...');
  assert.equal(await page.locator('#board').getAttribute('aria-busy'), 'true');
  await page.getByRole('button', { name: 'Undo' }).click();
  await waiting.waitFor({ state: 'detached' });
  await page.locator('#board [data-step="1,1"]').click();
  await shows(page, '.../.0./...');
  await page.waitForTimeout(1700);
  assert.equal(await placeOf(page), '.../.0./...');
  assert.match(await page.locator('.verdict').textContent(), /The second player \(1\) is to move/);
});

for (const game of GAMES) {
  test(`${game.name}: a puzzle is found with slow answers, and says how far it is`, async (t) => {
    const page = await openPage(t, hashOf(game));
    await page.route(`**/v1/${game.name}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue().catch(() => {});
    });
    await page.locator('[data-key="mode puzzle"]').click();
    await page.getByText('Looking for a puzzle').waitFor();
    await page.locator('.controls [data-key=solution]').waitFor();
    await page.locator('#board[data-answered]').waitFor();
    await page.getByText('Looking for a puzzle').waitFor({ state: 'detached' });
  });
}
