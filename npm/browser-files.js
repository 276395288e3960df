import { missing } from './oracle.js';

/** Where the files of the package are: written out, so that bundlers find them. */
const FILES = {
  'oracle.wasm': new URL('./oracle.wasm', import.meta.url),
  'tables/chomp-10x10.table': new URL('./tables/chomp-10x10.table', import.meta.url),
  'tables/contour-daa36c61.table': new URL('./tables/contour-daa36c61.table', import.meta.url),
  'tables/number-20.table': new URL('./tables/number-20.table', import.meta.url),
  'tables/number-40.table': new URL('./tables/number-40.table', import.meta.url),
  'tables/tokens-4x4.table': new URL('./tables/tokens-4x4.table', import.meta.url),
};

/** @param {string} file of the package */
export async function fetched(file) {
  const url = FILES[file];
  const response = await fetch(url).catch((error) => {
    throw missing(url, error.message);
  });
  if (!response.ok) throw missing(url, `status ${response.status}`);
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw missing(url, 'the server has sent a page');
  return new Uint8Array(await response.arrayBuffer());
}
