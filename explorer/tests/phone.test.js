// The board stays where it is, and is seen first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { tell } from './stories.js';
import { PHONE, leaves, openPage, placeOf, start } from './support.js';

start();

tell('phone');

const SIZES = {
  'a phone': PHONE,
  'a phone on its side': { ...PHONE, viewport: { width: 844, height: 390 } },
  // 1280 by 800 at 200 %.
  'a desktop at twice the size': { viewport: { width: 640, height: 400 } },
};

for (const game of GAMES) {
  for (const [name, size] of Object.entries(SIZES)) {
    test(`${game.name}: the page does not scroll with the moves on ${name}`, async (t) => {
      const page = await openPage(t, hashOf(game), size);
      const scroll = await page.evaluate(() => {
        const most = document.documentElement.scrollHeight - innerHeight;
        scrollTo(0, Math.min(60, most));
        return scrollY;
      });
      for (let moves = 0; moves < 6; moves += 1) {
        const before = await placeOf(page);
        const made = await page.evaluate(() => {
          const cell = '#board .cell[data-step]:not([data-step^=choose])';
          const target = document.querySelector(cell) ?? document.querySelector('.moves .chip');
          target?.click();
          return Boolean(target);
        });
        if (!made) break;
        await leaves(page, before);
        await page.waitForTimeout(100);
        assert.equal(await page.evaluate(() => scrollY), scroll, `after ${moves + 1} moves`);
        if (await page.locator('.verdict-value', { hasText: /win|draw|over/i }).count()) {
          if (await page.evaluate(() => !document.querySelector('#board [data-step]'))) break;
        }
      }
    });
  }

  test(`${game.name}: on the narrowest phone what is chosen can be read`, async (t) => {
    for (const lang of ['', '?lang=zh']) {
      const look = { ...PHONE, viewport: { width: 320, height: 568 }, path: lang };
      const page = await openPage(t, `#/${game.name}?mode=survive`, look);
      await page.locator('.modes select').waitFor();
      const cut = await page.locator('.modes select').evaluate((select) => {
        const whole = select.cloneNode(true);
        whole.style.cssText = 'position: absolute; width: max-content';
        whole.replaceChildren(select.selectedOptions[0].cloneNode(true));
        document.querySelector('.modes').append(whole);
        const cut = whole.offsetWidth - select.offsetWidth;
        whole.remove();
        return cut;
      });
      assert.ok(cut <= 0, `${lang}: ${cut} pixels are missing`);
    }
  });
}
