// In a project that has the package installed: `node conformance.mjs TESTS`, the folder with conformance.json and
// golden/v1. The package's answers are those expected of all languages, with the tables passed and with them at an address.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load, loadInWorker } from 'perfectplay';
import { fileServer } from './file-server.mjs';

/** Where the package differs, and the code of its error. */
const DIFFERENT = [
  // It has no option `grundy`.
  [({ grundy }) => grundy, 'input'],
];

const [tests] = process.argv.slice(2);
const folder = join(tests, 'golden/v1');
const cases = JSON.parse(readFileSync(join(tests, 'conformance.json'), 'utf8'));
const tables = readdirSync(folder).flatMap((file) => {
  const [, table] = /^(.*)\.table$/.exec(file) ?? [];
  return table ? { table, content: readFileSync(join(folder, file)) } : [];
});

const oracle = await load({ tables: false });
for (const { table, content } of tables) oracle.addTable(table, content);
const listed = tables.map(({ table, content: { length: bytes } }) => ({ table, bytes }));
const body = JSON.stringify({ tables: listed });
const { address, end } = await fileServer(folder, (sent, path) =>
  path === 'tables.json' ? { ...sent, status: 200, body } : sent,
);
const worker = await loadInWorker({ tables: false });
assert.equal((await worker.addTablesAt(address)).length, tables.length);

for (const asked of cases) {
  const { answer, error, game, position, ...options } = asked;
  const [, code] = DIFFERENT.find(([is]) => is(asked)) ?? [];
  for (const each of [oracle, worker]) {
    const found = (async () => each.answer(game, position, options))();
    const said = await found.catch((thrown) => thrown.code ?? thrown);
    assert.deepEqual(said, code ?? answer ?? error, `${game} ${position}`);
  }
}
assert.ok(cases.length >= 60);
worker.end();
end();
