// `npm run site`: what the site does without its server, with the file server of `file-server.js`.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addServiceWorker } from '../../site/offline.js';
import { asIs, KINDS, siteOfRanges, withServer } from './file-server.js';
import { onSite, readJson, shown, start, withPage } from './support.js';

const { PERFECTPLAY_SITE: site } = process.env;

/** What a browser says of a server that is gone. */
const GONE = /Failed to load resource|ERR_CONNECTION/;

/** A tower whose answer needs other parts of its table than the first one. */
const OTHER_TOWER = '#/tower?start=RGB/GGG/BBB/RRR/RGB/GBR';

start();

/** Runs a test with a page of a site, after its first answer. */
const withSite = (hash, options, run) =>
  onSite(hash, { serviceWorkers: 'allow', expected: GONE, ...options }, run);

/** Waits until the service worker has what it wants, and has this page. */
async function installed(page) {
  // The page of all games asks nothing, and so is not kept.
  if (!page.url().includes('#')) {
    await page.goto(`${page.url()}#/chomp`);
    await answered(page);
  }
  await until(async () => (await workers(page)).join() === 'activated');
  // A page that is loaded at this moment may be left out.
  const isLeft = await page.evaluate(() => !globalThis.navigator.serviceWorker.controller);
  if (isLeft) await page.reload();
}

/** The states of the service workers of the site: `installed` for a version that waits. */
const workers = (page) =>
  page.evaluate(async () => {
    const found = (await globalThis.navigator.serviceWorker.getRegistration()) ?? {};
    return [found.installing, found.waiting, found.active].flatMap((each) => each?.state ?? []);
  });

/** The caches of the site, as lists of addresses by their names. */
const cached = (page) =>
  page.evaluate(async () => {
    const names = await globalThis.caches.keys();
    const lists = names.map(async (name) => {
      const cache = await globalThis.caches.open(name);
      return [name, (await cache.keys()).map(({ url }) => url)];
    });
    return Object.fromEntries(await Promise.all(lists));
  });

/** What is kept of tables. */
async function parts(page) {
  const found = Object.entries(await cached(page)).find(([name]) => name.endsWith(' tables'));
  return found?.[1] ?? [];
}

/** Waits until something is so. */
async function until(isSo) {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 600, `it never came: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until all parts that have been fetched are kept. */
async function kept(page, asked) {
  const fetched = new Set(asked.filter((path) => path.startsWith('tables/')));
  await until(async () => (await parts(page)).length >= fetched.size);
}

async function answered(page) {
  await page.locator('#board[data-answered]').waitFor();
}

/** Loads the page anew at another position. */
async function load(page, address, hash) {
  await page.goto('about:blank');
  await page.goto(address + hash);
}

/** Loads the page anew, and waits for its answer. */
async function reach(page, address, hash) {
  await load(page, address, hash);
  await answered(page);
}

test('after a first visit the page answers without its server', async () => {
  const expected = {};
  for (const game of ['stake', 'tower', 'chomp', 'number', 'contour', 'tokens']) {
    await withPage(`#/${game}`, {}, async (page) => {
      expected[game] = await shown(page);
    });
  }
  await withSite('#/stake', {}, async (page, { address, asked, end }) => {
    await answered(page);
    await kept(page, asked);
    await reach(page, address, '#/tower');
    await installed(page);
    // The module of the catalogue is kept once it was needed.
    await reach(page, address, '#/achi-3x3');
    await kept(page, asked);
    end();
    await reach(page, address, '#/achi-3x3?moves=b2');
    for (const game of Object.keys(expected)) {
      await reach(page, address, `#/${game}`);
      assert.deepEqual(await shown(page), expected[game], game);
    }
    await reach(page, address, '?lang=zh#/chomp');
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
    await load(page, address, OTHER_TOWER);
    const alert = page.locator('[role=alert]');
    await alert.waitFor();
    assert.match(await alert.innerText(), /parts of the table tower-6 .* cannot be fetched now/);
    assert.equal(await page.locator('#board[data-answered]').count(), 0);
    // What has been answered is still.
    await reach(page, address, '#/tower');
  });
});

test('the first page also loads later what it needs then', () =>
  withSite('#/chomp', {}, async (page, { end }) => {
    await page.waitForFunction(() => globalThis.navigator.serviceWorker.controller);
    end();
    await page.locator('[data-key=setup]').click();
    await page.locator('dialog[open]').waitFor();
  }));

