import { load } from './module.js';

/** The tables inside the package. */
export const TABLES = ['chomp-10x10', 'contour-daa36c61', 'number-20', 'number-40', 'tokens-4x4'];

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

/** What the methods of an oracle ask, and what they make of an answer. */
const METHODS = {
  ask: [(request) => request, (answer) => answer],
  answer: [
    (game, position, options) => ({ plies: true, ...options, game, positions: [position] }),
    ({ answers: [answer] }) => checked(answer),
  ],
  answers: [
    (game, positions, options) => ({ ...options, game, positions }),
    ({ answers }) => answers,
  ],
  values: [
    (game, positions, options) => ({ ...options, game, positions, moves: false }),
    ({ answers }) => answers.map((answer) => ('error' in answer ? null : answer.value)),
  ],
  tables: [() => 'tables', ({ tables }) => tables],
};

/**
 * An oracle in this thread, or in a worker.
 *
 * @param {(request: any) => any} ask answers a request, at once or later
 */
function methods(ask) {
  const later = (answer, make) =>
    answer instanceof Promise
      ? answer.then((found) => make(checked(found)))
      : make(checked(answer));
  const entries = Object.entries(METHODS).map(([name, [request, make]]) => [
    name,
    (...given) => later(ask(request(...given)), make),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Loads the module and its tables.
 *
 * @param {(file: string) => Promise<Uint8Array>} read reads a file of the package
 * @param {{tables?: boolean, progress?: (done: number, all: number) => void}} [options]
 */
export async function loadFrom(read, { tables = true, progress } = {}) {
  const module = await load(await WebAssembly.compile(await read('oracle.wasm')), progress);
  const names = tables ? TABLES : [];
  const files = await Promise.all(names.map((name) => read(`tables/${name}.table`)));
  for (const [index, name] of names.entries()) module.addTable(name, files[index]);
  return {
    ...methods((request) => module.ask(ofTexts(request))),
    addTable(name, bytes) {
      checked(attempt(() => module.addTable(name, bytes)) ?? {});
    },
  };
}

/**
 * The same in a worker, which answers one question after the other.
 *
 * @param {{post: (message: any) => void, listen: (heard: (message: any) => void, failed: (error: any) => void) => void,
 *     end: () => void}} worker
 * @param {{tables?: boolean, progress?: (done: number, all: number) => void}} [options]
 */
export async function loadInWorkerFrom(worker, { tables = true, progress } = {}) {
  const waiting = new Map();
  let [count, ended] = [0, null];
  const end = (error) => {
    ended ??= new OracleError({
      code: 'interrupted',
      message: error?.message ?? 'the worker was ended',
    });
    worker.end();
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.listen(({ number, answer, done, all }) => {
    if (done !== undefined) return progress?.(done, all);
    waiting.get(number)?.resolve(answer);
    waiting.delete(number);
  }, end);
  const ask = (request) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      ofTexts(request);
      waiting.set((count += 1), { resolve, reject });
      worker.post({ number: count, request });
    });
  checked(await ask({ load: { tables } }));
  return {
    ...methods(ask),
    addTable: (name, bytes) =>
      ask({ addTable: { name, bytes } }).then((answer) => void checked(answer)),
    end: () => end(),
  };
}

/**
 * What a worker does: it answers messages.
 *
 * @param {(file: string) => Promise<Uint8Array>} read
 * @param {(message: any) => void} post
 */
export function answering(read, post) {
  let oracle;
  const answer = async (request) => {
    if (request.load) {
      const progress = (done, all) => post({ done, all });
      oracle = await loadFrom(read, { ...request.load, progress });
      return {};
    }
    if (request.addTable) {
      oracle.addTable(request.addTable.name, request.addTable.bytes);
      return {};
    }
    return request === 'tables' ? { tables: oracle.tables() } : oracle.ask(request);
  };
  return async ({ number, request }) => {
    try {
      post({ number, answer: await answer(request) });
    } catch ({ code = 'internal', message, hint = null }) {
      post({ number, answer: { error: { code, message, hint } } });
    }
  };
}

/** Refuses positions that are not texts: the module would only say at which byte of the request it stopped. */
function ofTexts(request) {
  const { positions = [] } = request;
  if (Array.isArray(positions) && positions.every((position) => typeof position === 'string'))
    return request;
  const message = 'a position is a text, such as `4,4,1`, and several are an array of texts';
  throw new OracleError({ code: 'input', message });
}

/** Gives what a function throws as an answer. */
function attempt(run) {
  try {
    return run();
  } catch (error) {
    if (error.code === undefined) throw error;
    return { error };
  }
}

/** Throws the error of an answer. */
function checked(answer) {
  if ('error' in answer) throw new OracleError(answer.error);
  return answer;
}
