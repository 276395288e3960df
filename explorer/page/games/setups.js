/**
 * What sets the games up: examples, editors and contests. It is loaded when somebody asks for it.
 *
 * @import {GameSetup} from '../core/game.js'
 */
import { setup as chomp } from './chomp/setup.js';
import { setup as contour } from './contour/setup.js';
import { setup as number } from './number/setup.js';
import { setup as stake } from './stake/setup.js';
import { setup as tokens } from './tokens/setup.js';
import { setup as tower } from './tower/setup.js';

/** @type {Record<string, GameSetup>} */
export const SETUPS = { chomp, contour, number, stake, tokens, tower };
