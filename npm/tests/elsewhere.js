// In a project that has the package installed: `node elsewhere.mjs PROGRAM README`. Tables at an address: the example of
// the README, which parts are fetched, and what is thrown where a server does not send them.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { loadInWorker } from 'perfectplay';
import { asIs, fileServer, KINDS, rangeOf } from './file-server.mjs';

const [program, readme] = process.argv.slice(2);
const run = (...given) => execFileSync(program, [...given, '--tables', 'tables']);
run('build', 'stake-4', 'chomp-10x10');
writeFileSync('tables/tables.json', run('list', '--json'));
const question = ['stake', '01../..../..../....'];
const expected = JSON.parse(run('probe', ...question, '--json'));

let change = KINDS.ranges;
const sizes = [];
const { address, asked, end } = await fileServer('tables', (...given) => {
  const sent = change(...given);
  sizes.push(sent.body.length);
  return sent;
});

// The lines of the README print what stands there.
const [, text] = readFileSync(readme, 'utf8').split('## Tables at an address');
const [, example, printed] = /```js\n([^]*?)```\n+```text\n([^]*?)```/.exec(text);
writeFileSync('at-address.mjs', example.replace(/https:[^']*/, address));
const { stdout } = await promisify(execFile)(process.execPath, ['at-address.mjs']);
assert.equal(stdout, printed);

const oracle = await loadInWorker({ tables: false });
assert.deepEqual(await oracle.addTablesAt(new URL(address)), ['chomp-10x10', 'stake-4']);
[asked.length, sizes.length] = [0, 0];
assert.deepEqual(await oracle.answer(...question), expected);
const count = asked.length;
assert.ok(count > 2 && asked.every((path) => path === 'stake-4.table'));
const bytes = sizes.reduce((sum, size) => sum + size);
assert.ok(bytes < readFileSync('tables/stake-4.table').length / 3, `${bytes}`);
assert.deepEqual(await oracle.answer(...question), expected);
assert.equal(asked.length, count, 'nothing is fetched twice');
assert.equal((await oracle.tables()).length, 2);
for (const wrong of ['tables', 'file:///tables/', 'https://', undefined])
  await assert.rejects(oracle.addTablesAt(wrong), { code: 'input' });
oracle.end();

/** What a server sends instead of the ranges after the first one, and the error's code and message. */
const ends = { 'content-length': 1e6, connection: 'close' };
for (const [spoil, code, message] of [
  [() => ({ status: 404, body: '' }), 'missing', /stake-4.table: .*status 404/],
  [
    () => ({ status: 200, body: '', headers: { 'content-type': 'text/html' } }),
    'missing',
    /a page/,
  ],
  [() => ({ status: 503, body: '' }), 'connection', /status 503/],
  [(sent, range) => rangeOf({ ...sent, headers: ends }, range), 'connection', /stake-4.table: /],
  [asIs, 'ranges', /sends no ranges/],
  [(sent, range) => rangeOf(sent, range, -1), 'damaged', /^stake-4: /],
  [
    (sent, range) => rangeOf({ ...sent, headers: { etag: '"2"' } }, range, -1),
    'changed',
    /changed/,
  ],
  [(sent, range) => rangeOf({ ...sent, body: sent.body.subarray(1) }, range), 'changed', /sends/],
  [(sent, range) => rangeOf({ ...sent, body: gzipSync(sent.body) }, range), 'changed', /sends/],
  [(sent, range) => ({ ...rangeOf(sent, range), body: 'short' }), 'changed', /not what it was/],
]) {
  const other = await loadInWorker({ tables: false });
  await other.addTablesAt(address);
  change = (sent, path, range) => (/=0-/.test(range) ? rangeOf(sent, range) : spoil(sent, range));
  await assert.rejects(other.answer(...question), { code, message, hint: /./ }, `${spoil}`);
  // Then the server is as it was.
  change = KINDS.ranges;
  assert.deepEqual(await other.answer(...question), expected);
  other.end();
}

const list = await loadInWorker({ tables: false });
for (const [code, body] of [
  ['damaged', 'no list'],
  ['damaged', '{"tables":[{"table":"stake-4","bytes":9,"file":"../stake-4.table"}]}'],
  ['missing', ''],
]) {
  change = (sent) => (body ? { ...sent, body } : { status: 404, body });
  await assert.rejects(list.addTablesAt(address), { code, hint: /./ });
}
end();
await assert.rejects(list.addTablesAt(address), { code: 'connection', hint: /./ });
list.end();
