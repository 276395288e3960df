import { test } from 'node:test';
import { openPage, start, PHONE, program, pages } from './support.js';
start(program, ['achiplaced-3x3']);
const at = [['#/connect4-4x4?mode=today','p1'],['#/picaria-13?mode=today','p2'],['','p3'],['#/stake','p4'],['#/tower?mode=play','p5'],['#/number?mode=lesson','p6'],['#/snort-4x4?mode=puzzle','p7'],['#/catalogue','p8']];
for (const [hash,name] of at) test(name, async (t) => {
  const page = await openPage(t, hash, {...PHONE, colorScheme:'light'});
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/look-${name}.png` });
});
