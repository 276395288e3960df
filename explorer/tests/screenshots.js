// Makes pictures of the page in all its states, to be looked at: `SCREENSHOTS=FOLDER npm run screenshots`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOOKS, STATES } from './states.js';
import { openPage, start } from './support.js';

const folder = process.env.SCREENSHOTS ?? 'screenshots';
mkdirSync(folder, { recursive: true });

start();

for (const [look, options] of Object.entries(LOOKS)) {
  for (const lang of ['en', 'zh']) {
    for (const { name, address, act } of STATES) {
      test(`${name} ${look} ${lang}`, async (t) => {
        const page = await openPage(t, await address(), { ...options, path: `?lang=${lang}` });
        await act(page);
        await page.waitForTimeout(300);
        const path = join(folder, `${name}-${look}-${lang}.png`);
        await page.screenshot({ path, fullPage: true });
      });
    }
  }
}
