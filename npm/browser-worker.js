import { answering } from './oracle.js';
import { fetched } from './browser-files.js';

const heard = answering(fetched, (message) => postMessage(message));
addEventListener('message', ({ data }) => heard(data));