for (const [kind, options] of Object.entries({
  files: {},
  ranges: { change: KINDS.ranges, folder: siteOfRanges },
})) {
  test(`what was fetched and checked is not fetched again: ${kind}`, () =>
    withSite('#/tower', options, async (page, { address, asked }) => {
      await answered(page);
      await installed(page);
      // Each part, or each range of the one file.
      const ofTower = (path) => path.includes('tables/tower-6-');
      const fetched = asked.filter(ofTower).length;
      assert.ok(fetched > 2);
      await until(async () => (await parts(page)).filter(ofTower).length === fetched);
      asked.length = 0;
      await reach(page, address, '#/tower');
      const others = asked.filter((path) => path !== 'service-worker.js');
      assert.deepEqual(others, ['']);
    }));
}

/** What is kept of a table: the bytes of its parts, by their addresses. */
const bytesOf = (page, table) =>
  page.evaluate(async (wanted) => {
    const name = (await globalThis.caches.keys()).find((each) => each.endsWith(' tables'));
    const cache = await globalThis.caches.open(name);
    const keys = (await cache.keys()).filter(({ url }) => url.includes(wanted));
    const bytes = async (key) => new Uint8Array(await (await cache.match(key)).arrayBuffer());
    return Promise.all(keys.map(async (key) => [key.url, [...(await bytes(key))]]));
  }, table);

/** Spoils what is kept of a table. */
async function spoil(page, table, change) {
  for (const [url, bytes] of await bytesOf(page, table)) {
    // What is behind a table's header in its first part is not read.
    bytes[0] ^= 1;
    await page.evaluate(
      async ([address, left]) => {
        const name = (await globalThis.caches.keys()).find((each) => each.endsWith(' tables'));
        const cache = await globalThis.caches.open(name);
        await cache.put(address, new Response(new Uint8Array(left)));
      },
      [url, change === 'cut off' ? bytes.slice(1) : bytes],
    );
  }
}

for (const change of ['flipped', 'cut off']) {
  for (const [game, table] of [
    ['tower', '/tower-6-'],
    ['chomp', '/chomp-10x10-'],
  ]) {
    test(`what is kept of ${table.slice(1, -1)} and was ${change} is fetched anew`, () =>
      withSite(`#/${game}`, {}, async (page, { address, asked }) => {
        await answered(page);
        const expected = await shown(page);
        await installed(page);
        await kept(page, asked);
        await spoil(page, table, change);
        asked.length = 0;
        await reach(page, address, `#/${game}`);
        assert.deepEqual(await shown(page), expected);
        assert.ok(asked.some((path) => path.includes(table.slice(1))));
        // What takes the place of the spoilt parts is kept after the answer.
        await until(async () => {
          const found = await bytesOf(page, table);
          const isRight = ([url, bytes]) =>
            fs.readFileSync(join(site, url.slice(address.length))).equals(Buffer.from(bytes));
          return found.length > 0 && found.every(isRight);
        });
      }));
  }
}

const ANSWER_FROM_PARTS = /^tables\/tower-6-.*\/[1-9]/;

test('a part that the server sends wrongly is asked for twice, and never kept', () => {
  const wrong = (sent, path) => {
    if (!ANSWER_FROM_PARTS.test(path)) return sent;
    const body = Buffer.from(sent.body);
    body[body.length >> 1] ^= 1;
    return { ...sent, body };
  };
  return withSite('#/tower', { change: wrong }, async (page, { asked }) => {
    await page.locator('[role=alert]').waitFor();
    assert.match(await page.locator('[role=alert]').innerText(), /tower-6/i);
    assert.equal(await page.locator('#board[data-answered]').count(), 0);
    const wanted = asked.filter((path) => ANSWER_FROM_PARTS.test(path)).toSorted();
    const once = [...new Set(wanted)];
    assert.ok(once.length > 0);
    const twice = once.flatMap((path) => [path, path]);
    assert.deepEqual(wanted, twice);
    assert.deepEqual(await parts(page), []);
  });
});

/** Browsers that keep nothing. */
const FORGETFUL = {
  'that has no Cache Storage': 'Object.defineProperty(globalThis, "caches", { value: undefined });',
  'that refuses it':
    'Object.defineProperty(globalThis, "caches", { get() { throw new DOMException("no", "SecurityError"); } });',
  'that opens none': 'CacheStorage.prototype.open = () => Promise.reject(new DOMException("no"));',
  'whose storage is full':
    'Cache.prototype.put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));',
};

for (const [name, script] of Object.entries(FORGETFUL)) {
  test(`a browser ${name} is answered`, () => {
    const forgetful = (sent, path) =>
      /^worker-/.test(path) ? { ...sent, body: `${script}\n${sent.body}` } : sent;
    return onSite('#/tower', { change: forgetful }, async (page, { address, asked }) => {
      await answered(page);
      const once = asked.filter((path) => ANSWER_FROM_PARTS.test(path)).length;
      assert.ok(once > 0);
      await reach(page, address, '#/tower');
      const twice = asked.filter((path) => ANSWER_FROM_PARTS.test(path)).length;
      assert.equal(twice, 2 * once, 'nothing was kept');
    });
  });
}

