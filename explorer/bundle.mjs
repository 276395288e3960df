// `npm run bundle` joins the page's files into the few small ones that browsers ask for, and that the server has inside.
// With `-- --maps` a browser's tools show the sources of what runs.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Features, bundle } from 'lightningcss';
import { rolldown } from 'rolldown';

const repository = fileURLToPath(new URL('..', import.meta.url));
const page = join(repository, 'explorer/page');

/** The typeface, which the style sheet names. */
const FONT = 'font/figtree.woff2';

/** The oldest browsers that `docs/explorer.md` names. */
const BROWSERS = { chrome: 111 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) };

/** Writes a file with the hash of its content in its name, and returns the name. */
export function add(folder, file, content) {
  const { name, ext } = parse(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  writeFileSync(join(folder, `${name}-${hash}${ext}`), content);
  return `${name}-${hash}${ext}`;
}

/** A style sheet with all that it imports. */
export const styleOf = (filename) =>
  bundle({ filename, minify: true, targets: BROWSERS, exclude: Features.LightDark }).code;

/** Writes scripts with all that they import. What they load later has files of its own. Returns the names of files. */
export async function addScripts(folder, input, maps, { plugins = [], suffix = '' } = {}) {
  const bundler = await rolldown({ input, plugins, cwd: repository });
  const { output } = await bundler.write({
    dir: folder,
    minify: true,
    comments: false,
    hashCharacters: 'hex',
    entryFileNames: `[name]${suffix}-[hash:16].js`,
    chunkFileNames: `[name]${suffix}-[hash:16].js`,
    sourcemap: maps,
    // No folder of this machine is in a map.
    sourcemapPathTransform: (path, map) => relative(repository, resolve(map, '..', path)),
  });
  const entries = output.filter(({ isEntry }) => isEntry);
  return Object.fromEntries(entries.map(({ name, fileName }) => [name, fileName]));
}

/** Writes the page's files, and returns their names. */
export async function addPage(folder, maps = false) {
  const { start } = await addScripts(folder, { start: join(page, 'start.js') }, maps);
  const names = { 'start.js': start };
  const pictures = readdirSync(join(page, 'pictures')).map((name) => `pictures/${name}`);
  for (const path of ['icon.svg', 'preview.png', FONT, ...pictures]) {
    names[path] = add(folder, path, readFileSync(join(page, path)));
  }
  const style = styleOf(join(page, 'style/main.css')).toString();
  names['style/main.css'] = add(folder, 'style.css', style.replace(`../${FONT}`, names[FONT]));
  for (const { name: language } of readdirSync(join(page, 'texts')).map(parse)) {
    /** The English texts stand for those of each language. */
    function resolveId(path, from) {
      if (!path.endsWith('texts/en.js')) return null;
      return this.resolve(path.replace('en.js', `${language}.js`), from, { skipSelf: true });
    }
    const options = { plugins: [{ name: 'language', resolveId }], suffix: `-${language}` };
    const { main } = await addScripts(folder, { main: join(page, 'main.js') }, maps, options);
    names[`data-${language}`] = main;
  }
  for (const file of ['index.html', '404.html']) {
    const html = readFileSync(join(page, file), 'utf8').replaceAll(
      /([\w-]+)="([^"]+\.\w+)"/g,
      (_, attribute, path) => `${attribute}="${names[attribute] ?? names[path] ?? path}"`,
    );
    writeFileSync(join(folder, file), html);
  }
  return names;
}

/** Writes the page's files, and what the server reads of them: a list, and each game's name and rule in Chinese. */
export async function addBundle(folder, maps) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await addPage(folder, maps);
  const addList = (name, lines) =>
    writeFileSync(join(folder, name), `&[\n${lines.map((line) => `    (${line}),\n`).join('')}]\n`);
  const files = readdirSync(folder).map((name) => JSON.stringify(name));
  addList(
    'files.in',
    files.map((name) => `${name}, include_bytes!(${name})`),
  );
  const { GAMES } = await import('./page/games/games.js');
  const facts = GAMES.map(async ({ name }) => {
    const { words } = await import(`./page/games/${name}/texts/zh.js`);
    return [name, words.title, words.rule].map((text) => JSON.stringify(text)).join(', ');
  });
  addList('chinese.in', await Promise.all(facts));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await addBundle(join(repository, 'crates/server/bundled'), process.argv.includes('--maps'));
}
