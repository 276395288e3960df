/**
 * The oracle as a module in a worker, on a site without a server of answers.
 *
 * @import {Answer, LineStep, Options, Oracle, TableInfo} from './oracle.js'
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

/** @implements {Oracle} */
export class ModuleOracle {
  #site;
  #module;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #count = 0;
  #answers = new Remembered();

  /** @param {Site} site */
  constructor(site) {
    this.#site = site;
    this.#module = compile(site.module);
  }

  /** @type {(game: string, position: string, options: Options) => Promise<Answer>} */
  async answer(game, position, { board, replies, ...options }) {
    const request = { game, positions: [position], board, replies, quick: true };
    return this.#answers.of([game, board, position], () => this.#askOne(request, options));
  }

  /** @type {(game: string, positions: string[], options: Options) => Promise<(Answer | null)[]>} */
  async answers(game, positions, { board, replies, ...options }) {
    const { answers } = await this.#ask({ game, positions, board, replies }, options);
    return answers.map((/** @type {any} */ answer) => ('error' in answer ? null : answer));
  }

  /** @type {(game: string, position: string, options: Options) => Promise<LineStep[] | null>} */
  async line(game, position, { board, ...options }) {
    const request = { game, positions: [position], board, line: true };
    return (await this.#askOne(request, options)).line ?? null;
  }

  /** @type {(options: {signal?: AbortSignal}) => Promise<TableInfo[]>} */
  async tables(options) {
    return (await this.#ask('tables', options)).tables;
  }

  /** Asks about one position. @type {(request: object, options: Options) => Promise<any>} */
  async #askOne(request, options) {
    const [answer] = (await this.#ask(request, options)).answers;
    if ('error' in answer) throw failureFrom(answer);
    return answer;
  }

  /** @type {(request: object | string, options: Options) => Promise<any>} */
  async #ask(request, { signal, progress }) {
    const number = (this.#count += 1);
    const answer = await new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      this.#waiting.set(number, { request, progress, resolve, reject, asked: null });
      signal?.addEventListener('abort', () => this.#giveUp(number, signal.reason));
      this.#askAll().catch((error) => {
        this.#waiting.delete(number);
        reject(error);
      });
    });
    if (answer.error?.table) {
      const { noPart, noPartHint } = texts.failures;
      throw new Failure('connection', noPart(answer.error.table), noPartHint);
    }
    if ('error' in answer) throw failureFrom(answer);
    return answer;
  }

  /** Asks a worker all that it has not been asked yet. */
  async #askAll() {
    await this.#begin();
    for (const [number, waiting] of this.#waiting) {
      if (waiting.asked === this.#worker) continue;
      waiting.asked = this.#worker;
      this.#worker?.postMessage({ number, request: waiting.request });
    }
  }

  /** Starts a worker, unless there is one. */
  async #begin() {
    let module;
    try {
      module = await this.#module;
    } catch {
      this.#module = compile(this.#site.module);
      const { noModule, noAnswerHint } = texts.failures;
      throw new Failure('connection', noModule, noAnswerHint);
    }
    if (this.#worker) return;
    const worker = new Worker(new URL(this.#site.worker, document.baseURI), { type: 'module' });
    worker.addEventListener('message', ({ data: { number, answer, part } }) => {
      // Questions are answered in the order in which they are asked.
      if (part !== undefined) return [...this.#waiting.values()][0]?.progress?.(part);
      this.#waiting.get(number)?.resolve(answer);
      this.#waiting.delete(number);
      if (!answer.error) keepOffline();
    });
    worker.addEventListener('error', () => this.#end(texts.failures.noModule));
    worker.postMessage({ module, site: this.#site, base: document.baseURI });
    this.#worker = worker;
  }

  /**
   * Ends the work for a request that nobody waits for any more. Others are asked again.
   *
   * @type {(number: number, reason: unknown) => void}
   */
  #giveUp(number, reason) {
    const given = this.#waiting.get(number);
    if (!given) return;
    this.#waiting.delete(number);
    given.reject(reason);
    if (!given.asked) return;
    this.#worker?.terminate();
    this.#worker = null;
    if (this.#waiting.size) this.#askAll().catch(() => this.#end(texts.failures.noModule));
  }

  /** The worker cannot go on. @param {string} message */
  #end(message) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) {
      reject(new Failure('connection', message, texts.failures.noAnswerHint));
    }
    this.#waiting.clear();
  }
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
