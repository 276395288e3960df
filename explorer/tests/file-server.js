// A file server for the tests of the site that PERFECTPLAY_SITE names.
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const { PERFECTPLAY_SITE: site } = process.env;

/** The site whose large tables are read by ranges. */
export const { PERFECTPLAY_SITE_OF_RANGES: siteOfRanges } = process.env;

const TYPES = {
  '.html': 'text/html',
  '.json': 'application/json',
  '.png': 'image/png',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * A file server that changes what it sends, with its address, which is below its root, the paths that it has been asked
 * for, and how it is ended. The folder may be a function that says which one it is now.
 */
export async function fileServer(folder, change) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://host').pathname.replace(/^\/below\//, '');
    let file = join(typeof folder === 'function' ? folder() : folder, path);
    if (path.endsWith('/') || !path) file = join(file, 'index.html');
    const isThere = existsSync(file) && statSync(file).isFile();
    const found = {
      status: isThere ? 200 : 404,
      body: isThere ? readFileSync(file) : Buffer.from('nothing'),
      headers: { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' },
    };
    asked.push(path);
    const { status, body, headers } = await change(found, path, request.headers.range);
    response.writeHead(status, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}/below/`, asked, end };
}

/** Runs a test with a file server, of the site unless another folder is named; the test may end it. */
export async function withServer(change, run, folder = site) {
  const server = await fileServer(folder, change);
  try {
    await run(server);
  } finally {
    server.end();
  }
}

/** The address of what sends all that another server sends, but for its policy. */
export async function withoutPolicy(base) {
  const server = createServer((asked, sent) => {
    const { url, method, headers } = asked;
    const passed = request(base + url, { method, headers }, (got) => {
      const { 'content-security-policy': _, ...kept } = got.headers;
      sent.writeHead(got.statusCode, kept);
      got.pipe(sent);
    });
    asked.pipe(passed);
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

export const asIs = (sent) => sent;

/** The range of a file that is asked for. */
export function rangeOf({ status, body, headers }, asked, shift = 0) {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(asked);
  return {
    status: status === 200 ? 206 : status,
    body: body.subarray(Number(first) + shift, Number(last) + 1 + shift),
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${body.length}` },
  };
}

/** What single-page hosts send for what is not there. */
export const page = () => ({
  status: 200,
  body: readFileSync(join(site, 'index.html')),
  headers: { 'content-type': 'text/html' },
});

/** As some servers do. */
export const KINDS = {
  'files as they are': asIs,
  ranges: (sent, path, asked) => (asked ? rangeOf(sent, asked) : sent),
  'modules without their type': (sent, path) =>
    path.endsWith('.wasm')
      ? { ...sent, headers: { 'content-type': 'application/octet-stream' } }
      : sent,
  'a page for each missing file': (sent) => (sent.status === 404 ? page() : sent),
  'everything compressed': ({ status, body, headers }) => ({
    status,
    body: gzipSync(body),
    headers: { ...headers, 'content-encoding': 'gzip' },
  }),
};
