import { OracleError } from './module.js';

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

/** @param {URL | string} url of a file of the package @param {unknown} why */
export const missing = (url, why) =>
  new OracleError({
    code: 'missing',
    message: `${url} is not there: ${why}`,
    hint: 'the files of the package belong beside its code, or `load` is given their bytes: its README says what bundlers need',
  });

/**
 * The bytes of a file of the package.
 *
 * @param {string} file
 * @param {(url: URL) => Promise<Uint8Array>} read
 */
export async function bytesOf(file, read) {
  let url = null;
  try {
    url = FILES[file]();
    return await read(url);
  } catch ({ message }) {
    throw missing(url ?? file, message);
  }
}
