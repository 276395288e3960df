// A first visit is light, and nothing moves when something arrives late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchShifts } from './axe.js';
import { GAMES, hashOf } from './games.js';
import { PHONE, kind, openPage, pages, start } from './support.js';

start();

const MOST_BYTES = 95_000;
const MOST_REQUESTS = 8;

/** What a page transfers, with the heads of its answers. */
async function measured(page, visit) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  const found = [];
  session.on('Network.responseReceived', ({ response }) => found.push(response));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await visit();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return { bytes, responses: found };
}

for (const lang of ['en', 'zh']) {
  test(
    `all games and then one of them are few bytes in few requests: ${lang}`,
    { skip: kind },
    async (t) => {
      const page = await openPage(t, '', { path: `?lang=${lang}` });
      const cold = await page.context().browser().newContext();
      const first = await cold.newPage();
      const { bytes, responses } = await measured(first, async () => {
        await first.goto(`${pages()}?lang=${lang}`);
        await first.locator('.game-card').first().waitFor();
        await first.locator('.game-card h2 a').first().click();
        await first.locator('#board[data-answered]').waitFor();
      });
      process.stdout.write(`# ${lang}: ${bytes} bytes, ${responses.length} requests\n`);
      const again = await measured(first, () => first.reload());
      await cold.close();
      assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
      assert.ok(responses.length <= MOST_REQUESTS, responses.map(({ url }) => url).join('\n'));
      const files = responses.filter(({ url }) => /-[0-9a-f]{8,}\.(js|css|svg)$/.test(url));
      assert.ok(files.length >= 3, 'files have hashed names');
      for (const { headers, url } of files) {
        const control = headers['cache-control'] ?? headers['Cache-Control'];
        assert.match(control, /immutable/, url);
      }
      assert.ok(again.bytes < 8000, `a second visit transfers ${again.bytes} bytes`);
      await page.locator('.game-card').first().waitFor();
    },
  );
}

for (const game of GAMES) {
  test(`${game.name}: on a slow phone and a slow desktop nothing moves when answers arrive`, async (t) => {
    const prepare = async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 60,
        downloadThroughput: 500_000,
        uploadThroughput: 500_000,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await watchShifts(page);
      await page.addInitScript(() => {
        const look = () => {
          if (document.querySelector('#board [role=gridcell]')) globalThis.seen = performance.now();
          else requestAnimationFrame(look);
        };
        look();
      });
    };
    for (const look of [PHONE, { viewport: { width: 1280, height: 800 } }]) {
      for (const hash of [`#/${game.name}`, hashOf(game)]) {
        const page = await openPage(t, hash, { ...look, prepare });
        await page.waitForTimeout(800);
        const { shift, sources, seen } = await page.evaluate(() => ({ shift, sources, seen }));
        const wide = look.viewport.width;
        process.stdout.write(
          `# ${game.name} ${wide}: the board after ${Math.round(seen)} ms, moved by ${shift.toFixed(4)}\n`,
        );
        assert.ok(shift <= 0.02, `${wide} ${hash} ${shift}: ${sources.join('\n')}`);
      }
    }
  });
}
