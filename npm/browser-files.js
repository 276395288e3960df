import { bytesOf } from './files.js';
import { missing } from './oracle.js';

async function fetchedFrom(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw new Error('the server has sent a page');
  return new Uint8Array(await response.arrayBuffer());
}

/** @param {string} file of the package */
export const fetched = (file) => bytesOf(file, fetchedFrom, missing);
