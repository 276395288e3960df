// The page's worker, which keeps parts of tables for later visits.
import { answering } from './answering.js';
import { keptOf } from './kept.js';

const heard = answering((message) => postMessage(message), keptOf);
addEventListener('message', ({ data }) => heard(data));
