// `npm run site`: the sites without a server of answers that PERFECTPLAY_SITE and, with large tables in one file each,
// PERFECTPLAY_SITE_OF_RANGES name, on file servers of several kinds: they show what the page of the program's own server
// shows.
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { violations } from './axe.js';
import { asIs, KINDS, siteOfRanges, withServer } from './file-server.js';
import { siteOf, startWorker } from './module-worker.js';
import { asking, named } from '../../crates/wasm/tests/questions.js';
import { ask, base, onSite, program, shown, shows, start, tables, withPage } from './support.js';

const { PERFECTPLAY_SITE: site } = process.env;

const GAMES = ['chomp', 'stake', 'number', 'contour', 'tower', 'tokens'];

start();

for (const [kind, change] of Object.entries(KINDS)) {
  for (const locale of kind === 'files as they are' ? ['en-GB', 'zh-CN'] : ['en-GB']) {
    test(`${kind}, ${locale}: boards and moves are those of the program's server`, () =>
      withServer(
        change,
        async ({ address }) => {
          for (const game of GAMES) {
            let expected;
            await withPage(`#/${game}`, { locale }, async (page) => {
              expected = await shown(page);
            });
            assert.ok(expected.length > 5, game);
            await withPage(`#/${game}`, { locale, site: address }, async (page) => {
              assert.deepEqual(await shown(page), expected, game);
              if (change === asIs) assert.deepEqual(await violations(page), []);
            });
          }
        },
        change === KINDS.ranges ? siteOfRanges : site,
      ));
  }
}

test('games of the catalogue have a module and tables of their own, which the six do not load', async () => {
  await onSite('#/achi-3x3', {}, async (page, { asked }) => {
    await shows(page, '.../.../... X');
    const value = await page.locator('.verdict-value').innerText();
    assert.match(value, /^The first player wins in 11 moves/);
    const loaded = (pattern) => asked.filter((path) => pattern.test(path)).length;
    assert.deepEqual([/wasm$/, /^catalogue-.*wasm$/, /^tables\//].map(loaded), [1, 1, 1]);
  });
  await onSite('#/chomp', {}, async (_, { asked }) => {
    assert.deepEqual(
      asked.filter((path) => path.startsWith('catalogue-')),
      [],
    );
  });
});

test('the board is there before the module, and a table is fetched by parts', () =>
  onSite('#/tower', {}, async (page, { asked }) => {
    const first = (pattern) => asked.findIndex((path) => pattern.test(path));
    assert.ok(first(/^main-/) < first(/^oracle-.*wasm$/));
    const parts = asked.filter((path) => path.startsWith('tables/'));
    const others = parts.filter((path) => !path.startsWith('tables/tower-6-'));
    assert.deepEqual(others, []);
    const bytes = parts.reduce((sum, path) => sum + statSync(join(site, path)).size, 0);
    assert.ok(parts.length > 2 && bytes < 1_600_000, `${parts.length} parts, ${bytes} bytes`);
  }));

// Whatever else a server can send is in npm/tests/elsewhere.js.
for (const [name, options] of Object.entries({
  'a part that is not there': {
    change: (sent, path) =>
      /^tables\/tower-6-.*\/[1-9]/.test(path) ? { status: 404, body: '', headers: {} } : sent,
    expected: /status of 404/,
  },
  'a range that is ignored': { folder: siteOfRanges },
})) {
  test(`${name} is an error, and no answer`, () =>
    onSite('#/tower', options, async (page, { address }) => {
      await page.locator('[role=alert]').waitFor();
      assert.match(await page.locator('[role=alert]').innerText(), /tower-6/i);
      assert.equal(await page.locator('#board[data-answered]').count(), 0);
      // Small tables are fetched whole.
      await page.goto(`${address}#/chomp?start=3,3,1`);
      await shows(page, '3,3,1');
    }));
}

test('a page that stays open says that the server has another version', () => {
  let version = '';
  const change = (sent, path) =>
    path ? sent : { ...sent, body: String(sent.body).replace('start-', `${version}start-`) };
  return onSite('', { change }, async (page) => {
    const load = page.getByRole('button', { name: 'Load new version' });
    for (version of ['', 're']) {
      const sent = page.waitForResponse(/[?]version$/);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await (await sent).finished();
      await page.waitForTimeout(200);
      assert.equal(await load.count(), version.length / 2);
    }
  });
});

test('a frame of a position is of the site', () =>
  onSite('#/chomp?start=3,3,1', {}, async (page, { address }) => {
    await page.locator('[data-key=share]').click();
    const frame = await page.locator('#share-frame').inputValue();
    const [, source] = /src="([^"]+)"/.exec(frame);
    assert.ok(source.startsWith(`${address}embed.html#/chomp`), source);
    await page.goto(source.replaceAll('&amp;', '&'));
    await page.locator('#board[data-answered]').waitFor();
    assert.equal(await page.locator('.outside').count(), 1);
  }));

