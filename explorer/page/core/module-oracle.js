/**
 * The oracle as a module in a worker, on a site without a server of answers.
 *
 * @import {Options, Oracle} from './oracle.js'
 * @import {Site} from '../ui/program.js'
 */
import { texts } from '../texts/en.js';
import { keepOffline } from './offline.js';
import { Failure, failureFrom, oracleOf } from './oracle.js';

/** The number of the worker's answer to a question; that to its first message has another one. */
const ANSWER = 1;

const noModule = () =>
  new Failure('connection', texts.failures.noModule, texts.failures.noAnswerHint);

/**
 * The oracle of the six, and that of the catalogue, which has a module and tables of its own.
 *
 * @type {(site: Site, isSix: (game: string) => boolean) => Oracle}
 */
export function siteOracle({ catalogue, ...site }, isSix) {
  const six = moduleOracle(site);
  const other = catalogue ? moduleOracle({ ...site, ...catalogue }) : six;
  const of = (/** @type {string} */ game) => (isSix(game) ? six : other);
  return {
    answer: (game, ...asked) => of(game).answer(game, ...asked),
    answers: (game, ...asked) => of(game).answers(game, ...asked),
    line: (game, ...asked) => of(game).line(game, ...asked),
    tables: (options) => six.tables(options),
  };
}

/** @type {(site: Site) => Oracle} */
function moduleOracle(site) {
  /** @type {Promise<WebAssembly.Module> | null} */
  let loading = null;
  /** @type {Worker | null} */
  let worker = null;
  /** The worker gets one question at a time, so that ending it gives up no other. @type {Promise<unknown>} */
  let turn = Promise.resolve();

  /** @type {(request: object | string, options: Options) => Promise<any>} */
  async function ask(request, { signal, progress }) {
    signal?.throwIfAborted();
    const asked = await begin();
    signal?.throwIfAborted();
    const answer = await new Promise((resolve, reject) => {
      const end = (/** @type {unknown} */ reason) => {
        if (worker === asked) worker = null;
        asked.terminate();
        reject(reason);
      };
      const giveUp = () => end(signal?.reason);
      signal?.addEventListener('abort', giveUp);
      asked.onerror = () => end(noModule());
      asked.onmessage = ({ data: { number, answer: found, done, all } }) => {
        if (done !== undefined) progress?.(done / all);
        if (number !== ANSWER) return;
        signal?.removeEventListener('abort', giveUp);
        resolve(found);
      };
      asked.postMessage({ number: ANSWER, method: 'ask', given: [request] });
    });
    const { code, table } = answer.error ?? {};
    if (table && ['connection', 'missing'].includes(code)) {
      const { noPart, noPartHint } = texts.failures;
      throw new Failure('connection', noPart(table), noPartHint);
    }
    if ('error' in answer) throw failureFrom(answer);
    keepOffline();
    return answer;
  }

  /** The worker, which is started unless there is one. */
  async function begin() {
    // The page of all games asks nothing, and needs no module.
    loading ??= compile(site.module);
    const module = await loading.catch(() => {
      loading = null;
      throw noModule();
    });
    if (worker) return worker;
    const { tables } = site;
    const elsewhere = typeof tables === 'string' ? await listed(tables) : tables;
    if (worker) return worker;
    worker = new Worker(new URL(site.worker, document.baseURI), { type: 'module' });
    const given = [module, { elsewhere, base: document.baseURI }];
    worker.postMessage({ number: 0, method: 'load', given });
    return worker;
  }

  return oracleOf((request, options) => {
    const answered = turn.then(() => ask(request, options));
    turn = answered.catch(() => {});
    return answered;
  });
}

/** The tables that a file lists. @type {(address: string) => Promise<object[]>} */
async function listed(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw noModule();
  return answer.json();
}

/** Compiles a module while it arrives, or afterwards if the server does not say that it is one. @param {string} address */
function compile(address) {
  const compiled = WebAssembly.compileStreaming(fetch(address)).catch(async () =>
    WebAssembly.compile(await (await fetch(address)).arrayBuffer()),
  );
  // Whoever asks is told.
  compiled.catch(() => {});
  return compiled;
}
