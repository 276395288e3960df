import { loadFrom, loadInWorkerFrom } from './oracle.js';
import { fetched } from './browser-files.js';

export { OracleError } from './oracle.js';

export const load = (options) => loadFrom(fetched, options);

export function loadInWorker(options) {
  const worker = new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });
  return loadInWorkerFrom(
    {
      post: (message) => worker.postMessage(message),
      listen(heard, failed) {
        worker.addEventListener('message', ({ data }) => heard(data));
        worker.addEventListener('error', failed);
      },
      end: () => worker.terminate(),
    },
    options,
  );
}
