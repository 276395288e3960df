import { readFileSync } from 'node:fs';

/** What a file beside a test has, which is named by its own address. */
export const readJson = (test, name) => JSON.parse(readFileSync(new URL(name, test), 'utf8'));
