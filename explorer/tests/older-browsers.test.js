// The oldest browsers that docs/explorer.md names are of 2023: what came later is taken away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { lookOf } from './stories.js';
import { openPage, start } from './support.js';

start();

/** In a page: removes functions. */
function removeLater() {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  for (const [owner, names] of [
    [Map, 'groupBy'],
    [Object, 'groupBy'],
    [Promise, 'withResolvers try'],
    [Array, 'fromAsync'],
    [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isDisjointFrom'],
    [iterator, 'map filter take drop flatMap reduce toArray some every find forEach'],
    [Element.prototype, 'checkVisibility'],
    [URL, 'canParse parse'],
    [AbortSignal, 'any'],
  ])
    for (const name of names.split(' ')) delete owner[name];
}

/** What style sheets may use only where nothing is lost without it. */
const LATER = /light-dark\(|:has\(|text-wrap|field-sizing|text-autospace|zoom:|@starting-style/g;

async function prepare(page) {
  await page.addInitScript(removeLater);
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(LATER, 'unknown-$&') });
  });
}

async function colours(page) {
  // They change slowly.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  const seen = page.locator('body, #board .cell, .verdict-value, .button, .chip');
  const parts = ['color', 'backgroundColor', 'borderTopColor'];
  return seen.evaluateAll(
    (all, names) => all.map((one) => names.map((name) => getComputedStyle(one)[name]).join(' ')),
    parts,
  );
}

for (const game of GAMES) {
  test(`${game.name}: a browser of 2023 plays, and has the same colours`, async (t) => {
    for (const look of ['desktop light', 'phone dark']) {
      const expected = await colours(await openPage(t, hashOf(game), lookOf(look)));
      const page = await openPage(t, hashOf(game), { ...lookOf(look), prepare });
      assert.equal(await page.evaluate(() => 'groupBy' in Map), false);
      assert.deepEqual(await colours(page), expected);
      await page.locator('[data-key="mode play"]').click();
      await page.locator('[data-key=results]').waitFor();
      if (game.name === 'tower') continue;
      await page.locator('.moves .chip').first().click();
      await page.locator('.tree .try').nth(1).waitFor();
    }
  });
}
