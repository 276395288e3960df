// The files that the server has inside are made of the page as it is.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addBundle } from '../bundle.mjs';

const bundled = fileURLToPath(new URL('../../crates/server/bundled', import.meta.url));

const contents = (folder) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]);

test('`npm run bundle` changes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  await addBundle(folder);
  const [found, expected] = [contents(bundled), contents(folder)];
  rmSync(folder, { recursive: true });
  assert.ok(
    JSON.stringify(found) === JSON.stringify(expected),
    'the page has changed: `npm run bundle`, and build the program',
  );
});

test('what is loaded later waits for nothing but the page', () => {
  const files = contents(bundled).filter(([name]) => name.endsWith('.js'));
  for (const [name, code] of files) {
    for (const [, from] of code.matchAll(/\bfrom"\.\/([^"]+)"/g)) {
      assert.match(from, /^main-/, `${name} imports ${from}: let \`main.js\` import what is in it`);
    }
  }
});
