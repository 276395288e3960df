// Makes docs/explorer.png, the picture of the explorer, and preview.png, which previews of links show:
// `npm run picture`.
import { test } from 'node:test';
import { shows, start, withPage } from './support.js';

const picture = new URL('../../../docs/explorer.png', import.meta.url).pathname;

start();

test('the picture is made', () =>
  withPage(
    '#/stake?moves=1,2+1,3+0,2',
    { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
    async (page) => {
      await page.waitForTimeout(1000);
      await page.screenshot({ path: picture });
    },
  ));

test('the picture for previews of links is made', () =>
  withPage('', { viewport: { width: 1200, height: 630 }, colorScheme: 'light' }, (page) =>
    page.screenshot({ path: new URL('../explorer/preview.png', import.meta.url).pathname }),
  ));
