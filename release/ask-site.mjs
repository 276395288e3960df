// node release/ask-site.mjs SITE GAME POSITION [BOARD]: prints the answer of a site's own module from the site's own tables,
// as a browser finds it.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, game, position, board] = process.argv.slice(2);
const page = await readFile(join(folder, 'index.html'), 'utf8');
const { site } = JSON.parse(
  /<script type="application\/json" id="program">(.*)<\/script>/.exec(page)[1],
);
const worker = await readFile(join(folder, site.worker), 'utf8');
const [, loader] = /'\.\/(module-[0-9a-f]+\.js)'/.exec(worker);
const { load } = await import(pathToFileURL(resolve(folder, loader)));
const oracle = await load(await WebAssembly.compile(await readFile(join(folder, site.module))));
for (const { table, length } of site.tables) oracle.addRemoteTable(table, length);
const { answers } = await oracle.answer(
  { game, positions: [position], board, plies: true },
  async (name, start, end) => {
    const { folder: parts, whole, length } = site.tables.find(({ table }) => table === name);
    const bytes = await readFile(join(folder, parts, String(whole ? 0 : start)));
    if (bytes.length !== (whole ? length : end - start))
      throw new Error(`${name} has a part of ${bytes.length} bytes`);
    return whole ? bytes.subarray(start, end) : bytes;
  },
);
console.log(JSON.stringify(answers[0]));
