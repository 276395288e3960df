// In a project that has the package installed: `node use.mjs`. The oracle with the tables of the package, and what it refuses.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { OracleError, load, loadInWorker } from 'perfectplay';

const oracle = await load();
const inWorker = await loadInWorker();
assert.equal(oracle.answer('chomp', '3,3,1').table, 'chomp-10x10');
assert.equal((await inWorker.tables()).length, oracle.tables().length);
assert.equal(oracle.tables().length, 5);
assert.equal((await load({ tables: false })).answer('chomp', '3,3,1').table, null);

const wrong = (error) =>
  error instanceof OracleError && error.code === 'position' && error.hint !== null;
/** Asks both, each of which must refuse. */
const refused = async (ask, expected) => {
  for (const each of [oracle, inWorker]) await assert.rejects(async () => ask(each), expected);
};
await refused((it) => it.answer('chomp', '1,2'), wrong);
const games = /there is no game called `chess`: games are number, .*chomp/;
await refused((it) => it.answer('chess', '1'), { code: 'usage', message: games });
const noText = { code: 'input', message: /a position is a text/ };
await refused((it) => it.answer('chomp', [2, 1]), noText);
await refused((it) => it.answers('chomp', '2,1'), noText);
await refused((it) => it.addTable('stake-4', new Uint8Array(9)), { code: 'damaged' });
const values = oracle.values('chomp', ['\ud800', '2,1\udc00', '0']);
assert.deepEqual(values, [null, null, { outcome: 'win' }]);
for (const [game, options, message] of [
  [undefined, {}, /`game` is not a text/],
  ['chomp', { limit: NaN }, /`limit` is not a whole number/],
  ['chomp', { memory: 5n }, /`memory` is not a whole number/],
  ['chomp', { line: 1 }, /`line` is not true or false/],
  ['chomp', { replys: true }, /no option `replys`: options are board, .*replies/],
])
  await refused((it) => it.answer(game, '2,1', options), { code: 'input', message });
await assert.rejects(inWorker.ask({ load: {} }), { code: 'input' });
for (const wrong of [5, 'none', [], { progress: 5 }, { tables: 'none' }, { tables: ['tower-6'] }])
  for (const start of [load, loadInWorker]) await assert.rejects(start(wrong), { code: 'input' });
for (const options of [5, 'line', []])
  await refused((it) => it.answer('chomp', '2,1', options), { code: 'input', message: /object/ });
const [some] = await Promise.all([
  load({ tables: ['number-20'] }),
  assert.rejects(inWorker.ask(5)),
]);
assert.deepEqual(
  some.tables().map(({ table }) => table),
  ['number-20'],
);
const large = { limit: 1e15, memory: 1e15 };
assert.throws(() => oracle.answer('tower', Array(12).fill('RGB').join('/'), large), {
  code: 'refused',
});
assert.throws(() => oracle.answer('tower', 'RGB/RGB/RGB/RGB/RGB/RGB/RGB', { limit: 10 }), {
  code: 'beyond',
  hint: /perfectplay build tower-7/,
});

// A worker without its files has ended when that is told: this program, too, would not end otherwise.
cpSync('node_modules/perfectplay', 'without-module', { recursive: true });
rmSync('without-module/oracle.wasm');
const lacking = await import(`file://${process.cwd()}/without-module/node.js`);
for (const start of [lacking.load, lacking.loadInWorker])
  await assert.rejects(start(), { code: 'missing', hint: /README/ });

// So is one whose files are cut; bytes of the module can be passed instead.
const wasm = readFileSync('node_modules/perfectplay/oracle.wasm');
for (const start of [lacking.load, lacking.loadInWorker]) {
  const passed = await start({ wasm, tables: false });
  assert.equal((await passed.answer('chomp', '2,1')).value.outcome, 'loss');
  passed.end?.();
  await assert.rejects(start({ wasm: wasm.subarray(0, 5000) }), {
    code: 'damaged',
    hint: /policy/,
  });
  await assert.rejects(start({ wasm: 'oracle.wasm' }), { code: 'input' });
  // As under a policy without 'wasm-unsafe-eval', in engines that throw at once.
  const { compile } = WebAssembly;
  WebAssembly.compile = () => {
    throw new WebAssembly.CompileError('blocked');
  };
  await assert.rejects(start({ wasm }), { code: 'damaged', message: /blocked/, hint: /policy/ });
  WebAssembly.compile = compile;
}
for (const [file, length] of Object.entries({
  'tables/number-20.table': 9000,
  'oracle.wasm': 5000,
})) {
  cpSync('node_modules/perfectplay', 'cut', { recursive: true });
  writeFileSync(`cut/${file}`, readFileSync(`cut/${file}`).subarray(0, length));
  const cut = await import(`file://${process.cwd()}/cut/node.js`);
  for (const start of [cut.load, cut.loadInWorker]) {
    const thrown = await start().catch((error) => error);
    assert.ok(thrown instanceof cut.OracleError && thrown.code === 'damaged', String(thrown));
    assert.match(thrown.hint, /install the package again/);
  }
}

// Tables that are refused, and those that are there already, take no memory that stays.
const bytes = readFileSync('node_modules/perfectplay/tables/number-40.table');
for (const given of [
  bytes.buffer,
  [...bytes.subarray(0, 9)],
  'number-40',
  { length: 1e9 },
  undefined,
])
  await refused((it) => it.addTable('number-40', given), {
    code: 'input',
    message: /`bytes` is not a Uint8Array/,
  });
assert.throws(() => oracle.addTable('number-30', bytes), { code: 'damaged' });
const external = () => process.memoryUsage().external;
const before = external();
for (let time = 0; time < 200; time += 1) {
  assert.throws(() => oracle.addTable('number-40', bytes.subarray(1)), { code: 'damaged' });
  oracle.addTable('number-40', bytes);
}
assert.ok(external() - before < 40 * bytes.length);
assert.equal(oracle.answer('number', 'after:5,8').table, 'number-40');

// What a user's function throws does not come out of the middle of an answer.
const thrown = [];
process.on('uncaughtException', (error) => thrown.push(error.message));
const throwing = await load({
  progress() {
    throw new Error('mine');
  },
});
const seven = 'RGB/RGB/RGB/RGB/RGB/RGB/RGB';
assert.equal(throwing.answer('tower', seven).rolls.length, 4);
assert.equal(throwing.answer('chomp', '2,1').value.outcome, 'loss');
await new Promise((resolve) => setImmediate(resolve));
process.removeAllListeners('uncaughtException');
assert.ok(thrown.length > 20 && thrown.every((message) => message === 'mine'));

const told = [];
const busy = await loadInWorker({ tables: false, progress: (done, all) => told.push(done / all) });
const long = busy.answer('tower', seven);
const second = busy.answer('chomp', '2,1');
assert.equal((await long).rolls.length, 4);
assert.equal((await second).value.outcome, 'loss');
assert.ok(
  told.length > 20 && told.every((part, index) => part <= 1 && part > (told[index - 1] ?? 0)),
);
const given = busy.answer('number', 'after:16');
busy.end();
await assert.rejects(given, { code: 'interrupted' });
await assert.rejects(busy.answer('chomp', '2,1'), { code: 'interrupted' });
inWorker.end();
