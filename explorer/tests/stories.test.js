import { tell } from './stories.js';
import { start } from './support.js';

start();

tell('games');
