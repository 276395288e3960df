/**
 * What boards of games look like whose rules only the program knows, by the first word of their names. Without a look their
 * letters are stones.
 *
 * @import {Description} from '../ui/board.js'
 */

/** @type {Partial<Description>} */
const MEN = { className: 'custom has-men' };

/** @type {Record<string, Partial<Description>>} */
export const LOOKS = {
  breakthrough: MEN,
  hexapawn: MEN,
  fanorona: MEN,
  foxhounds: MEN,
  hounds: MEN,
};
