// What makes a folder of a site work without its server: the service worker, for the files that are there.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WHOLE } from '../crates/wasm/remote.js';

const source = fileURLToPath(new URL('service-worker.js', import.meta.url));

/** What the page loads, now or later. Pictures are for others, who show links to it. */
const LOADED = /^(?!404).*\.(html|js|css|svg|wasm|woff2)$/;

/** What only some load, and is kept from then on: the module of the catalogue, and the list of its tables. */
const LATER = /^catalogue-.*\.(wasm|json)$/;

/** The name of the service worker. It stays the same, since browsers ask under it whether there is a new version. */
const NAME = 'service-worker.js';

/**
 * Writes the service worker into the folder of a site.
 *
 * @param {string} site
 * @param {{bytes: number, parts?: string, file?: string}[]} tables
 * @param {{bytes: number, parts?: string, file?: string}[]} classics the tables of the catalogue
 */
export function addServiceWorker(site, tables, classics = []) {
  const integrity = (path) =>
    `sha256-${createHash('sha256')
      .update(readFileSync(join(site, path)))
      .digest('base64')}`;
  const isLoaded = (name) => LOADED.test(name) && !LATER.test(name) && name !== NAME;
  const all = readdirSync(site);
  const names = all.filter(isLoaded);
  const files = names.map((name) => ({ path: name, integrity: integrity(name) }));
  // The page's address is that of the folder. Some hosts lead from its file to there.
  const page = files.find(({ path }) => path === 'index.html');
  files.push({ ...page, path: './' });
  const listed = tables.map(({ bytes, file, parts = dirname(file) }) =>
    bytes <= WHOLE ? { folder: parts, integrity: integrity(`${parts}/0`) } : { folder: parts },
  );
  listed.push(...classics.map(({ file, parts = dirname(file) }) => ({ folder: parts })));
  const later = all.filter((name) => LATER.test(name));
  const code = readFileSync(source, 'utf8');
  const lists = `const FILES = ${JSON.stringify(files)}, LATER = ${JSON.stringify(later)}`;
  const content = `${lists}, TABLES = ${JSON.stringify(listed)};\n${code}`;
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
  writeFileSync(join(site, NAME), `const VERSION = '${version}';\n${content}`);
}
