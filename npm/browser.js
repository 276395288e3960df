import { OracleError, loadFrom, loadInWorkerFrom, missing } from './oracle.js';
import { fetched } from './browser-files.js';

export { OracleError };

export const load = (options) => loadFrom(fetched, options);

export async function loadInWorker(options) {
  const worker = new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });
  return loadInWorkerFrom(
    {
      post: (message) => worker.postMessage(message),
      listen(heard, failed) {
        worker.addEventListener('message', ({ data }) => heard(data));
        // Without a message if there is no script.
        worker.addEventListener('error', ({ message }) =>
          failed(
            message
              ? new OracleError({ code: 'internal', message })
              : missing('browser-worker.js', 'the worker did not start'),
          ),
        );
      },
      end: () => worker.terminate(),
    },
    options,
  );
}
