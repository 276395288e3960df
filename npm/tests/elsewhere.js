// In a project that has the package installed: `node elsewhere.mjs PROGRAM README`. Tables at an address: the example of
// the README, which parts are fetched, and what is thrown where a server does not send them.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { loadInWorker } from 'perfectplay';
import { asIs, fileServer, rangeOf } from './file-server.mjs';

const [program, readme] = process.argv.slice(2);
const run = (...given) => execFileSync(program, [...given, '--tables', 'tables']);
run('build', 'stake-4', 'chomp-10x10');
writeFileSync('tables/tables.json', run('list', '--json'));
const length = readFileSync('tables/stake-4.table').length;

const ranges = (sent, path, asked) => (asked ? rangeOf(sent, asked) : sent);
const isStake = (path) => path === 'stake-4.table';
let change = ranges;
const server = await fileServer('tables', (...given) => change(...given));
const question = ['stake', '01../..../..../....'];

// The lines of the README print what stands there.
const [, example, printed] =
  /^```js\n((?:(?!```)[^])*addTablesAt[^]*?)```\n+```text\n([^]*?)```/m.exec(
    readFileSync(readme, 'utf8'),
  );
writeFileSync('at-address.mjs', example.replace(/https:[^']*/, server.address));
const { stdout } = await promisify(execFile)(process.execPath, ['at-address.mjs']);
assert.equal(stdout, printed);

const oracle = await loadInWorker({ tables: false });
assert.deepEqual(await oracle.addTablesAt(new URL(server.address)), ['chomp-10x10', 'stake-4']);
server.asked.length = 0;
const sizes = [];
change = (...given) => {
  const sent = ranges(...given);
  sizes.push(sent.body.length);
  return sent;
};
const expected = JSON.parse(run('probe', ...question, '--json'));
assert.deepEqual(await oracle.answer(...question), expected);
assert.ok(server.asked.length > 2 && server.asked.every(isStake));
assert.ok(sizes.reduce((sum, size) => sum + size) < length / 3, 'only what is read is fetched');
assert.equal((await oracle.answer('chomp', '3,3,1')).table, 'chomp-10x10');
const asked = server.asked.length;
assert.deepEqual(await oracle.answer(...question), expected);
assert.equal(server.asked.length, asked, 'nothing is fetched twice');
const wrong = ['tables', 'file:///tables/', 'https://', undefined];
for (const address of wrong) await assert.rejects(oracle.addTablesAt(address), { code: 'input' });
oracle.end();

/** Answers in which a table begins right, and goes on wrong. */
const later = (wrongly) => (sent, path, range) =>
  isStake(path) && !/=0-/.test(range) ? wrongly(sent, path, range) : ranges(sent, path, range);
let count = 0;
const HTML = { 'content-type': 'text/html' };
for (const [name, code, message, send] of [
  ['no ranges', 'ranges', /stake-4.table: .*no ranges/, asIs],
  ['no table', 'missing', /stake-4.table: .*status 404/, later(() => ({ status: 404, body: '' }))],
  ['a page', 'missing', /a page/, later(() => ({ status: 200, body: '', headers: HTML }))],
  ['trouble', 'connection', /status 503/, later(() => ({ status: 503, body: '' }))],
  ['a lost connection', 'connection', /stake-4.table: /, later(cut)],
  ['a file of another length', 'changed', /of 1519808 bytes/, later(longer)],
  ['another file', 'changed', /changed meanwhile/, (...given) => marked(later(flipped)(...given))],
  ['damaged bytes', 'damaged', /^stake-4: /, later(flipped)],
]) {
  change = ranges;
  const asking = await loadInWorker({ tables: false });
  await asking.addTablesAt(server.address);
  change = send;
  const thrown = await asking.answer(...question).catch((error) => error);
  assert.equal(thrown.code, code, `${name}: ${thrown.message}`);
  assert.match(thrown.message, message);
  assert.ok(thrown.hint, name);
  // Then the server is as it was.
  change = ranges;
  assert.deepEqual(await asking.answer(...question), expected, name);
  asking.end();
}
const list = await loadInWorker({ tables: false });
for (const [code, body] of [
  ['damaged', 'no list'],
  ['damaged', '{"tables":[{"table":"stake-4","bytes":9,"file":"../stake-4.table"}]}'],
  ['missing', undefined],
]) {
  change = (sent) => (body ? { ...sent, body } : { status: 404, body: '' });
  await assert.rejects(list.addTablesAt(server.address), { code, hint: /./ });
}
server.end();
await assert.rejects(list.addTablesAt(server.address), { code: 'connection' });
list.end();

function longer(...given) {
  const { headers, ...sent } = ranges(...given);
  return { ...sent, headers: { 'content-range': `${headers['content-range']}0` } };
}

function cut(...given) {
  const { body, headers, status } = ranges(...given);
  const more = { 'content-length': body.length, connection: 'close' };
  return { status, body: body.subarray(1), headers: { ...headers, ...more } };
}

function flipped(...given) {
  const sent = ranges(...given);
  const body = Buffer.from(sent.body);
  body[body.length >> 1] ^= 1;
  return { ...sent, body };
}

/** As servers do that tell versions of a file apart. */
function marked(sent) {
  count += 1;
  return { ...sent, headers: { ...sent.headers, etag: `"${Math.min(count, 2)}"` } };
}
