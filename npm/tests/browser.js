// In explorer/, `node ../npm/tests/browser.js FOLDER...`: the package answers in Chromium in the page of each folder, which has
// page.js in it, as it does in Node. The server knows no type for a module, and is strict about the first page.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileServer } from '../../explorer/tests/file-server.js';

const folders = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), 'package.json'))('playwright-core');
const POLICY =
  "default-src 'none'; script-src 'self' 'nonce-test' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

let folder;
const { address, end } = await fileServer(
  () => folder,
  ({ headers, ...sent }) => {
    const type = headers['content-type'];
    const policy = folder === folders[0] && { 'content-security-policy': POLICY };
    return {
      ...sent,
      headers: { 'content-type': /html|javascript/.test(type) ? type : 'text/plain', ...policy },
    };
  },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (folder of folders) {
    const page = await browser.newPage();
    await page.goto(address);
    await page.waitForFunction(() => 'tests' in window);
    const found = await page.evaluate(() => window.tests.ask());
    assert.deepEqual(found.answers, found.inWorker, folder);
    assert.deepEqual(
      found.answers.map(({ value, table }) => [value, table]),
      [
        [{ outcome: 'win', plies: 5 }, 'number-20'],
        [{ outcome: 'win', plies: 6 }, 'chomp-10x10'],
        [{ score: 2 }, null],
      ],
    );
    assert.equal(found.code, 'position');
    // A development server sends its page for what is not there.
    await page.route('**/*.wasm', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    assert.deepEqual(await page.evaluate(() => window.tests.codes()), ['missing', 'missing']);
    await page.unroute('**/*.wasm');
    await page.route('**/*worker*', (route) => route.fulfill({ status: 404 }));
    // Bundlers may call it something else.
    if (folder === folders[0])
      assert.deepEqual(await page.evaluate(() => window.tests.codes()), [undefined, 'missing']);
    await page.route('**/*.{wasm,table}', (route) => route.fulfill({ status: 404 }));
    assert.deepEqual(await page.evaluate(() => window.tests.codes()), ['missing', 'missing']);
    await page.close();
  }
} finally {
  await browser.close();
  end();
}
