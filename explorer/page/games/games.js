/**
 * The games of the explorer. Only this list and that of `setups.js` name them all.
 *
 * @import {Game} from '../core/game.js'
 */
import { chomp } from './chomp/chomp.js';
import { contour } from './contour/contour.js';
import { number } from './number/number.js';
import { stake } from './stake/stake.js';
import { tokens } from './tokens/tokens.js';
import { tower } from './tower/tower.js';

/** @type {readonly Game[]} */
export const GAMES = [chomp, stake, number, contour, tokens, tower];
