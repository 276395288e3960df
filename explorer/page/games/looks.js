/**
 * What boards of games look like whose rules only the program knows, by the first word of their names. Without a look the
 * letters of a position stand in its cells.
 *
 * @import {Description} from '../ui/board.js'
 */

/** @type {Record<string, Partial<Description>>} */
export const LOOKS = {
  tictactoe: {
    kinds: {
      X: { classes: 'is-letter is-first', label: 'X' },
    },
  },
};
