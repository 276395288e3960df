import { Worker } from 'node:worker_threads';
import { read } from './node-files.js';
import { loadFrom, loadInWorkerFrom } from './oracle.js';

export { OracleError } from './oracle.js';

export const load = (options) => loadFrom(read, options);

export function loadInWorker(options) {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url));
  return loadInWorkerFrom(
    {
      post: (message) => worker.postMessage(message),
      listen(heard, failed) {
        worker.on('message', heard);
        worker.on('error', failed);
      },
      end: () => worker.terminate(),
    },
    options,
  );
}
