/**
 * The module in JavaScript: requests and answers as objects, tables as bytes. See `src/lib.rs`.
 *
 * @typedef {object} Request
 * @property {string} game
 * @property {string[]} positions
 * @property {string} [board] of contours: the contest's text, or the fingerprint of a table
 * @property {boolean} [moves] false for the value alone
 * @property {boolean} [replies] whether the best replies to each move are wanted
 * @property {boolean} [line] whether best play to the end is wanted
 * @property {boolean} [plies] whether plies are solved for where a table has none, if that is quick
 * @property {number} [limit] the most states that are solved for a position
 * @property {number} [memory] the most bytes that this may take
 */

/**
 * @param {WebAssembly.Module} compiled
 * @param {(done: number, all: number) => void} [progress] is told how many states are solved, of how many
 */
export async function load(compiled, progress = () => {}) {
  const instance = await WebAssembly.instantiate(compiled, { env: { progress } });
  const { memory, alloc, ask, add_table, out, free } = /** @type {any} */ (instance.exports);

  /** @param {Uint8Array[]} parts */
  function write(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let at = alloc(length);
    if (length > 0 && at === 0) throw new RangeError(`no memory for ${length} bytes`);
    for (const part of parts) {
      // Growing memory leaves older views without it.
      new Uint8Array(memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  /** @param {number} length */
  function read(length) {
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, out(), length)));
    free();
    return answer;
  }

  return {
    /**
     * The answers to a request, or the list of tables: what the HTTP interface sends.
     *
     * @param {Request | 'tables'} request
     */
    ask(request) {
      write(new TextEncoder().encode(JSON.stringify(request)));
      return read(ask());
    },

    /**
     * Takes a table, of which the module keeps a copy.
     *
     * @param {string} name
     * @param {Uint8Array} bytes
     */
    addTable(name, bytes) {
      const encoded = new TextEncoder().encode(name);
      write(encoded, bytes);
      return read(add_table(encoded.length));
    },
  };
}
