import { start } from './support.js';
import { tell } from './stories.js';

start();

tell('setup');
