// A move, undo and history do not wait for the answer after it.
import { tell } from '../stories.js';
import { start } from '../support.js';

start();

tell('lost-connection');
