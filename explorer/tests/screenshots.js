// Makes pictures of the page in all its states, to be looked at: `SCREENSHOTS=FOLDER npm run screenshots`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { storiesOf } from './stories.js';
import { openPage, program, start } from './support.js';

const folder = process.env.SCREENSHOTS ?? 'screenshots';
mkdirSync(folder, { recursive: true });

start(program, ['achiplaced-3x3', 'kalah-3x3', 'catmouse-3', 'pig-20']);

const LOOKS = ['desktop light', 'desktop dark', 'desktop forced', 'phone light', 'phone dark'];

for (const how of LOOKS.flatMap((look) => [`${look} en`, `${look} zh`])) {
  for (const { title, run } of storiesOf('states')) {
    test(`${title} ${how}`, async (t) => {
      const page = await run(t, openPage, how);
      await page.waitForTimeout(300);
      const path = join(folder, `${title} ${how}.png`.replaceAll(' ', '-'));
      await page.screenshot({ path, fullPage: true });
    });
  }
}
