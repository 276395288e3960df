/**
 * Answers requests in a worker, from tables on a file server. Its first message is `Begin`; each later one is a request
 * with its number, and is answered by a message with the same number, one after the other; before an answer that takes
 * long, messages say which `part` of it is done, from 0 to 1. Whoever wants no answer any more ends the worker.
 *
 * @typedef {object} Begin
 * @property {WebAssembly.Module} module
 * @property {Site} site
 * @property {string} base the address that the site's files are relative to
 *
 * @typedef {object} Site the files of a site
 * @property {string} module
 * @property {string} worker
 * @property {{table: string, length: number, folder: string, whole: boolean, ranges: boolean}[]} tables each in a
 *     folder of its own: one file, which is fetched whole or by ranges, or a file for each part, named by the place where
 *     it begins
 */
import { load } from './module.js';

/** @type {Promise<(request: any) => Promise<any>>} */
let ready;

addEventListener('message', async ({ data }) => {
  if ('module' in data) {
    ready = begin(data);
    return;
  }
  const { number, request } = data;
  try {
    const ask = await ready;
    postMessage({ number, answer: await ask(request) });
  } catch (error) {
    const { code = 'connection', message, hint = null } = /** @type {any} */ (error);
    postMessage({ number, answer: { error: { code, message, hint } } });
  }
});

/** @param {Begin} begin */
async function begin({ module, site, base }) {
  const oracle = await load(module, (done, all) => postMessage({ part: done / all }));
  for (const { table, length } of site.tables) oracle.addRemoteTable(table, length);
  const tables = new Map(site.tables.map((table) => [table.table, table]));
  /** @type {Map<string, Promise<Uint8Array>>} */
  const whole = new Map();

  /**
   * @param {string} table
   * @param {number} start
   * @param {number} end
   */
  async function part(table, start, end) {
    const found = /** @type {Site['tables'][0]} */ (tables.get(table));
    const { folder, length } = found;
    if (found.ranges) return range(new URL(`${folder}/0`, base), start, end, length);
    if (!found.whole) return bytesOf(await fetch(new URL(`${folder}/${start}`, base)), end - start);
    let bytes = whole.get(table);
    if (!bytes) {
      bytes = fetch(new URL(`${folder}/0`, base)).then((response) => bytesOf(response, length));
      whole.set(table, bytes);
      // What failed may be tried again.
      bytes.catch(() => whole.delete(table));
    }
    return (await bytes).subarray(start, end);
  }

  return (/** @type {any} */ request) => oracle.answer(request, part);
}

/**
 * The bytes of a file of so many from a place on. A server may answer with the whole file, or with other bytes.
 *
 * @param {URL} address
 * @param {number} start
 * @param {number} end
 * @param {number} length
 */
async function range(address, start, end, length) {
  const asked = `bytes=${start}-${end - 1}`;
  const response = await fetch(address, { headers: { range: asked } });
  const sent = response.headers.get('content-range');
  if (response.ok && sent !== `bytes ${start}-${end - 1}/${length}`) {
    await response.body?.cancel();
    throw damaged(address, `asked for ${asked}, the server sends ${sent ?? 'no range'}`);
  }
  return bytesOf(response, end - start);
}

/**
 * The bytes of an answer, which must have so many: a server may answer with a page instead.
 *
 * @param {Response} response
 * @param {number} length
 */
async function bytesOf(response, length) {
  const address = response.url;
  if (!response.ok) throw new Error(`${address} is not there: status ${response.status}`);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // What is longer is something else, and is not read on.
    if (at + value.length > length) {
      await reader.cancel();
      throw damaged(address, `more than ${length} bytes`);
    }
    bytes.set(value, at);
    at += value.length;
  }
  if (at < length) throw damaged(address, `${at} of ${length} bytes`);
  return bytes;
}

/**
 * @param {URL | string} address
 * @param {string} found
 */
function damaged(address, found) {
  return Object.assign(new Error(`${address} is not what it was: ${found}`), { code: 'damaged' });
}
