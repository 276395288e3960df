// The board stays where it is, and is seen first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { PHONE, leaves, openPage, placeOf, start } from './support.js';

start();

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

  test(`${game.name}: the board begins in the first 300 pixels of a phone`, async (t) => {
    for (const more of ['', '&mode=play', '&mode=lesson']) {
      const page = await openPage(t, hashOf(game, more), PHONE);
      const { y } = await page.locator('#board').boundingBox();
      assert.ok(y <= 300, `${more} ${y}`);
    }
  });
}

test('on a short phone the board and all buttons of a game are in view', async (t) => {
  const look = { ...PHONE, viewport: { width: 390, height: 664 } };
  for (const { name } of GAMES.filter((game) => game.name !== 'tower')) {
    for (const lang of ['', '?lang=zh']) {
      const page = await openPage(t, `#/${name}?mode=play`, { ...look, path: lang });
      const { y, height } = await page.locator('.controls').boundingBox();
      assert.ok(y + height <= 664, `${name} ${lang}: ${y + height}`);
    }
  }
});

const whole = (rows, columns) => Array.from({ length: rows }, () => columns);

for (const lengths of [whole(5, 17), whole(16, 16), [20, 20, 20, ...whole(17, 1)]]) {
  const [rows, columns] = [lengths.length, lengths[0]];
  test(`a bar of ${rows} x ${columns} has even cells that a finger meets, and keeps to its place`, async (t) => {
    const page = await openPage(t, hashOf({ name: 'chomp', start: lengths.join(',') }), PHONE);
    await page.locator('.verdict-value').waitFor({ timeout: 60_000 });
    const cells = await page.evaluate(() =>
      [...document.querySelectorAll('#board .cell')].map((cell) => {
        const { width, height } = cell.getBoundingClientRect();
        return { width, height };
      }),
    );
    assert.equal(cells.length, rows * columns);
    const sides = cells.flatMap(({ width, height }) => [width, height]);
    assert.ok(Math.min(...sides) >= 24, `${Math.min(...sides)}`);
    assert.ok(Math.max(...sides) - Math.min(...sides) < 1, `${Math.max(...sides)}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });
}

test('tokens: a tap on a piece that cannot move says so, and what the other one can do stays', async (t) => {
  const page = await openPage(t, '#/tokens?start=P../.%23%23/.%23P', PHONE);
  const results = () =>
    page
      .locator('#board .is-target .cell-small')
      .evaluateAll((all) => all.map((one) => one.textContent));
  const before = await results();
  assert.ok(before.length);
  await page.getByRole('gridcell', { name: /^row 2, column 2,/ }).tap();
  await page.locator('#preview').getByText('This piece cannot move.').waitFor();
  assert.deepEqual(await results(), before);
  await page.getByRole('gridcell', { name: /^row 0, column 0,/ }).tap();
  await page.locator('#preview').getByText('Choose where the piece goes.').waitFor();
  assert.deepEqual(await results(), before);
});

test('tokens: where a chosen piece can go is seen, with results and without', async (t) => {
  for (const more of ['', '&mode=play']) {
    const page = await openPage(t, `#/tokens?start=P.../.P../..../....${more}`, PHONE);
    await page.getByRole('gridcell', { name: /^row 1, column 1,/ }).tap();
    const reached = page.locator('#board .is-reached');
    assert.equal(await reached.count(), 4, more);
    for (const cell of await reached.all()) {
      assert.match(await cell.textContent(), /it can go here/);
      assert.equal(await cell.evaluate((one) => getComputedStyle(one).outlineStyle), 'dashed');
    }
  }
});
