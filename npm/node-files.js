import { readFile } from 'node:fs/promises';
import { bytesOf } from './files.js';
import { missing } from './oracle.js';

/** @param {string} file of the package */
export const read = (file) => bytesOf(file, readFile, missing);