test('a site is below any address, asks no other host, and its first page is light', () =>
  onSite('', {}, async (page, { address, asked }) => {
    assert.notEqual(new URL(address).origin, base());
    await page.waitForLoadState('networkidle');
    const files = asked.map((path) => gzipSync(readFileSync(join(site, path || 'index.html'))));
    const bytes = files.reduce((sum, { length }) => sum + length, 0);
    assert.ok(files.length <= 8 && bytes <= 95_000, `${bytes} bytes: ${asked.join(' ')}`);
    await page.locator('.game-card h2 a').first().click();
    await page.locator('#board[data-answered]').waitFor();
    assert.ok(page.url().startsWith(`${address}#/`), page.url());
  }));

test('what takes long says how much is done, and is given up for another question', () =>
  onSite('#/number?start=after:13', {}, async (page, { address }) => {
    // A game of few numbers of which no theorem tells the winner.
    await page.goto(`${address}#/number?start=after:16`);
    const progress = page.locator('.verdict progress');
    await progress.waitFor();
    const first = await progress.getAttribute('value');
    await page.locator(`.verdict progress:not([value="${first}"])`).waitFor();
    const second = await progress.getAttribute('value');
    assert.ok(0 < Number(first) && Number(first) < Number(second) && Number(second) <= 1);
    assert.deepEqual(await violations(page), []);
    await page.goto(`${address}#/chomp?start=3,3,1`);
    await page.locator('#board[data-place="3,3,1"][data-answered]').waitFor();
    assert.equal(await progress.count(), 0);
  }));

/** How many positions of each table are asked. */
const COUNT = 10_000;

for (const [game, table] of [
  ['chomp', 'chomp-10x10'],
  ['contour', 'contour-75695848'],
  ['number', 'number-40'],
  ['stake', 'stake-4'],
  ['tokens', 'tokens-4x4'],
  ['tower', 'tower-6'],
]) {
  test(`${table}: the answers of random positions in the browser are the program's`, () =>
    onSite('', {}, async (page) => {
      const { positions, answers } = asking(program, tables());
      const texts = game === 'number' ? named(COUNT) : positions(table, COUNT);
      assert.equal(texts.length, COUNT);
      const { board } = (await ask('/v1/tables')).tables.find((one) => one.table === table);
      const options = board ? ['--board', join(tables(), 'board.txt')] : [];
      if (board) writeFileSync(options[1], board);
      const given = answers(game, texts, ...options);
      const expected = given.map((answer) => JSON.stringify(answer));
      await page.evaluate(startWorker, await siteOf(page));
      const request = { game, positions: texts, board };
      const found = await page.evaluate(async (asked) => {
        const { answers } = await globalThis.answerTo(asked);
        return answers.map((answer) => JSON.stringify(answer));
      }, request);
      assert.equal(found.length, expected.length);
      const wrong = found.findIndex((answer, index) => answer !== expected[index]);
      assert.equal(wrong, -1, `${found[wrong]} where the program has ${expected[wrong]}`);
    }));
}
