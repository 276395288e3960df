// The oldest browsers that docs/explorer.md names are of spring 2023: what came later is taken away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { LOOKS } from './states.js';
import { start, withPage } from './support.js';

start();

/** In a page: removes functions, and says how many there were. */
function removeLater() {
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  const sets = ['union', 'intersection', 'difference', 'symmetricDifference'];
  const later = [
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Set.prototype, [...sets, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [iterator, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'some', 'every']],
    [Element.prototype, ['checkVisibility']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['any']],
    [ArrayBuffer.prototype, ['transfer']],
    [RegExp, ['escape']],
  ];
  for (const [owner, names] of later) for (const name of names) delete owner[name];
}

/** What style sheets may use only where nothing is lost without it. */
const LATER_STYLE =
  /light-dark\(|:has\(|text-wrap|field-sizing|text-autospace|zoom:|@starting-style/g;

async function colours(page) {
  // Colours change slowly.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
  const seen = page.locator('body, #board .cell, .verdict-value, .button, .chip');
  return seen.evaluateAll((all) =>
    all.map((one) => {
      const { color, backgroundColor, borderTopColor } = getComputedStyle(one);
      return [color, backgroundColor, borderTopColor].join(' ');
    }),
  );
}

for (const game of GAMES) {
  test(`${game.name}: a browser of 2023 plays, and has the same colours`, async () => {
    for (const look of ['desktop-light', 'phone-dark']) {
      let expected = [];
      const options = LOOKS[look];
      await withPage(hashOf(game), options, async (page) => (expected = await colours(page)));
      assert.ok(new Set(expected).size > 3);
      const prepare = async (page) => {
        await page.addInitScript(removeLater);
        await page.route('**/*.css', async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace(LATER_STYLE, 'unknown-$&');
          await route.fulfill({ response, body });
        });
      };
      await withPage(hashOf(game), { ...options, prepare }, async (page) => {
        assert.equal(await page.evaluate(() => 'groupBy' in Map), false);
        assert.deepEqual(await colours(page), expected);
        await page.locator('.moves .chip').first().waitFor();
        await page.locator('[data-key="mode play"]').click();
        await page.locator('[data-key=results]').waitFor();
        if (game.name === 'tower') return;
        await page.locator('.moves .chip').first().click();
        await page.locator('.tree .try').nth(1).waitFor();
      });
    }
  });
}
