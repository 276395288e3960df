/**
 * The oracle as a module in a worker, on a site without a server of answers.
 *
 * @import {Options, Oracle} from './oracle.js'
 * @import {Site} from '../ui/program.js'
 */
import { texts } from '../texts/en.js';
import { keepOffline } from './offline.js';
import { Failure, failureFrom } from './oracle.js';
import { Remembered } from './remembered.js';

/**
 * @typedef {object} Waiting a request that is not answered yet
 * @property {object | string} request
 * @property {((part: number) => void) | undefined} progress
 * @property {(answer: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {Worker | null} asked the worker that has been asked, which may have ended since
 */

/** @type {(site: Site) => Oracle} */
export function moduleOracle(site) {
  let loading = compile(site.module);
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  let count = 0;
  const remembered = new Remembered();

  /** Asks about one position. @type {(request: object, options: Options) => Promise<any>} */
  async function askOne(request, options) {
    const [answer] = (await ask(request, options)).answers;
    if ('error' in answer) throw failureFrom(answer);
    return answer;
  }

  /** @type {(request: object | string, options: Options) => Promise<any>} */
  async function ask(request, { signal, progress }) {
    const number = (count += 1);
    const answer = await new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      waiting.set(number, { request, progress, resolve, reject, asked: null });
      signal?.addEventListener('abort', () => giveUp(number, signal.reason));
      askAll().catch((error) => {
        waiting.delete(number);
        reject(error);
      });
    });
    const { code, table } = answer.error ?? {};
    if (table && ['connection', 'missing'].includes(code)) {
      const { noPart, noPartHint } = texts.failures;
      throw new Failure('connection', noPart(table), noPartHint);
    }
    if ('error' in answer) throw failureFrom(answer);
    return answer;
  }

  /** Asks a worker all that it has not been asked yet. */
  async function askAll() {
    await begin();
    for (const [number, each] of waiting) {
      if (each.asked === worker) continue;
      each.asked = worker;
      worker?.postMessage({ number, method: 'ask', given: [each.request] });
    }
  }

  /** Starts a worker, unless there is one. */
  async function begin() {
    let module;
    try {
      module = await loading;
    } catch {
      loading = compile(site.module);
      const { noModule, noAnswerHint } = texts.failures;
      throw new Failure('connection', noModule, noAnswerHint);
    }
    if (worker) return;
    worker = new Worker(new URL(site.worker, document.baseURI), { type: 'module' });
    worker.addEventListener('message', ({ data: { number, answer, done, all } }) => {
      // Questions are answered in the order in which they are asked.
      if (done !== undefined) return [...waiting.values()][0]?.progress?.(done / all);
      waiting.get(number)?.resolve(answer);
      if (waiting.delete(number) && !answer.error) keepOffline();
    });
    worker.addEventListener('error', () => end(texts.failures.noModule));
    const given = [module, { elsewhere: site.tables, base: document.baseURI }];
    worker.postMessage({ number: 0, method: 'load', given });
  }

  /**
   * Ends the work for a request that nobody waits for any more. Others are asked again.
   *
   * @type {(number: number, reason: unknown) => void}
   */
  function giveUp(number, reason) {
    const given = waiting.get(number);
    if (!given) return;
    waiting.delete(number);
    given.reject(reason);
    if (!given.asked) return;
    worker?.terminate();
    worker = null;
    if (waiting.size) askAll().catch(() => end(texts.failures.noModule));
  }

  /** The worker cannot go on. @param {string} message */
  function end(message) {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) {
      reject(new Failure('connection', message, texts.failures.noAnswerHint));
    }
    waiting.clear();
  }

  return {
    answer(game, position, { board, replies, ...options }) {
      const request = { game, positions: [position], board, replies, quick: true };
      return remembered.of([game, board, position], () => askOne(request, options));
    },

    async answers(game, positions, { board, replies, ...options }) {
      const { answers } = await ask({ game, positions, board, replies }, options);
      return answers.map((/** @type {any} */ answer) => ('error' in answer ? null : answer));
    },

    async line(game, position, { board, ...options }) {
      const request = { game, positions: [position], board, line: true };
      return (await askOne(request, options)).line ?? null;
    },

    tables: async (options) => (await ask('tables', options)).tables,
  };
}

/**
 * Compiles a module while it arrives, or else, if the server does not say that it is one, when it has arrived.
 *
 * @param {string} address
 */
function compile(address) {
  const compiled = fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`status ${response.status}`);
    const isTyped = response.headers.get('content-type') === 'application/wasm';
    return isTyped
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  });
  // Whoever asks is told.
  compiled.catch(() => {});
  return compiled;
}
