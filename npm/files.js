/**
 * Where the files of the package are: written out, so that bundlers find them, and asked for when they are needed, since
 * a bundle may not say where it is.
 */
const FILES = {
  'oracle.wasm': () => new URL('./oracle.wasm', import.meta.url),
  'tables/chomp-10x10.table': () => new URL('./tables/chomp-10x10.table', import.meta.url),
  'tables/contour-daa36c61.table': () =>
    new URL('./tables/contour-daa36c61.table', import.meta.url),
  'tables/number-20.table': () => new URL('./tables/number-20.table', import.meta.url),
  'tables/number-40.table': () => new URL('./tables/number-40.table', import.meta.url),
  'tables/tokens-4x4.table': () => new URL('./tables/tokens-4x4.table', import.meta.url),
};

/** The tables inside the package. */
export const TABLES = Object.keys(FILES).flatMap(
  (file) => /^tables\/(.*)\.table$/.exec(file)?.slice(1) ?? [],
);

/**
 * The bytes of a file of the package.
 *
 * @param {string} file
 * @param {(url: URL) => Promise<Uint8Array>} get
 * @param {(url: URL | string, why: string) => Error} missing
 */
export async function bytesOf(file, get, missing) {
  let url = null;
  try {
    url = FILES[file]();
    return await get(url);
  } catch ({ message }) {
    throw missing(url ?? file, message);
  }
}
