import { TABLES } from './files.js';
import { load } from './module.js';

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

const TEXT = [(given) => typeof given === 'string', 'a text'];
const TRUTH = [(given) => typeof given === 'boolean', 'true or false'];
const COUNT = [(given) => Number.isSafeInteger(given) && given >= 0, 'a whole number from 0 on'];
const TEXTS = [
  (given) => Array.isArray(given) && Array.from(given).every(TEXT[0]),
  'an array of texts; a position is a text, such as `4,4,1`',
];
const BYTES = [
  // Those of another realm, too.
  (given) => Object.prototype.toString.call(given) === '[object Uint8Array]',
  'a Uint8Array',
];
const FUNCTION = [(given) => typeof given === 'function', 'a function'];

/** What may be given, and of which kind it is. */
const GIVEN = {
  request: {
    game: TEXT,
    positions: TEXTS,
    board: TEXT,
    moves: TRUTH,
    replies: TRUTH,
    line: TRUTH,
    plies: TRUTH,
    quick: TRUTH,
    limit: COUNT,
    memory: COUNT,
  },
  table: { name: TEXT, bytes: BYTES },
  load: { tables: TRUTH, wasm: BYTES, progress: FUNCTION },
};
const NEEDED = ['game', 'positions', 'name', 'bytes'];

/** What helps where a file of the package is not what it was. */
const REINSTALL = 'install the package again';

/**
 * What is given, without what is left out. Anything else is refused here: the module would only say at which byte of the
 * request it stopped.
 *
 * @param {'request' | 'table' | 'load'} what
 * @param {any} given
 */
function fitting(what, given) {
  const kinds = GIVEN[what];
  const needed = NEEDED.filter((name) => name in kinds);
  const found = Object.fromEntries(
    Object.entries(given ?? {}).filter(([, value]) => value != null),
  );
  const refuse = (message) => {
    throw new OracleError({ code: 'input', message });
  };
  for (const name of new Set([...needed, ...Object.keys(found)])) {
    if (!Object.hasOwn(kinds, name)) {
      const options = Object.keys(kinds).filter((option) => !needed.includes(option));
      refuse(`there is no option \`${name}\`: options are ${options.join(', ')}`);
    }
    const [fits, words] = kinds[name];
    if (!fits(found[name])) refuse(`\`${name}\` is not ${words}`);
  }
  return found;
}

/** The request as it is sent to the module. */
const proper = (request) => (request === 'tables' ? request : fitting('request', request));

/** @param {URL | string} url of a file of the package @param {unknown} why */
export const missing = (url, why) =>
  new OracleError({
    code: 'missing',
    message: `${url} is not there: ${why}`,
    hint: 'the files of the package belong beside its code, or `load` is given their bytes: its README says what bundlers need',
  });

/** What the methods of an oracle ask, and what they make of an answer. */
const METHODS = {
  ask: [(request) => request, (answer) => answer],
  answer: [
    (game, position, options) => ({
      quick: options?.plies == null,
      ...options,
      game,
      positions: [position],
    }),
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
  const entries = Object.entries(METHODS).map(([name, [request, make]]) => [
    name,
    (...given) => {
      const answer = ask(request(...given));
      return answer instanceof Promise ? answer.then(make) : make(answer);
    },
  ]);
  return Object.fromEntries(entries);
}

/**
 * Loads the module and its tables.
 *
 * @param {(file: string) => Promise<Uint8Array>} read reads a file of the package
 * @param {{tables?: boolean, wasm?: Uint8Array, progress?: (done: number, all: number) => void}} [options]
 */
export async function loadFrom(read, options) {
  const { tables = true, wasm, progress } = fitting('load', options);
  const told = (done, all) => {
    try {
      progress?.(done, all);
    } catch (error) {
      // Thrown through the module, it would leave that in the middle of an answer.
      queueMicrotask(() => {
        throw error;
      });
    }
  };
  const bytes = wasm ?? (await read('oracle.wasm'));
  const module = await WebAssembly.compile(bytes)
    .then((compiled) => load(compiled, told))
    .catch(({ message }) => {
      throw new OracleError({
        code: 'damaged',
        message: `oracle.wasm is no module that can run here: ${message}`,
        hint: `${wasm ? 'pass the bytes of oracle.wasm' : REINSTALL}; a content security policy has to allow 'wasm-unsafe-eval'`,
      });
    });
  const names = tables ? TABLES : [];
  const files = await Promise.all(names.map((name) => read(`tables/${name}.table`)));
  for (const [index, name] of names.entries()) {
    try {
      attempt(() => module.addTable(name, files[index]));
    } catch ({ code, message }) {
      throw new OracleError({ code, message, hint: REINSTALL });
    }
  }
  return {
    ...methods((request) => {
      const asked = proper(request);
      return checked(attempt(() => module.ask(asked)));
    }),
    addTable(name, bytes) {
      fitting('table', { name, bytes });
      attempt(() => module.addTable(name, bytes));
    },
  };
}

/**
 * The same in a worker, which answers one question after the other.
 *
 * @param {{post: (message: any) => void, listen: (heard: (message: any) => void, failed: (error: OracleError) => void) => void,
 *     end: () => void}} worker
 * @param {{tables?: boolean, wasm?: Uint8Array, progress?: (done: number, all: number) => void}} [options]
 */
export async function loadInWorkerFrom(worker, options) {
  const waiting = new Map();
  let [count, ended, progress] = [0, null, null];
  const fail = (error) => {
    ended ??= error;
    worker.end();
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const end = () => fail(new OracleError({ code: 'interrupted', message: 'the worker was ended' }));
  worker.listen(({ number, answer, done, all }) => {
    if (done !== undefined) return progress?.(done, all);
    waiting.get(number)?.resolve(answer);
    waiting.delete(number);
  }, fail);
  const call = (method, ...given) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.set((count += 1), { resolve, reject });
      worker.post({ number: count, method, given });
    }).then(checked);
  try {
    const { progress: told, ...rest } = fitting('load', options);
    progress = told;
    await call('load', rest);
  } catch (error) {
    end();
    throw error;
  }
  return {
    ...methods(async (request) => call('ask', proper(request))),
    async addTable(name, bytes) {
      fitting('table', { name, bytes });
      await call('addTable', name, bytes);
    },
    end,
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
  const call = async (method, given) => {
    if (method !== 'load') return oracle[method](...given);
    const progress = (done, all) => post({ done, all });
    oracle = await loadFrom(read, { ...given[0], progress });
  };
  return async ({ number, method, given }) => {
    try {
      post({ number, answer: (await call(method, given)) ?? {} });
    } catch ({ code = 'internal', message, hint = null }) {
      post({ number, answer: { error: { code, message, hint } } });
    }
  };
}

/** Runs the module, all of whose errors are an `OracleError`. After one that has no code it may not answer any more. */
function attempt(run) {
  try {
    return run();
  } catch ({ code = 'internal', message, hint = 'load another oracle' }) {
    throw new OracleError({ code, message, hint });
  }
}

/** Throws the error of an answer. */
function checked(answer) {
  if ('error' in answer) throw new OracleError(answer.error);
  return answer;
}
