// Both languages are complete, and chosen as one expects.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { words as chomp } from '../page/games/chomp/texts/zh.js';
import { words as stake } from '../page/games/stake/texts/en.js';
import { texts as en } from '../page/texts/en.js';
import { texts as zh } from '../page/texts/zh.js';
import { foreign } from './foreign.js';
import { GAMES, hashOf } from './games.js';
import { start, withPage } from './support.js';

start();

const PAGE = new URL('../page/', import.meta.url);

/** The folders of texts: the page's own, and one in each game's folder. */
const FOLDERS = [
  'texts/',
  ...readdirSync(new URL('games/', PAGE), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `games/${name}/texts/`),
];

/** The paths to all texts, with whether they are functions. */
function shape(value, path = '') {
  if (typeof value !== 'object') return [`${path} ${typeof value}`];
  if (Array.isArray(value) && path.endsWith('.list')) return [`${path} ${value.length}`];
  return Object.entries(value).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

for (const folder of FOLDERS) {
  test(`${folder}: the languages have the same texts`, async () => {
    const files = readdirSync(new URL(folder, PAGE));
    assert.deepEqual(files, readdirSync(new URL('texts/', PAGE)));
    assert.ok(files.includes('en.js') && files.includes('zh.js'));
    const english = shape({ ...(await import(new URL(`${folder}en.js`, PAGE))) });
    assert.ok(english.length > 10);
    for (const file of files) {
      assert.deepEqual(shape({ ...(await import(new URL(folder + file, PAGE))) }), english, file);
    }
  });
}

test('each game has texts', () => {
  for (const { name } of GAMES) assert.ok(FOLDERS.includes(`games/${name}/texts/`), name);
});

test('counts are told right in English', () => {
  assert.equal(en.cells(1), '1 cell');
  assert.equal(en.cells(2), '2 cells');
  assert.equal(stake.facts.largest('0'), 'Largest of 0');
  assert.equal(en.verdict.wins({ name: 'you', you: true }, 1), 'you win in 1 move');
  assert.equal(en.verdict.wins({ name: 'Alice', you: false }, 2), 'Alice wins in 2 moves');
});

for (const game of GAMES) {
  test(`${game.name}: no text of the page is outside of the files of its language`, async () => {
    for (const more of ['', '&mode=play', '&mode=lesson', '&mode=puzzle']) {
      await withPage(hashOf(game, more), { path: '?lang=zh' }, async (page) => {
        if (more === '&mode=puzzle') await page.locator('.controls [data-key=solution]').waitFor();
        assert.deepEqual(await foreign(page), [], more);
        if (more) return;
        const chip = page.locator('.moves .chip').first();
        await chip.hover();
        assert.deepEqual(await foreign(page), []);
        await chip.click();
        await page.locator('#board[data-answered]').waitFor();
        assert.deepEqual(await foreign(page), []);
        for (const key of ['new', 'share', 'setup', 'rules']) {
          await page.locator(`[data-key=${key}]`).first().click();
          await page.getByRole('dialog').waitFor();
          assert.deepEqual(await foreign(page), [], key);
          await page.keyboard.press('Escape');
        }
      });
    }
  });
}

test('the language follows the browser, the address and the button, and stays', async () => {
  await withPage('', { locale: 'zh-CN' }, async (page) => {
    await page.getByText(zh.allGames.headline).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
    await page.getByRole('link', { name: zh.language.title }).click();
    await page.getByText(en.allGames.headline).waitFor();
    assert.equal(new URL(page.url()).search, '?lang=en');
    await page.goto(new URL('/', page.url()).href);
    await page.getByText(en.allGames.headline).waitFor();
    await page.goto(new URL('/?lang=zh#/chomp', page.url()).href);
    await page.getByRole('heading', { name: chomp.title }).waitFor();
  });
});

test('errors are told in the language of the page', async () => {
  const expected = /status of 4/;
  await withPage('#/stake?start=01/1', { path: '?lang=zh', expected }, async (page) => {
    await page.getByRole('alert').getByText('这不是合法的局面').waitFor();
  });
});

test('a game that is not there is said, and all games are shown', async () => {
  await withPage('#/chess', {}, async (page) => {
    await page.getByRole('alert').getByText('There is no game “chess” here').waitFor();
    assert.equal(await page.locator('.game-card').count(), GAMES.length);
  });
});

test('an address that cannot be read shows no facts of it', async () => {
  await withPage('#/stake?start=01/1', { expected: /status of 4/ }, async (page) => {
    await page.getByRole('alert').waitFor();
    assert.equal(await page.locator('.facts').count(), 0);
  });
});
