/**
 * What the server says of its program, in the page of a program with games of its own.
 *
 * @typedef {{name: string, rules: string, start: string}} Described
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
