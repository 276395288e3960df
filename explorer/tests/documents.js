// `npm run site`: the documents as pages of the site.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addDocuments } from '../../site/documents.js';
import { violations } from './axe.js';
import { PHONE, onSite, readJson, start } from './support.js';

const { PERFECTPLAY_SITE: site } = process.env;

start();

/** All files of the site's documents, as paths. */
const documents = fs
  .readdirSync(join(site, 'docs'), { recursive: true })
  .map((path) => `docs/${path}`);

const HTML = documents.filter((path) => path.endsWith('.html'));

test('the page leads to the documents in its language, which lead to each other', () =>
  onSite('', {}, async (page, { address }) => {
    const shown = page.locator('.sources a');
    await shown.first().waitFor();
    const to = await shown.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const { SOURCES } = process.env;
    assert.deepEqual(to, ['docs/index.html', ...(SOURCES ? [`${SOURCES}/README.md`] : [])]);
    await shown.first().click();
    await page.waitForURL(`${address}docs/index.html`);
    await page.goto(`${address}?lang=zh`);
    await page.locator('.sources a').first().click();
    await page.waitForURL(`${address}docs/README.zh-CN.html`);
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');

    const links = new Map();
    const ids = new Map();
    for (const path of HTML) {
      await page.goto(address + path);
      const found = await page.evaluate(() => ({
        links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        broken: [...document.images].filter(({ naturalWidth }) => !naturalWidth).length,
      }));
      assert.equal(found.broken, 0, path);
      links.set(path, found.links);
      ids.set(path, found.ids);
      assert.equal(new Set(found.ids).size, found.ids.length, `${path} has a name twice`);
    }
    const inside = [...links].flatMap(([path, found]) =>
      found.filter((href) => href.startsWith(address)).map((href) => [path, href]),
    );
    assert.ok(inside.length > 300, `${inside.length} links`);
    for (const [path, href] of inside) {
      const [to, anchor] = href.slice(address.length).split('#');
      const file = to.startsWith('docs/') ? to : 'index.html';
      assert.ok(fs.existsSync(join(site, file)), `${path}: ${href}`);
      const isNamed = !anchor || ids.get(to).includes(decodeURIComponent(anchor));
      assert.ok(isNamed, `${path}: ${href}`);
    }
  }));

/** Documents with all that others have: long and wide code and tables, pictures, both languages. */
const SOME = ['index', 'README.zh-CN', 'embedding', 'benches/README', 'chomp'];

for (const [name, options, looked] of [
  ['a desktop', {}, HTML],
  [
    'a phone in the dark',
    { ...PHONE, colorScheme: 'dark' },
    SOME.map((path) => `docs/${path}.html`),
  ],
]) {
  test(`documents on ${name}: axe-core finds no violation, and nothing scrolls sideways but tables and code`, () =>
    onSite('', { ...options }, async (page, { address }) => {
      for (const path of HTML) {
        await page.goto(address + path);
        if (looked.includes(path)) assert.deepEqual(await violations(page), [], path);
        const [width, window] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          globalThis.innerWidth,
        ]);
        assert.ok(width <= window, `${path}: ${width} of ${window}`);
      }
    }));
}

test('a document has the theme that was chosen on the page', () =>
  onSite('', { colorScheme: 'light' }, async (page, { address }) => {
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto(`${address}docs/trust.html`);
    const light = await ground();
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.reload();
    const dark = await ground();
    assert.notEqual(dark, light);
  }));

/** What the documents of a folder become. */
function rendered(files, sources) {
  const [root, target] = ['repository', 'site'].map((name) =>
    fs.mkdtempSync(join(tmpdir(), `perfectplay-${name}-`)),
  );
  try {
    for (const [path, text] of Object.entries({ 'README.zh-CN.md': '# 中', ...files })) {
      fs.mkdirSync(join(root, path, '..'), { recursive: true });
      fs.writeFileSync(join(root, path), text);
    }
    addDocuments(target, { policy: '', style: '', script: '', icon: '', root, sources });
    return (path) => fs.readFileSync(join(target, 'docs', path), 'utf8');
  } finally {
    // What is returned has been read when the test ends.
    process.once('exit', () =>
      [root, target].forEach((each) => fs.rmSync(each, { recursive: true })),
    );
  }
}

for (const [what, text, message] of [
  ['file', '[a](docs/b.md)', /README\.md: docs\/b\.md: there is no such file/],
  ['heading', '[a](#b)', /README\.md: #b: no heading/],
  ['heading of another document', '[a](docs/a.md#b)', /README\.md: docs\/a\.md#b: no heading/],
  ['picture', '![a](a.png)', /README\.md: a\.png: there is no such file/],
  ['picture in HTML', '<img src="a.png">', /README\.md: a\.png: there is no such file/],
  ['place outside', '[a](../a.md)', /README\.md: \.\.\/a\.md: there is no such file/],
]) {
  test(`a link to a ${what} that is not there fails the build`, () => {
    assert.throws(() => rendered({ 'README.md': text, 'docs/a.md': '# a' }), { message });
  });
}

test('links and headings are those of a host of repositories', () => {
  // What is to come of some texts: among it nothing that is shown of other hosts.
  const { files, html } = readJson(import.meta.url, 'document.json');
  const text = rendered(files)('index.html');
  for (const expected of html) {
    assert.ok(text.includes(expected), `${expected} is not in ${text}`);
  }
  assert.ok(!text.includes('style='), 'the policy allows no styles in attributes');
  const other = rendered(files)('a.html');
  assert.match(
    other,
    /<a href="index\.html#twice">back<\/a> <a href="https:\/\/games\.example\/x">/,
  );
  assert.match(other, /<\/a> a\.md<\/p>/);
  const linked = rendered(files, 'https://example.org/blob/main')('index.html');
  assert.ok(linked.includes('<a href="https://example.org/blob/main/src/x.rs">four</a>'));
  // Where the text is written, and without an address nowhere.
  assert.match(linked, /href="https:\/\/example\.org\/blob\/main\/README\.md">Source code</);
  assert.ok(!text.includes('Source code'));
});
