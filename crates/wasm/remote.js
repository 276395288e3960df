/**
 * Tables on a file server. The module gets the parts of them that its answers need.
 *
 * @typedef {object} Listed a table, as `tables.json` lists it
 * @property {string} table
 * @property {number | null} [bytes] how long its file is; unknown if that could not be opened
 * @property {string} [file] its file, which ranges are read from; else `NAME.table`
 * @property {string} [parts] or a folder with a file for each part, named by the place where it begins
 * @property {boolean} [embedded] whether it is inside the program that wrote the list
 *
 * @typedef {{bytes: number, address: URL, parts: boolean, marks: Map<string, string>, whole?: Promise<Uint8Array>}} Remote
 *     a table that was listed, and what servers have said of the versions of its files
 */
import { OracleError } from './module.js';

/** Tables up to this size are fetched whole. */
export const WHOLE = 512 << 10;

const CHANGED = 'add the tables at this address again';
const MISSING = 'the folder has to have `tables.json`, and the tables that it lists';
const LOST = 'ask again when the server can be reached';

/**
 * @param {Awaited<ReturnType<typeof import('./module.js').load>>} module
 * @param {ReturnType<typeof import('./kept.js').keptOf>} [kept] keeps parts for later visits
 */
export function remoteTables(module, kept) {
  /** @type {Map<string, Remote>} */
  const tables = new Map();

  /**
   * Adds listed tables, whose paths are relative to an address. Returns their names.
   *
   * @param {Listed[]} listed
   * @param {string} base
   */
  function add(listed, base) {
    const folder = new URL('.', base).href;
    const there = listed.filter(({ bytes, embedded }) => bytes != null && !embedded);
    const found = there.map(({ table, bytes, file = `${table}.table`, parts }) => {
      const address = new URL(parts ? `${parts}/0` : file, folder);
      if (!/^[a-z\d]+-[\w-]+$/.test(table) || !Number.isSafeInteger(bytes))
        throw new TypeError(`\`${table}\` of ${bytes} bytes is no table`);
      if (!address.href.startsWith(folder)) throw new TypeError(`${address} is not below the list`);
      return { table, bytes: Number(bytes), address, parts: !!parts, marks: new Map() };
    });
    for (const each of found) {
      module.addRemoteTable(each.table, each.bytes);
      tables.set(each.table, each);
    }
    return { tables: found.map(({ table }) => table) };
  }

  /** Adds the tables that `tables.json` in a folder lists. Returns their names. @param {string} base */
  async function addAt(base) {
    const list = new URL('tables.json', base);
    const response = await sent(list, { cache: 'no-cache' });
    const text = await arriving(response.text(), list);
    try {
      return add(JSON.parse(text).tables, base);
    } catch (error) {
      const message = `${list} is no list of tables: ${/** @type {Error} */ (error).message}`;
      const hint = '`perfectplay list --tables . --json` writes a list';
      throw new OracleError({ code: 'damaged', message, hint });
    }
  }

  /**
   * The answers to a request. Bytes that are damaged are fetched once more.
   *
   * @param {any} request
   * @param {boolean} [anew] whether to ignore what was kept, here or by the browser
   * @returns {Promise<any>}
   */
  async function answer(request, anew = false) {
    /** @type {Map<string, Uint8Array>} */
    const fetched = new Map();
    /** @type {URL | undefined} a file that has been replaced since its first part was fetched */
    let changed;

    /** @type {(table: Remote, at: URL, key: URL, start: number, end: number) => Promise<Uint8Array>} */
    async function get({ bytes, parts, marks }, at, { href }, start, end) {
      const here = anew ? null : await kept?.find(href, end - start);
      if (here) return here;
      const isRange = !parts && bytes > WHOLE;
      const headers = isRange ? { range: `bytes=${start}-${end - 1}` } : undefined;
      const response = await sent(at, { cache: anew ? 'reload' : 'default', headers });
      const mark = ['etag', 'last-modified'].map((name) => response.headers.get(name)).join();
      if ((marks.get(at.href) ?? mark) === mark) marks.set(at.href, mark);
      else changed = at;
      if (isRange) await checkRange(response, start, end, bytes);
      const got = await bytesOf(response, end - start);
      fetched.set(href, got);
      return got;
    }

    /** @type {(table: Remote, start: number, end: number) => Promise<Uint8Array>} */
    async function part(table, start, end) {
      const { address, bytes, parts } = table;
      const place = new URL(String(start), address);
      if (bytes > WHOLE) return get(table, parts ? place : address, place, start, end);
      table.whole ??= get(table, address, address, 0, bytes);
      // What failed may be tried again.
      table.whole.catch(() => delete table.whole);
      return (await table.whole).subarray(start, end);
    }

    try {
      const answered = await module.answer(request, (table, start, end) =>
        part(/** @type {Remote} */ (tables.get(table)), start, end).catch((error) => {
          throw Object.assign(error, { table });
        }),
      );
      // The module has taken all of them, so none is damaged.
      kept?.keep(fetched);
      return answered;
    } catch (error) {
      const { code, message } = /** @type {OracleError} */ (error);
      if (code !== 'damaged' && code !== 'changed') throw error;
      for (const table of tables.values()) delete table.whole;
      if (!anew) return answer(request, true);
      const known = changed
        ? { code: 'changed', message: `${changed} changed meanwhile` }
        : { code, message };
      throw new OracleError({ ...known, hint: CHANGED });
    }
  }

  return { add, addAt, answer };
}

