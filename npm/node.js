import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { OracleError, loadFrom, loadInWorkerFrom } from './oracle.js';

export { OracleError };

export const load = (options) => loadFrom(readFile, options);

export async function loadInWorker(options) {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url));
  return loadInWorkerFrom(readFile, worker, options, (heard, failed) => {
    worker.on('message', heard);
    worker.on('error', ({ message }) => failed(new OracleError({ code: 'internal', message })));
  });
}
