import { parentPort } from 'node:worker_threads';
import { answering } from './answering.js';

parentPort.on(
  'message',
  answering((message) => parentPort.postMessage(message)),
);
