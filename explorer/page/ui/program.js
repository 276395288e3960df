/**
 * What the server says of its program, in the page of a program with games of its own.
 *
 * @typedef {object} Described
 * @property {string} name
 * @property {string} [title] else the name
 * @property {string} [label] the title where there is little space, else the name
 * @property {string} rules
 * @property {string} start
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
