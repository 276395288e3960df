/**
 * The games that the explorer draws in a way of their own. Only this list names them all.
 *
 * @import {Game} from '../core/game.js'
 * @import {Described} from '../ui/program.js'
 */
import { chomp } from './chomp/chomp.js';
import { contour } from './contour/contour.js';
import described from './described.json' with { type: 'json' };
import { number } from './number/number.js';
import { stake } from './stake/stake.js';
import { tokens } from './tokens/tokens.js';
import { tower } from './tower/tower.js';

/** @type {readonly Game[]} */
export const GAMES = [chomp, stake, number, contour, tokens, tower];

/**
 * The other games that are built in, which are drawn from answers alone, as custom games are.
 *
 * @type {readonly Described[]}
 */
export const OTHERS = Object.entries(described)
  .filter(([name]) => !GAMES.some((game) => game.name === name))
  .map(([name, told]) => ({ ...told, ...told.initial, name, title: told.name }));
