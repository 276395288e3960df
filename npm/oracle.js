import { TABLES, bytesOf } from './files.js';
import { OracleError, load } from './module.js';

export { OracleError };

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
const TABLES_WANTED = [
  (given) =>
    TRUTH[0](given) || (Array.isArray(given) && given.every((name) => TABLES.includes(name))),
  `true, false, or an array of names of tables: ${TABLES.join(', ')}`,
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
  load: { tables: TABLES_WANTED, wasm: BYTES, progress: FUNCTION },
};
const NEEDED = ['game', 'positions', 'name', 'bytes'];

/** What helps where a file of the package is not what it was. */
const REINSTALL = 'install the package again';

/**
 * What is given together, without what is left out. Anything else is refused here: the module would only say at which
 * byte of the request it stopped.
 *
 * @param {'request' | 'table' | 'load'} what
 * @param {any[]} given
 */
function fitting(what, ...given) {
  const kinds = GIVEN[what];
  const needed = NEEDED.filter((name) => name in kinds);
  const refuse = (message) => {
    throw new OracleError({ code: 'input', message });
  };
  if (given.some((each) => each != null && (typeof each !== 'object' || Array.isArray(each))))
    refuse('options are given as an object');
  const found = Object.fromEntries(
    Object.entries(Object.assign({}, ...given)).filter(([, value]) => value != null),
  );
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

/** The request as it is sent to the module: the one with these fields. */
const proper = (...given) => (given[0] === 'tables' ? 'tables' : fitting('request', ...given));

/**
 * The methods of an oracle, in this thread or in a worker.
 *
 * @param {(...given: any[]) => any} ask answers the request with these fields, at once or later
 */
function methods(ask) {
  const made = (make, ...given) => {
    const answer = ask(...given);
    return answer instanceof Promise ? answer.then(make) : make(answer);
  };
  return {
    ask: (request) => ask(request),
    answer: (game, position, options) =>
      made(({ answers: [answer] }) => checked(answer), { quick: options?.plies == null }, options, {
        game,
        positions: [position],
      }),
    answers: (game, positions, options) =>
      made(({ answers }) => answers, options, { game, positions }),
    values: (game, positions, options) =>
      made(
        ({ answers }) => answers.map((answer) => ('error' in answer ? null : answer.value)),
        options,
        { game, positions, moves: false },
      ),
    tables: () => made(({ tables }) => tables, 'tables'),
  };
}

/**
 * Compiles the module, reads the tables of the package, and starts an oracle with them.
 *
 * @param {(url: URL) => Promise<Uint8Array>} read
 * @param {{tables?: boolean | string[], wasm?: Uint8Array}} options
 * @param {(compiled: WebAssembly.Module, tables: [string, Uint8Array][]) => Promise<any>} start
 */
async function started(read, { tables = true, wasm }, start) {
  const bytes = wasm ?? (await bytesOf('oracle.wasm', read));
  // Whatever way a policy forbids it.
  const compile = async () => WebAssembly.compile(bytes);
  const compiled = await compile().catch(({ message }) => {
    throw new OracleError({
      code: 'damaged',
      message: `oracle.wasm is no module that can run here: ${message}`,
      hint: `${wasm ? 'pass the bytes of oracle.wasm' : REINSTALL}; a content security policy has to allow 'wasm-unsafe-eval'`,
    });
  });
  const names = tables === true ? TABLES : tables || [];
  const files = names.map(async (name) => [name, await bytesOf(`tables/${name}.table`, read)]);
  const held = await Promise.all(files);
  return start(compiled, held).catch(({ code = 'damaged', message }) => {
    throw new OracleError({ code, message, hint: REINSTALL });
  });
}

/**
 * An oracle in this thread.
 *
 * @param {(url: URL) => Promise<Uint8Array>} read reads a file of the package
 * @param {{tables?: boolean | string[], wasm?: Uint8Array, progress?: (done: number, all: number) => void}} [options]
 */
export async function loadFrom(read, options) {
  const { progress, ...rest } = fitting('load', options);
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
  const module = await started(read, rest, async (compiled, tables) => {
    const loaded = await load(compiled, told);
    for (const [name, bytes] of tables) loaded.addTable(name, bytes);
    return loaded;
  });
  return {
    ...methods((...given) => {
      const asked = proper(...given);
      return checked(attempt(() => module.ask(asked)));
    }),
    addTable(name, bytes) {
      fitting('table', { name, bytes });
      attempt(() => module.addTable(name, bytes));
    },
  };
}

/**
 * An oracle in a worker, which answers one question after the other.
 *
 * @param {(url: URL) => Promise<Uint8Array>} read reads a file of the package
 * @param {{postMessage: (message: any) => void, terminate: () => void}} worker
 * @param {{tables?: boolean | string[], wasm?: Uint8Array, progress?: (done: number, all: number) => void} | undefined} options
 * @param {(heard: (message: any) => void, failed: (error: OracleError) => void) => void} listen to the worker
 */
export async function loadInWorkerFrom(read, worker, options, listen) {
  const waiting = new Map();
  let [count, ended, progress] = [0, null, null];
  const fail = (error) => {
    ended ??= error;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const end = () => fail(new OracleError({ code: 'interrupted', message: 'the worker was ended' }));
  listen(({ number, answer, done, all }) => {
    if (done !== undefined) return progress?.(done, all);
    waiting.get(number)?.resolve(answer);
    waiting.delete(number);
  }, fail);
  const call = (method, ...given) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.set((count += 1), { resolve, reject });
      worker.postMessage({ number: count, method, given });
    }).then(checked);
  try {
    const { progress: told, ...rest } = fitting('load', options);
    progress = told;
    await started(read, rest, (compiled, tables) => call('load', compiled, { tables }));
  } catch (error) {
    end();
    throw error;
  }
  return {
    ...methods(async (...given) => call('ask', proper(...given))),
    async addTable(name, bytes) {
      fitting('table', { name, bytes });
      await call('addTable', name, bytes);
    },
    async addTablesAt(address) {
      return (await call('addTablesAt', folderAt(address))).tables;
    },
    end,
  };
}

/** The address of a folder. In a page it may be relative. @param {string | URL} address */
function folderAt(address) {
  try {
    const url = new URL(address, globalThis.document?.baseURI);
    if (!url.pathname.endsWith('/')) url.pathname += '/';
    if (/^https?:$/.test(url.protocol)) return url.href;
  } catch {
    // It is none.
  }
  throw new OracleError({
    code: 'input',
    message: `\`${address}\` is no address of a folder, such as \`https://host/tables/\``,
  });
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
