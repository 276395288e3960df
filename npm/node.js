import { Worker } from 'node:worker_threads';
import { read } from './node-files.js';
import { OracleError, loadFrom, loadInWorkerFrom } from './oracle.js';

export { OracleError };

export const load = (options) => loadFrom(read, options);

export async function loadInWorker(options) {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url));
  return loadInWorkerFrom(
    {
      post: (message) => worker.postMessage(message),
      listen(heard, failed) {
        worker.on('message', heard);
        worker.on('error', ({ message }) => failed(new OracleError({ code: 'internal', message })));
      },
      end: () => worker.terminate(),
    },
    options,
  );
}
