/**
 * What boards of games look like whose rules only the program knows: letters are stones, and men where they move like
 * those; what a game has of its own is here, by the first word of its name.
 *
 * @import {Description, Kind} from '../ui/board.js'
 */

/** Games whose pieces are men. */
const MEN = ['breakthrough', 'hexapawn', 'fanorona', 'foxhounds', 'harehounds'];

/** Neither player's. */
const NEUTRAL = 'N';

/** The second player's pieces where those of both are capitals. */
const SECOND = 'OBD';

/** @type {(letter: string, isMan: boolean) => Kind} */
function stone(letter, isMan) {
  const isSecond = SECOND.includes(letter) || letter === letter.toLowerCase();
  const side = letter === NEUTRAL ? 2 : Number(isSecond);
  return { classes: `is-letter is-stone stone-${side}${isMan ? ' is-man' : ''}`, label: letter };
}

/** @type {(name: string) => Partial<Description>} */
export function lookOf(name) {
  const isMan = MEN.includes(name.split('-')[0]);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one) => [one, one.toLowerCase()]);
  return { kinds: Object.fromEntries(letters.map((letter) => [letter, stone(letter, isMan)])) };
}
