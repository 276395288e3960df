// In explorer/, `node ../npm/tests/browser.js FOLDER...`: the package answers in Chromium in the page of each folder, which has
// page.js in it, as it does in Node. The server knows no type for a module, and is strict about the first page.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { KINDS, fileServer } from '../../explorer/tests/file-server.js';

const folders = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), 'package.json'))('playwright-core');
const POLICY =
  "default-src 'none'; script-src 'self' 'nonce-test' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

let folder;
const { address, end } = await fileServer(
  () => folder,
  (...given) => {
    const { headers, ...sent } = KINDS.ranges(...given);
    const [type] = /html|javascript/.exec(headers['content-type']) ?? ['plain'];
    headers['content-type'] = `text/${type}`;
    if (folder === folders[0]) headers['content-security-policy'] = POLICY;
    return { ...sent, headers };
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
    // Those that elsewhere.js has built.
    if (folder === folders[0])
      assert.equal(await page.evaluate(() => window.tests.ofTableAt('tables')), 'stake-4');
    // A development server sends its page for what is not there.
    await page.route('**/*.wasm', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    assert.deepEqual(await page.evaluate(() => window.tests.codes()), ['missing', 'missing']);
    await page.unroute('**/*.wasm');
    await page.route('**/*worker*', (route) => route.fulfill({ status: 404 }));
    // Bundlers may call it something else.
    if (folder === folders[0])
      assert.equal((await page.evaluate(() => window.tests.codes()))[1], 'missing');
    await page.route('**/*.{wasm,table}', (route) => route.fulfill({ status: 404 }));
    assert.deepEqual(await page.evaluate(() => window.tests.codes()), ['missing', 'missing']);
    await page.close();
  }
} finally {
  await browser.close();
  end();
}
