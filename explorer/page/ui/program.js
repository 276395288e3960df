/**
 * What the server says of its program, in the page of a program with custom games.
 *
 * @typedef {object} Described
 * @property {string} name
 * @property {string} [title] else the name
 * @property {string} [label] the title where there is little space, else the name
 * @property {string} [rule] the rules in one line, else their first sentence
 * @property {string} rules
 * @property {string} start
 * @property {string} [board] the board of the start, if the game has boards beside positions
 *
 * @typedef {object} Site where a site without a server of answers has its files
 * @property {string} module
 * @property {string} worker
 * @property {object[] | string} tables as `tables.json` lists them, or the address of such a list
 * @property {{module: string, tables: string}} [catalogue] those of the catalogue's games
 * @property {string} [sources] the address of the repository's files
 */

/**
 * The program's name, as commands begin with, and its own games; or the files of a site without a program.
 *
 * @returns {{name: string, games: Described[], site?: Site}}
 */
export function program() {
  const said = document.getElementById('program')?.textContent;
  return said ? JSON.parse(said) : { name: 'perfectplay', games: [] };
}
