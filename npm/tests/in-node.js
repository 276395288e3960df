// In a bundle for Node: with the package's files, or with those of the module that are passed.
import { readFileSync } from 'node:fs';
import { load } from 'perfectplay';

const [file] = process.argv.slice(2);
load(file ? { wasm: readFileSync(file), tables: false } : {}).then((oracle) => {
  const { value, table } = oracle.answer('number', '2 3 4 5 6');
  if (value.plies !== 5 || (table === null) !== Boolean(file)) throw new Error(`${table}`);
});
