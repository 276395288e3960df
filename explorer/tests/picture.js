// Makes docs/explorer.png and docs/explorer-dark.png, the pictures of the explorer, and what previews of links show:
// preview.png, and a picture of each game in the folder pictures; and the icons of the installed site. `npm run picture`.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GAMES } from './games.js';
import { openPage, start } from './support.js';

/** One move wins, all others lose. */
const POSITION = '#/stake?start=.11./00.0/..1./....';

/** The size of pictures for previews of links. */
const PREVIEW = { width: 1200, height: 630 };

start();

for (const [colorScheme, name] of [
  ['light', 'explorer.png'],
  ['dark', 'explorer-dark.png'],
]) {
  test(`docs/${name} is made`, async (t) => {
    const page = await openPage(t, POSITION, {
      viewport: { width: 1280, height: 800 },
      colorScheme,
    });
    await page.waitForTimeout(1000);
    const path = new URL(`../../docs/${name}`, import.meta.url).pathname;
    await page.screenshot({ path });
  });
}

test('docs/gallery.png is made', async (t) => {
  const viewport = { width: 1160, height: 640 };
  const page = await openPage(t, '#/catalogue', { viewport, colorScheme: 'light' });
  await page.locator('.gallery').waitFor();
  await page.screenshot({ path: new URL('../../docs/gallery.png', import.meta.url).pathname });
});

test('the picture for previews of links is made', async (t) => {
  const page = await openPage(t, '', { viewport: PREVIEW, colorScheme: 'light' });
  await page.screenshot({ path: new URL('../page/preview.png', import.meta.url).pathname });
});

/** Board and value alone, as large as they can be. */
const ALONE = `
  .top, .modes, .rules-more, .panel, .controls, #preview, .legend, .verdict-who, .die { display: none; }
  .game { zoom: 1.25; }
  .board-area { max-width: 360px; }
  [data-game=number] .board-area { max-width: 520px; }
`;

for (const { name } of GAMES) {
  test(`the picture for previews of links to ${name} is made`, async (t) => {
    const page = await openPage(t, `#/${name}`, { viewport: PREVIEW, bypassCSP: true });
    await page.addStyleTag({ content: ALONE });
    const path = new URL(`../page/pictures/${name}.png`, import.meta.url).pathname;
    await page.screenshot({ path });
  });
}

/** Sizes that browsers ask for. Where a system cuts the icon to a form of its own, its ground goes to the edge. */
for (const [name, size, isWhole] of [
  ['icon-192', 192, false],
  ['icon-512', 512, false],
  ['icon-maskable', 512, true],
]) {
  test(`site/${name}.png is made`, async (t) => {
    const viewport = { width: size, height: size };
    const page = await openPage(t, '', { viewport, bypassCSP: true });
    const icon = readFileSync(new URL('../page/icon.svg', import.meta.url), 'utf8');
    const style = '<style>body { margin: 0 } svg { display: block; width: 100vw }</style>';
    await page.setContent(style + (isWhole ? icon.replace('rx="7"', '') : icon));
    const path = new URL(`../../site/${name}.png`, import.meta.url).pathname;
    await page.screenshot({ path, omitBackground: true });
  });
}