/**
 * A second version of the site: its page says something else, and one of its tables has other bytes. It is removed after
 * the test.
 */
function secondVersion(headline, context) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'perfectplay-site-'));
  context.after(() => fs.rmSync(folder, { recursive: true }));
  fs.cpSync(site, folder, { recursive: true });
  const edit = (name, change) =>
    fs.writeFileSync(join(folder, name), change(fs.readFileSync(join(folder, name), 'utf8')));
  const rename = (place, name, renamed) => {
    fs.renameSync(join(folder, place, name), join(folder, place, renamed));
    for (const page of ['index.html', 'embed.html'])
      edit(page, (text) => text.replaceAll(name, renamed));
  };
  // The scripts name each other.
  const other = (text) => text.replaceAll(/-en-[0-9a-f]{4}/g, '-en-0123');
  for (const name of fs.readdirSync(folder).filter((each) => /-en-\w+\.js$/.test(each))) {
    edit(name, (text) => other(text).replace('Six games, solved exactly', headline));
    rename('', name, other(name));
  }
  const [old] = fs.readdirSync(join(folder, 'tables')).filter((each) => /^chomp-10x10-/.test(each));
  const renamed = 'chomp-10x10-0123456789abcdef';
  rename('tables', old, renamed);
  const described = /id="program">(.*)<\/script>/.exec(
    fs.readFileSync(join(folder, 'index.html'), 'utf8'),
  )[1];
  const { tables, catalogue } = JSON.parse(described).site;
  addServiceWorker(folder, tables, readJson(`file://${folder}/`, catalogue.tables));
  return { folder, old, renamed };
}

test('a second version replaces the first, and files of both are never mixed', (context) => {
  const headline = 'Another headline';
  const { folder, old, renamed } = secondVersion(headline, context);
  const names = (where) => new Set(fs.readdirSync(where));
  const [first, second] = [names(site), names(folder)];
  let current = site;
  return withSite('#/tower', { folder: () => current }, async (page, { address, asked, end }) => {
    await answered(page);
    await installed(page);
    await kept(page, asked);
    const towers = (await parts(page)).filter((url) => url.includes('/tower-6-'));
    assert.ok(towers.length > 0);
    assert.ok((await parts(page)).some((url) => url.includes(old)));

    // The page that is asked for is the new one, with its own files alone.
    current = folder;
    asked.length = 0;
    await load(page, address, '');
    await page.locator('.game-card').first().waitFor();
    assert.equal(await page.locator('h1').innerText(), headline);
    await until(async () => (await workers(page)).includes('installed'));
    const mixed = asked.filter((path) => first.has(path) && !second.has(path));
    assert.deepEqual(mixed, []);
    assert.ok(asked.some((path) => path.startsWith('main-en-0123')));

    // While a page is open the first version stays, whole, for when the server is gone.
    const before = Object.keys(await cached(page));
    assert.equal(before.length, 3, before.join());

    await until(async () => {
      await reach(page, address, '#/tower');
      return Object.keys(await cached(page)).length === 2;
    });
    const now = Object.entries(await cached(page));
    const [, files] = now.find(([name]) => !name.endsWith(' tables'));
    const listed = files.map((url) => url.slice(address.length)).filter((path) => path);
    const others = listed.filter((path) => !second.has(path));
    assert.deepEqual(others, []);
    const left = await parts(page);
    assert.ok(!left.some((url) => url.includes(old)), 'a table that no version names is gone');
    assert.ok(left.some((url) => url.includes(renamed)));
    for (const url of towers) assert.ok(left.includes(url), 'what did not change is kept');

    end();
    await load(page, address, '');
    assert.equal(await page.locator('h1').innerText(), headline);
  });
});

test('without its server the first version stays whole while the second one waits', (context) => {
  const { folder } = secondVersion('Another headline', context);
  let current = site;
  return withSite('', { folder: () => current }, async (page, { address, end }) => {
    const headline = await page.locator('h1').innerText();
    await installed(page);
    current = folder;
    await load(page, address, '');
    await until(async () => (await workers(page)).includes('installed'));
    end();
    // From one page to the next one of the same tab, so that one is open all the time.
    await page.reload();
    assert.equal(await page.locator('h1').innerText(), headline);
    await page.locator('.game-card h2 a').first().click();
    await answered(page);
  });
});

/** Servers that send no page. */
const TROUBLED = {
  'that does not answer': () => new Promise(() => {}),
  'that fails': () => ({ status: 503, body: 'busy', headers: {} }),
};

