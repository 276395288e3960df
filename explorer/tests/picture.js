// Makes docs/explorer.png and docs/explorer-dark.png, the pictures of the explorer, and preview.png,
// which previews of links show: `npm run picture`.
import { test } from 'node:test';
import { start, withPage } from './support.js';

/** One move wins, all others lose. */
const POSITION = '#/stake?start=.11./00.0/..1./....';

start();

for (const [colorScheme, name] of [
  ['light', 'explorer.png'],
  ['dark', 'explorer-dark.png'],
]) {
  test(`docs/${name} is made`, () =>
    withPage(POSITION, { viewport: { width: 1280, height: 800 }, colorScheme }, async (page) => {
      await page.waitForTimeout(1000);
      const path = new URL(`../../docs/${name}`, import.meta.url).pathname;
      await page.screenshot({ path });
    }));
}

test('the picture for previews of links is made', () =>
  withPage('', { viewport: { width: 1200, height: 630 }, colorScheme: 'light' }, (page) =>
    page.screenshot({ path: new URL('../page/preview.png', import.meta.url).pathname }),
  ));
