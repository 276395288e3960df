// Makes docs/explorer.png, the picture of the explorer: `npm run picture`.
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
