import { readFile } from 'node:fs/promises';

/** @param {string} file of the package */
export const read = (file) => readFile(new URL(file, import.meta.url));