/** What arrives over the network, where that works. @type {<T>(promise: Promise<T>, address: URL | string) => Promise<T>} */
function arriving(promise, address) {
  return promise.catch(({ message, cause }) => {
    const why = cause?.message || cause?.code || message;
    throw new OracleError({ code: 'connection', message: `${address}: ${why}`, hint: LOST });
  });
}

/** @type {(response: Response, code: string, why: string, hint?: string) => Promise<never>} */
async function refuse(response, code, why, hint = CHANGED) {
  await response.body?.cancel().catch(() => {});
  throw new OracleError({ code, message: `${response.url}: ${why}`, hint });
}

/** What a server sends of a file. @type {(address: URL, options: RequestInit) => Promise<Response>} */
async function sent(address, options) {
  const response = await arriving(fetch(address, options), address);
  const { ok, status, headers } = response;
  if (status === 404 || status === 410)
    return refuse(response, 'missing', `it is not there: status ${status}`, MISSING);
  if (status === 416) return refuse(response, 'changed', 'the file is shorter than it was');
  if (!ok) return refuse(response, 'connection', `status ${status}`, LOST);
  // Some servers send their page for what is not there.
  if (headers.get('content-type')?.startsWith('text/html'))
    return refuse(response, 'missing', 'it is not there: the server has sent a page', MISSING);
  return response;
}

/**
 * Makes sure that a server sends the range that it was asked for, of a file with this length. A server may answer with
 * the whole file, or with other bytes. Pages of other hosts may not be allowed to see which range it is.
 *
 * @type {(response: Response, start: number, end: number, length: number) => Promise<void>}
 */
async function checkRange(response, start, end, length) {
  if (response.status !== 206) {
    const hint = 'serve the tables from a server that sends ranges of files';
    return refuse(response, 'ranges', 'the server sends no ranges', hint);
  }
  const range = response.headers.get('content-range');
  if (range === null || range === `bytes ${start}-${end - 1}/${length}`) return;
  const code = range.endsWith(`/${length}`) ? 'damaged' : 'changed';
  await refuse(response, code, `the server sends ${range}, of ${length} bytes`);
}

/**
 * The bytes of a response, which has to have this length. What is longer is something else, and is not read on.
 *
 * @type {(response: Response, length: number) => Promise<Uint8Array>}
 */
async function bytesOf(response, length) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const bytes = new Uint8Array(length);
  for (let at = 0; ;) {
    const { done, value } = await arriving(reader.read(), response.url);
    if (done && at === length) return bytes;
    if (done || at + value.length > length) {
      await reader.cancel();
      const message = `${response.url} is not what it was: not ${length} bytes`;
      throw new OracleError({ code: 'changed', message, hint: CHANGED });
    }
    bytes.set(value, at);
    at += value.length;
  }
}
