import { tell } from './stories.js';
import { program, start } from './support.js';

start(program, ['achi-3x3', 'hexapawn-3x3']);

tell('games');
tell('catalogue');
tell('setup');
