import { readFile } from 'node:fs/promises';
import { missing } from './oracle.js';

/** @param {string} file of the package */
export async function read(file) {
  const url = new URL(file, import.meta.url);
  return readFile(url).catch((error) => {
    throw missing(url, error.message);
  });
}
