import { answering } from './answering.js';

const heard = answering((message) => postMessage(message));
addEventListener('message', ({ data }) => heard(data));
