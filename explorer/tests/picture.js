// Makes docs/explorer.png and docs/explorer-dark.png, the pictures of the explorer, and what previews of links show:
// preview.png, and a picture of each game in the folder pictures. `npm run picture`.
import { test } from 'node:test';
import { GAMES } from './games.js';
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

/** Board and value alone, as large as they can be. */
const ALONE = `
  .top, .modes, .rules-more, .panel, .controls, #preview, .legend, .verdict-who, .die { display: none; }
  .game { zoom: 1.25; }
  .board-area { max-width: 360px; }
  [data-game=number] .board-area { max-width: 520px; }
`;

for (const { name } of GAMES) {
  test(`the picture for previews of links to ${name} is made`, () => {
    const viewport = { width: 1200, height: 630 };
    return withPage(`#/${name}`, { viewport, bypassCSP: true }, async (page) => {
      await page.addStyleTag({ content: ALONE });
      await page.screenshot({
        path: new URL(`../page/pictures/${name}.png`, import.meta.url).pathname,
      });
    });
  });
}
