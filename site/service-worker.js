// The service worker of a site: after a first visit the page opens without a server. `site/build` puts a line before
// this that says which files there are:
/* global VERSION, FILES, LATER, TABLES */
//
// A page's file names have the hashes of their contents, and those that are listed are taken from the cache without a
// question. The page itself is asked for first, as everybody who can reach the server should have its newest version;
// who cannot, or not soon, gets the page of this version, all of whose files are here. A page names its files by their
// hashes, so that it never gets those of another version, whoever sends it. A new version is installed beside the old
// one, and takes its place when no page of that is open, as browsers do it by themselves: pages that are open still
// find what they load later.
//
// Everything else is none of its business: ranges, other addresses, parts of tables (the oracle's worker keeps what it has
// checked, in the same cache of tables), and documents.

const SITE = registration.scope;
const CACHE = `perfectplay ${SITE} ${VERSION}`;
const TABLE_CACHE = `perfectplay ${SITE} tables`;

/** How long the page may take before that which is here is shown, in milliseconds. */
const PATIENCE = 3000;

/** The addresses of the files, and of the tables' folders. */
const addresses = new Set(FILES.map(({ path }) => new URL(path, SITE).href));
const later = new Set(LATER.map((path) => new URL(path, SITE).href));
const folders = TABLES.map(({ folder }) => new URL(`${folder}/`, SITE).href);

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const address = origin + pathname;
  if (
    request.method !== 'GET' ||
    request.headers.has('range') ||
    !(addresses.has(address) || later.has(address))
  )
    return;
  // The page looks whether there is another version.
  if (search === '?version') return;
  event.respondWith(request.mode === 'navigate' ? page(request, address) : file(request, address));
});

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((file) => add(cache, file)));
  // Small tables are fetched when they are needed if they are not here, as where there is no space for them.
  const tables = await caches.open(TABLE_CACHE);
  await Promise.allSettled(
    TABLES.filter(({ integrity }) => integrity).map(({ folder, integrity }) =>
      add(tables, { path: `${folder}/0`, integrity }),
    ),
  );
}

/** Deletes what belongs to other versions alone. */
async function activate() {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith(`perfectplay ${SITE} `) && name !== CACHE && name !== TABLE_CACHE,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
  const tables = await caches.open(TABLE_CACHE);
  for (const part of await tables.keys()) {
    if (!folders.some((folder) => part.url.startsWith(folder))) await tables.delete(part);
  }
  // Also the page that has just installed this may load more of its files.
  await clients.claim();
}

/** Fetches a file into a cache, unless it is there or is not what the site's builder has listed. */
async function add(cache, { path, integrity }) {
  const address = new URL(path, SITE).href;
  if (await cache.match(address)) return;
  // What has a hash in its name may come from the browser's own cache.
  const isNamed = /-[0-9a-f]{16}\b/.test(path);
  const response = await fetch(address, { integrity, cache: isNamed ? 'default' : 'no-cache' });
  if (response.status !== 200) throw new Error(`${address}: status ${response.status}`);
  // Without its other heads: that a server has led to another address would make browsers refuse it as a page.
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  await cache.put(
    address,
    new Response(await response.arrayBuffer(), { headers: { 'content-type': type } }),
  );
}

async function file(request, address) {
  const here = await kept(address);
  if (here || !later.has(address)) return here ?? fetch(request);
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

async function page(request, address) {
  // What the server lets browsers keep for some minutes would hide a new version.
  const sent = fetch(request.url, { cache: 'no-cache', redirect: 'manual' });
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const response = await Promise.race([sent.catch(() => {}), late]);
  // A server that has nothing here any more, or leads elsewhere, is believed; one that is in trouble is not waited for.
  const isAnswer = response && response.status < 500;
  return isAnswer ? response : ((await kept(address)) ?? sent);
}

async function kept(address) {
  return (await caches.open(CACHE)).match(address);
}
