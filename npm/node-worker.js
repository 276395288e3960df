import { parentPort } from 'node:worker_threads';
import { read } from './node-files.js';
import { answering } from './oracle.js';

parentPort.on(
  'message',
  answering(read, (message) => parentPort.postMessage(message)),
);
