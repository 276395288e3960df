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
import { keptOf } from './kept.js';
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
    const { code = 'connection', message, hint = null, table } = /** @type {any} */ (error);
    postMessage({ number, answer: { error: { code, message, hint, table } } });
  }
});

/** @param {Begin} begin */
async function begin({ module, site, base }) {
  const oracle = await load(module, (done, all) => postMessage({ part: done / all }));
  for (const { table, length } of site.tables) oracle.addRemoteTable(table, length);
  const tables = new Map(site.tables.map((table) => [table.table, table]));
  const kept = keptOf(base);
  /** @type {Map<string, Promise<Uint8Array>>} */
  const whole = new Map();

  /**
   * @param {any} request
   * @param {boolean} [anew] whether nothing is used that was kept, here or by the browser
   */
  async function answer(request, anew = false) {
    /** @type {Map<string, Uint8Array>} */
    const fetched = new Map();

    /** @type {(table: string, path: string, length: number, get: () => Promise<Uint8Array>) => Promise<Uint8Array>} */
    async function keptOr(table, path, length, get) {
      const found = anew ? null : await kept.find(path, length);
      if (found) return found;
      const bytes = await get().catch((error) => {
        // So it is where there is no network.
        throw error instanceof TypeError ? Object.assign(error, { table }) : error;
      });
      fetched.set(path, bytes);
      return bytes;
    }

    /** @type {(table: string, start: number, end: number) => Promise<Uint8Array>} */
    async function part(table, start, end) {
      const found = /** @type {Site['tables'][0]} */ (tables.get(table));
      const { folder, length } = found;
      const cache = anew ? 'reload' : 'default';
      /** @type {(name: number, options?: RequestInit) => Promise<Response>} */
      const get = (name, options) =>
        fetch(new URL(`${folder}/${name}`, base), { cache, ...options });
      if (!found.whole) {
        return keptOr(table, `${folder}/${start}`, end - start, async () => {
          if (!found.ranges) return bytesOf(await get(start), end - start);
          const headers = { range: `bytes=${start}-${end - 1}` };
          return rangeOf(await get(0, { headers }), start, end, length);
        });
      }
      let bytes = whole.get(table);
      if (!bytes) {
        bytes = keptOr(table, `${folder}/0`, length, async () => bytesOf(await get(0), length));
        whole.set(table, bytes);
        // What failed may be tried again.
        bytes.catch(() => whole.delete(table));
      }
      return (await bytes).subarray(start, end);
    }

    try {
      const answered = await oracle.answer(request, part);
      // The oracle has taken each of them, so none is damaged.
      kept.keep(fetched);
      return answered;
    } catch (error) {
      if (anew || /** @type {any} */ (error).code !== 'damaged') throw error;
      whole.clear();
      return answer(request, true);
    }
  }

  return answer;
}

/**
 * The bytes of a file of so many from a place on. A server may answer with the whole file, or with other bytes.
 *
 * @param {Response} response
 * @param {number} start
 * @param {number} end
 * @param {number} length
 */
async function rangeOf(response, start, end, length) {
  const sent = response.headers.get('content-range');
  if (response.ok && sent !== `bytes ${start}-${end - 1}/${length}`) {
    await response.body?.cancel();
    const asked = `asked for the bytes ${start} to ${end - 1}`;
    throw damaged(response.url, `${asked}, the server sends ${sent ?? 'no range'}`);
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

/** @type {(address: URL | string, found: string) => Error} */
function damaged(address, found) {
  const error = new Error(`${address} is not what it was: ${found}`);
  return Object.assign(error, { code: 'damaged' });
}
