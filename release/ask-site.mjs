// node release/ask-site.mjs SITE GAME POSITION [BOARD]: prints the answer of a site's own module from the site's own tables,
// as a browser finds it.
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, game, position, board] = process.argv.slice(2);
const page = await readFile(join(folder, 'index.html'), 'utf8');
const { site } = JSON.parse(
  /<script type="application\/json" id="program">(.*)<\/script>/.exec(page)[1],
);
const loader = (await readdir(folder)).find((name) => /^module-[0-9a-f]+\.js$/.test(name));
const { load } = await import(pathToFileURL(resolve(folder, loader)));
const oracle = await load(await WebAssembly.compile(await readFile(join(folder, site.module))));
for (const { table, bytes } of site.tables) oracle.addRemoteTable(table, bytes);
const { answers } = await oracle.answer(
  { game, positions: [position], board, plies: true },
  async (name, start, end) => {
    const { file, parts } = site.tables.find(({ table }) => table === name);
    const there = parts && (await readdir(join(folder, parts))).includes(String(start));
    const whole = await readFile(
      join(folder, there ? `${parts}/${start}` : (file ?? `${parts}/0`)),
    );
    return there && whole.length === end - start ? whole : whole.subarray(start, end);
  },
);
console.log(JSON.stringify(answers[0]));
