import { missing } from './files.js';
import { OracleError, loadFrom, loadInWorkerFrom } from './oracle.js';

export { OracleError };

async function read(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  if (response.headers.get('content-type')?.startsWith('text/html'))
    throw new Error('the server has sent a page');
  return new Uint8Array(await response.arrayBuffer());
}

export const load = (options) => loadFrom(read, options);

export async function loadInWorker(options) {
  const worker = new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });
  return loadInWorkerFrom(read, worker, options, (heard, failed) => {
    worker.addEventListener('message', ({ data }) => heard(data));
    // Without a message if there is no script.
    worker.addEventListener('error', ({ message }) =>
      failed(
        message
          ? new OracleError({ code: 'internal', message })
          : missing('browser-worker.js', 'the worker did not start'),
      ),
    );
  });
}
