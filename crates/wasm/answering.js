import { load } from './module.js';
import { remoteTables } from './remote.js';

/**
 * What a worker does with its messages. Each calls a method of the oracle, the first one `load`, and is answered by a
 * message with the same number, one after the other. During long work, messages say how much is done, of how much.
 * To give up an answer, end the worker.
 *
 * @typedef {object} Given what `load` takes beside the compiled module
 * @property {[string, Uint8Array][]} [tables] names and bytes
 * @property {import('./remote.js').Listed[]} [elsewhere] tables on a server
 * @property {string} [base] the address that their paths are relative to
 *
 * @param {(message: any) => void} post
 * @param {typeof import('./kept.js').keptOf} [keptOf] what keeps parts of tables on a server
 */
export function answering(post, keptOf) {
  /** @type {Promise<any>} */
  let oracle;
  let turn = Promise.resolve();

  /** @type {(compiled: WebAssembly.Module, given: Given) => Promise<any>} */
  async function begin(compiled, { tables = [], elsewhere = [], base = '' }) {
    const module = await load(compiled, (done, all) => post({ done, all }));
    for (const [name, bytes] of tables) module.addTable(name, bytes);
    const remote = remoteTables(module, base ? keptOf?.(base) : undefined);
    if (base) remote.add(elsewhere, base);
    return { ask: remote.answer, addTable: module.addTable, addTablesAt: remote.addAt };
  }

  /** @type {(method: string, given: any[]) => Promise<any>} */
  async function call(method, given) {
    if (method !== 'load') return (await oracle)[method](...given);
    oracle = begin(.../** @type {[WebAssembly.Module, Given]} */ (given));
    await oracle;
  }

  return (/** @type {any} */ { number, method, given }) => {
    turn = turn.then(async () => {
      const answer = await call(method, given).catch(
        ({ code = 'internal', message, hint = 'load another oracle', table }) => ({
          error: { code, message, hint, table },
        }),
      );
      post({ number, answer: answer ?? {} });
    });
  };
}
