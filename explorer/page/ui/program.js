/**
 * What the server says of its program, in the page of a program with games of its own.
 *
 * @typedef {object} Described
 * @property {string} name
 * @property {string} [title] else the name
 * @property {string} [label] the title where there is little space, else the name
 * @property {string} [rule] the rules in one line, else their first sentence
 * @property {string} rules
 * @property {string} start
 * @property {string} [board] the board of the start, if the game has boards beside positions
 */

/**
 * The program's name, as commands begin with, and its own games.
 *
 * @returns {{name: string, games: Described[]}}
 */
export function program() {
  const said = document.getElementById('program')?.textContent;
  return said ? JSON.parse(said) : { name: 'perfectplay', games: [] };
}
