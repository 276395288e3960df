// The module's answers are the program's: `node --test crates/wasm/tests`, with PERFECTPLAY_MODULE (what `build` has
// printed) and PERFECTPLAY_PROGRAM.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { load } from '../module.js';
import { asking, named } from './questions.js';

const { PERFECTPLAY_MODULE: file, PERFECTPLAY_PROGRAM: program } = process.env;

const COUNT = Number(process.env.PERFECTPLAY_POSITIONS ?? 10_000);

const tables = mkdtempSync(join(tmpdir(), 'perfectplay-wasm-'));
const { run, positions, answers } = asking(program, tables);
const boardFile = join(tables, 'board.txt');
/** Where a file has the version of its format. */
const VERSION = 8;
const SCORES = '2 3 2 7 3 9 1 2 3 7 2 2 3 1';
let compiled;
let oracle;

before(async () => {
  writeFileSync(boardFile, `${SCORES}\n`);
  run(['build', 'chomp-10x10', 'number-20', 'number-40', 'stake-4', 'tokens-4x4', 'tower-5']);
  run(['build', 'contour', '--board', boardFile]);
  compiled = await WebAssembly.compile(readFileSync(file));
  oracle = await load(compiled);
  for (const name of readdirSync(tables).filter((each) => each.endsWith('.table')))
    oracle.addTable(name.replace('.table', ''), readFileSync(join(tables, name)));
});

after(() => rmSync(tables, { recursive: true }));

const bytesOf = (name) => readFileSync(join(tables, `${name}.table`));

for (const [game, table, draw] of [
  ['number', 'number-20', () => positions('number-20', Math.min(COUNT, 3515))],
  ['number', 'number-40', () => named(COUNT)],
  ['stake', 'stake-4', () => positions('stake-4', COUNT)],
  ['tokens', 'tokens-4x4', () => positions('tokens-4x4', COUNT)],
  ['chomp', 'chomp-10x10', () => positions('chomp-10x10', COUNT)],
  ['tower', 'tower-5', () => positions('tower-5', COUNT)],
]) {
  test(`${table}: answers and values are the program's`, () => {
    const texts = draw();
    assert.ok(texts.length >= Math.min(COUNT, 3515));
    const expected = answers(game, texts);
    assert.deepEqual(oracle.ask({ game, positions: texts }).answers, expected);
    const values = answers(game, texts, '--values');
    assert.deepEqual(oracle.ask({ game, positions: texts, moves: false }).answers, values);
    for (const text of texts.slice(0, 50)) {
      const single = JSON.parse(run(['probe', game, text, '--json']));
      assert.deepEqual(oracle.ask({ game, positions: [text], quick: true }).answers, [single]);
    }
  });
}

test('plies are solved for where they are asked for, as by the program', () => {
  const texts = ['2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25', '2 3 4'];
  const asked = { game: 'number', positions: texts };
  assert.deepEqual(
    oracle.ask({ ...asked, plies: true }).answers,
    answers('number', texts, '--plies'),
  );
  assert.deepEqual(oracle.ask({ ...asked, plies: false }).answers, answers('number', texts));
  const [refused] = oracle.ask({ ...asked, plies: true, limit: 10 }).answers;
  assert.equal(refused.error?.code, 'beyond');
});

test('contour: answers, lines and replies are the program’s, from a table and without', async () => {
  const texts = ['0', '1', '1,1', '2', '2,1', '3', '3,3'];
  const without = await load(compiled);
  for (const [named, options] of [
    [{}, []],
    [{ line: true }, ['--line']],
    [{ replies: true }, ['--replies']],
  ]) {
    const expected = answers('contour', texts, '--board', boardFile, ...options);
    const asked = { game: 'contour', positions: texts, board: SCORES, ...named };
    assert.deepEqual(oracle.ask(asked).answers, expected);
    assert.deepEqual(oracle.ask({ ...asked, board: 'daa36c61' }).answers, expected);
    for (const answer of expected) answer.table = null;
    assert.deepEqual(without.ask(asked).answers, expected);
  }
});

test('positions beyond tables are solved, with progress, within limits', async () => {
  const told = [];
  const module = await load(compiled, (done, all) => told.push([done, all]));
  const asked = { game: 'tower', positions: ['RGB/GRG/BBB/GGR/RGB/RRG/BGR'] };
  assert.deepEqual(module.ask(asked).answers, answers('tower', asked.positions));
  assert.ok(told.length >= 50, String(told.length));
  assert.ok(
    told.every(([done, all], index) => done <= all && (!index || done > told[index - 1][0])),
  );
  const [refused] = module.ask({ ...asked, limit: 1000 }).answers;
  assert.equal(refused.error.code, 'beyond');
  const [small] = module.ask({ ...asked, memory: 1000 }).answers;
  assert.equal(small.error.code, 'beyond');
});