for (const [name, trouble] of Object.entries(TROUBLED)) {
  test(`the page is shown in spite of a server ${name}`, () => {
    let isTroubled = false;
    const send = (sent, path) => (isTroubled && path === '' ? trouble() : sent);
    return withSite('', { change: send }, async (page, { address }) => {
      await installed(page);
      isTroubled = true;
      await reach(page, address, '#/chomp');
    });
  });
}

test('a site that is gone from its server is gone', () => {
  let isGone = false;
  const send = (sent) => (isGone ? { status: 404, body: 'moved', headers: {} } : sent);
  return withSite('', { change: send }, async (page, { address }) => {
    await installed(page);
    isGone = true;
    await load(page, address, '');
    assert.equal(await page.locator('body').innerText(), 'moved');
  });
});

test('a host that leads from the page to its folder', () => {
  const lead = (sent, path) =>
    path === 'index.html' ? { status: 308, body: '', headers: { location: './' } } : sent;
  return withSite('', { change: lead }, async (page, { address, end }) => {
    await installed(page);
    end();
    for (const path of ['', 'index.html']) {
      await reach(page, address, `${path}#/chomp`);
    }
  });
});

test('sites below each other leave each other alone', () =>
  withSite('', {}, async (page, { address, end }) => {
    await installed(page);
    const above = new URL('/', address).href;
    await reach(page, above, '#/chomp');
    // The one below has this page no longer.
    await until(async () => Object.keys(await cached(page)).length === 4);
    await until(async () => (await workers(page)).join() === 'activated');
    end();
    for (const site of [address, above]) {
      await reach(page, site, '#/chomp');
    }
  }));

for (const [name, path, options] of [
  ['of a server with answers', '', {}],
  ['in a frame', 'embed.html', { path: 'embed.html' }],
]) {
  test(`a page ${name} registers no service worker`, () =>
    withServer(asIs, ({ address }) => {
      const site = path ? { site: address } : {};
      const prepare = (page) =>
        page.addInitScript(() => {
          const { serviceWorker } = globalThis.navigator;
          globalThis.registered = 0;
          if (serviceWorker) serviceWorker.register = async () => (globalThis.registered += 1);
        });
      return withPage('#/chomp', { ...site, ...options, prepare }, async (page) => {
        await answered(page);
        assert.equal(await page.evaluate(() => globalThis.registered), 0);
        if (!path) return;
        // As it would be without a frame.
        await reach(page, address, '#/chomp');
        assert.equal(await page.evaluate(() => globalThis.registered), 1);
      });
    }));
}

test('files that are not those of the version are not kept, and the page works', () => {
  const page = fs.readFileSync(join(site, 'index.html'));
  const isSpoilt = (path) => /^map-/.test(path);
  const asPages = (sent, path) => (isSpoilt(path) ? { ...sent, body: page } : sent);
  const options = { change: asPages, expected: /integrity/ };
  return withSite('#/chomp', options, async (opened, { asked }) => {
    await answered(opened);
    await until(() => asked.some(isSpoilt));
    await until(async () => (await workers(opened)).length === 0);
  });
});

test('ranges and tables are none of the business of the service worker', () =>
  withSite('#/chomp', {}, async (page, { asked }) => {
    await installed(page);
    asked.length = 0;
    const paths = fs.readdirSync(site).filter((name) => /^main-en-.*\.js$/.test(name));
    await page.evaluate(async ([path]) => {
      await (await fetch(path)).text();
      await (await fetch(path, { headers: { range: 'bytes=0-9' } })).text();
    }, paths);
    const found = asked.filter((path) => path === paths[0]);
    assert.deepEqual(found, paths, 'the range alone is asked for');
  }));

test('the site can be installed', () =>
  withSite('', {}, async (page, { address }) => {
    await installed(page);
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    assert.equal(url, `${address}manifest.json`);
    assert.deepEqual(errors, []);
    const { display, icons, name, start_url: begin } = JSON.parse(data);
    assert.equal(name, 'perfectplay');
    assert.equal(display, 'standalone');
    assert.equal(new URL(begin, url).href, address);
    const sizes = icons.map(({ src, sizes: said, purpose }) => {
      // The size of a PNG is in its head.
      const head = fs.readFileSync(join(site, src)).subarray(16, 24);
      assert.equal(`${head.readUInt32BE(0)}x${head.readUInt32BE(4)}`, said);
      return `${said} ${purpose}`;
    });
    assert.deepEqual(sizes, ['192x192 any', '512x512 any', '512x512 maskable']);
    // The headless shell knows of no errors, ever; Chromium itself does, and that these pages are never kept.
    const { installabilityErrors: found } = await session.send('Page.getInstallabilityErrors');
    const others = found.filter(({ errorId }) => errorId !== 'in-incognito');
    assert.deepEqual(others, []);
  }));
