// A file server for the tests of the site that PERFECTPLAY_SITE names.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const { PERFECTPLAY_SITE: site } = process.env;

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Runs a test with a file server that changes what it sends. */
export async function withServer(change, run) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://host').pathname.replace(/^\/below\//, '');
    const file = join(site, path || 'index.html');
    const isThere = existsSync(file) && statSync(file).isFile();
    const found = {
      status: isThere ? 200 : 404,
      body: isThere ? readFileSync(file) : Buffer.from('nothing'),
      headers: { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' },
    };
    asked.push(path);
    const { status, body, headers } = change(found, path);
    response.writeHead(status, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`http://127.0.0.1:${server.address().port}/below/`, asked);
  } finally {
    server.close();
  }
}

export const asIs = (sent) => sent;

/** As some servers do. */
export const KINDS = {
  'files as they are': asIs,
  'modules without their type': (sent, path) =>
    path.endsWith('.wasm')
      ? { ...sent, headers: { 'content-type': 'application/octet-stream' } }
      : sent,
  'everything compressed': ({ status, body, headers }) => ({
    status,
    body: gzipSync(body),
    headers: { ...headers, 'content-encoding': 'gzip' },
  }),
};
