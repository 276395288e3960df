/**
 * The games of the explorer. Only this list names them all.
 *
 * @import {Game} from '../core/game.js'
 */
import { number } from './number/number.js';

/** @type {readonly Game[]} */
export const GAMES = [number];
