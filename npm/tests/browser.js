// In explorer/, `node ../npm/tests/browser.js PROJECT`: the package that a project has installed answers in Chromium, in
// the page and in a worker, as it does in Node.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

const [project] = process.argv.slice(2);
const { chromium } = createRequire(join(process.cwd(), 'package.json'))('playwright-core');
const PAGE = `<!doctype html><script type="importmap">
{ "imports": { "perfectplay": "/node_modules/perfectplay/browser.js" } }
</script>`;
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

const server = createServer(({ url }, response) => {
  const file = join(project, url);
  if (url === '/') response.writeHead(200, { 'content-type': TYPES['.html'] }).end(PAGE);
  else if (!existsSync(file)) response.writeHead(404).end();
  else
    response
      .writeHead(200, { 'content-type': TYPES[extname(url)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const found = await page.evaluate(async () => {
    const { OracleError, load, loadInWorker } = await import('perfectplay');
    const [oracle, worker] = [await load(), await loadInWorker()];
    const asked = [
      ['number', '2 3 4 5 6'],
      ['chomp', '3,3,1'],
      ['stake', '01.1/00../.01./...1'],
    ];
    const answers = asked.map((question) => oracle.answer(...question));
    const inWorker = [];
    for (const question of asked) inWorker.push(await worker.answer(...question));
    const error = await worker.answer('chomp', '1,2').catch((thrown) => thrown);
    worker.end();
    return { answers, inWorker, code: error instanceof OracleError && error.code };
  });
  assert.deepEqual(found.answers, found.inWorker);
  assert.deepEqual(
    found.answers.map(({ value, table }) => [value, table]),
    [
      [{ outcome: 'win', plies: 5 }, 'number-20'],
      [{ outcome: 'win', plies: 6 }, 'chomp-10x10'],
      [{ score: 2 }, null],
    ],
  );
  assert.equal(found.code, 'position');
} finally {
  await browser.close();
  server.close();
}
