// The module in JavaScript: requests and answers as objects, tables as bytes. See `src/lib.rs`, and `src/asked.rs` for what
// a request has.

/** The module takes fewer bytes at once. */
const MOST = 2 ** 31;

/** How many parts of tables are fetched at the same time. */
const CONNECTIONS = 16;

/** Why there is no answer. */
export class OracleError extends Error {
  /** @param {{code: string, message: string, hint?: string | null}} error */
  constructor({ code, message, hint = null }) {
    super(message);
    this.name = 'OracleError';
    this.code = code;
    this.hint = hint;
  }
}

/**
 * @param {WebAssembly.Module} compiled
 * @param {(done: number, all: number) => void} [progress] is told how many states are solved, of how many
 */
export async function load(compiled, progress = () => {}) {
  const instance = await WebAssembly.instantiate(compiled, { env: { progress } });
  const { memory, ...exported } = /** @type {any} */ (instance.exports);
  // JavaScript sees places and lengths of two gigabytes or more as negative.
  const called =
    (/** @type {string} */ name) =>
    (/** @type {number[]} */ ...given) =>
      exported[name](...given) >>> 0;
  const [alloc, ask, addTable, addRemoteTable, supply, out, free] = [
    ...['alloc', 'ask', 'add_table', 'add_remote_table', 'supply', 'out', 'free'],
  ].map(called);

  /** @param {Uint8Array[]} parts */
  function write(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let at = length < MOST ? alloc(length) : 0;
    if (length > 0 && at === 0) {
      throw new OracleError({ code: 'refused', message: `no memory for ${length} bytes` });
    }
    for (const part of parts) {
      // Growing memory leaves older views without it.
      new Uint8Array(memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  /** @param {number} length */
  function read(length) {
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, out(), length));
    free();
    return JSON.parse(text);
  }

  const encoded = (/** @type {string} */ text) => new TextEncoder().encode(text);

  /** @param {any} answer */
  function checked(answer) {
    if ('error' in answer) throw new OracleError(answer.error);
  }

  // One question at a time: what is needed is needed for one.
  let turn = Promise.resolve();

  const module = {
    /**
     * The answers to a request, or the list of tables: what the HTTP interface sends; or `needs`, the ranges of bytes
     * of remote tables that are needed first.
     *
     * @param {object | 'tables'} request
     */
    ask(request) {
      // Half a pair of surrogates is no text that JSON could hold.
      const whole = (/** @type {string} */ _, /** @type {any} */ value) =>
        typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
      write(encoded(JSON.stringify(request, whole)));
      return read(ask());
    },

    /**
     * The answers to a request. Bytes of remote tables that it needs are fetched, several parts at the same time.
     *
     * @param {object | 'tables'} request
     * @param {(table: string, start: number, end: number) => Promise<Uint8Array>} fetch
     */
    answer(request, fetch) {
      const answered = turn.then(async () => {
        for (;;) {
          const answer = module.ask(request);
          if (!answer.needs) return answer;
          const bytes = await fetchAll(answer.needs, fetch);
          // In the order of `needs`, in which they can be checked.
          for (const [place, { table, start }] of answer.needs.entries())
            module.supply(table, start, bytes[place]);
        }
      });
      turn = answered.catch(() => {});
      return answered;
    },

    /**
     * Takes a table, of which the module keeps a copy: of less than 2 GiB, and all of them less than 4 GiB.
     *
     * @param {string} name
     * @param {Uint8Array} bytes
     */
    addTable(name, bytes) {
      write(bytes, encoded(name));
      checked(read(addTable(encoded(name).length)));
    },

    /**
     * Takes a table that is elsewhere.
     *
     * @param {string} name
     * @param {number} length of its file in bytes
     */
    addRemoteTable(name, length) {
      write(encoded(name));
      checked(read(addRemoteTable(length)));
    },

    /**
     * Takes bytes of a remote table. Throws if they are not those that were needed.
     *
     * @param {string} table
     * @param {number} start
     * @param {Uint8Array} bytes
     */
    supply(table, start, bytes) {
      write(bytes, encoded(table));
      checked(read(supply(encoded(table).length, start)));
    },
  };
  return module;
}

/**
 * Fetches parts of tables, until one fails.
 *
 * @param {{table: string, start: number, end: number}[]} needs
 * @param {(table: string, start: number, end: number) => Promise<Uint8Array>} fetch
 */
async function fetchAll(needs, fetch) {
  /** @type {Uint8Array[]} */
  const bytes = [];
  const left = needs.entries();
  let isOver = false;
  const fetchSome = async () => {
    for (const [place, { table, start, end }] of left) {
      if (isOver) return;
      bytes[place] = await fetch(table, start, end);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, fetchSome)).finally(() => (isOver = true));
  return bytes;
}
