// In a project that has the package installed: `node use.mjs PROGRAM`. The answers are those of the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { OracleError, load, loadInWorker } from 'perfectplay';

const [program] = process.argv.slice(2);
const QUESTIONS = [
  ['number', '2 3 4 5 6'],
  ['tower', 'GGR/GRB/RRB'],
  ['stake', '01.1/00../.01./...1'],
  ['tokens', 'P..#/.#../...P'],
  ['chomp', '10,10,10,10,10,10,10,10,10,10'],
];

const oracle = await load();
const inWorker = await loadInWorker();
for (const [game, position] of QUESTIONS) {
  const options = ['--json', '--tables', 'node_modules/perfectplay/tables'];
  const expected = JSON.parse(execFileSync(program, ['probe', game, position, ...options]));
  const found = oracle.answer(game, position);
  assert.deepEqual(found, expected);
  assert.deepEqual(await inWorker.answer(game, position), found);
  assert.deepEqual(oracle.values(game, [position, 'none of these!']), [expected.value, null]);
}
assert.equal(oracle.answer('chomp', '3,3,1').table, 'chomp-10x10');
assert.equal((await inWorker.tables()).length, oracle.tables().length);
assert.equal(oracle.tables().length, 5);
assert.equal((await load({ tables: false })).answer('chomp', '3,3,1').table, null);

const wrong = (error) =>
  error instanceof OracleError && error.code === 'position' && error.hint !== null;
assert.throws(() => oracle.answer('chomp', '1,2'), wrong);
await assert.rejects(inWorker.answer('chomp', '1,2'), wrong);
assert.throws(() => oracle.answer('chess', '1'), { code: 'usage' });
const noText = { code: 'input', message: /a position is a text/ };
assert.throws(() => oracle.answer('chomp', [2, 1]), noText);
assert.throws(() => oracle.answers('chomp', '2,1'), noText);
await assert.rejects(inWorker.answer('chomp', 21), noText);
assert.throws(() => oracle.addTable('stake-4', new Uint8Array(9)), { code: 'damaged' });
await assert.rejects(inWorker.addTable('stake-4', new Uint8Array(9)), { code: 'damaged' });
assert.equal('error' in oracle.answers('chomp', ['1,2', '2,1'])[0], true);

const told = [];
const busy = await loadInWorker({ tables: false, progress: (done, all) => told.push(done / all) });
const long = busy.answer('tower', 'RGB/RGB/RGB/RGB/RGB/RGB/RGB');
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