test('what is no request is an error, and an error of one position leaves the others', () => {
  const [good, bad] = oracle.ask({ game: 'chomp', positions: ['3,3,1', '1,2'] }).answers;
  assert.equal(good.position, '3,3,1');
  assert.match(bad.error.hint, /4,4,1/);
  const error = (request) => oracle.ask(request).error.code;
  assert.equal(error({ game: 'chomp', positions: ['1'], board: '1 1 1 1' }), 'usage');
  assert.equal(error({ game: 'chomp', positions: ['1'], colour: 'red' }), 'input');
  assert.equal(error(['chomp']), 'input');
});

test('damaged and truncated tables are errors, and no wrong answers', async () => {
  const module = await load(compiled);
  const bytes = bytesOf('stake-4');
  const header = Uint8Array.from(bytes);
  header[40] ^= 1;
  for (const [name, bad] of [
    ['stake-4', bytes.subarray(0, 5000)],
    ['stake-3', bytes],
    ['stake-4', new Uint8Array()],
    ['stake-4', header],
  ]) {
    assert.throws(() => module.addTable(name, bad), { code: 'damaged' });
  }
  assert.throws(() => module.addTable('stake-3', bytes), {
    message: 'stake-3: it is the table `stake-4`',
    hint: 'add it under its own name',
  });
  const newer = Uint8Array.from(bytes);
  newer[VERSION] += 1;
  assert.throws(() => module.addTable('stake-4', newer), {
    code: 'input',
    message: /^stake-4: its format is version \d+, and this program reads version \d+$/,
    hint: /newer version/,
  });
  const asked = { game: 'stake', positions: ['01../..../..../....'] };
  assert.equal(module.ask(asked).answers[0].table, null);
  module.addTable('stake-4', bytes);
  assert.deepEqual(module.ask(asked).answers, answers('stake', asked.positions));
});

/** Loads the module, whose instance may be another one. */
async function loadAs(change) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given) => change(await instantiate(...given));
  return load(compiled).finally(() => (WebAssembly.instantiate = instantiate));
}

test('a table is taken without a second copy, and one that is too large is refused', async () => {
  let memory;
  const module = await loadAs((instance) => {
    memory = instance.exports.memory;
    return instance;
  });
  const before = memory.buffer.byteLength;
  const large = 64 << 20;
  assert.throws(() => module.addTable('stake-4', new Uint8Array(large)), { code: 'damaged' });
  const grown = memory.buffer.byteLength - before;
  assert.ok(grown >= large && grown < 1.2 * large, `${grown}`);
  assert.throws(() => module.addTable('stake-4', { length: 2 ** 32 + 1 }), { code: 'refused' });
  assert.equal(module.ask({ game: 'chomp', positions: ['2,1'] }).answers.length, 1);
});

test('places above 2 GiB, which come as negative numbers, are found', async () => {
  const at = 2 ** 31 + 64;
  const buffer = new ArrayBuffer(at + 1024);
  new TextEncoder().encodeInto('{"tables":[]}', new Uint8Array(buffer, at + 512));
  const places = { alloc: () => at | 0, out: () => (at + 512) | 0 };
  const exports = { memory: { buffer }, ...places, ask: () => 13, free: () => {} };
  const module = await loadAs(() => ({ exports }));
  assert.deepEqual(module.ask('tables'), { tables: [] });
});

test('questions that are asked together wait for each other, and one without its bytes fails alone', async () => {
  const module = await load(compiled);
  for (const name of ['chomp-10x10', 'stake-4', 'tower-5'])
    module.addRemoteTable(name, bytesOf(name).length);
  const fetch = async (name, start, end) => {
    if (name === 'stake-4' && start > 0) throw new Error('it is not there');
    return bytesOf(name).subarray(start, end);
  };
  const ask = (game, position) => module.answer({ game, positions: [position] }, fetch);
  const [stake, chomp, tower] = await Promise.allSettled([
    ask('stake', '..../..../..../....'),
    ask('chomp', '3,3,1'),
    ask('tower', 'RGB/GRG'),
  ]);
  assert.equal(stake.reason.message, 'it is not there');
  assert.equal(chomp.value.answers[0].table, 'chomp-10x10');
  assert.equal(tower.value.answers[0].table, 'tower-5');
});
