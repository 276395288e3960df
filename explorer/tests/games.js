// What the tests know of each game: where it starts, and how its moves are made.
import { line, readJson } from './support.js';

/** The cell of the grid that stands for a text, `1,2`. */
const cell = (page, text) =>
  page.getByRole('gridcell', { name: new RegExp(`^row ${text.replace(',', ', column ')},`) });

/** The cells to be played for a move, one after the other. */
const oneCell = (page, move) => [page.locator(`#board [data-step="${move}"]`)];

const CELLS = {
  tower: (page, move) =>
    [`choose ${move.split('>')[0]}`, move].map((step) =>
      page.locator(`#board [data-step="${step}"]`),
    ),
  tokens: (page, move) => move.split('>').map((text) => cell(page, text)),
};

export const GAMES = readJson(import.meta.url, 'games.json').map((game) => ({
  ...game,
  cells: CELLS[game.name] ?? oneCell,
}));

/** The address of a game's start. */
export function hashOf({ name, start, board }, more = '') {
  const query = new URLSearchParams({ start, ...(board ? { board } : {}) });
  return `#/${name}?${query}${more}`;
}

/** Best play to the end; tower has a die, so its end is a tower that gives nothing. */
export async function endOf(game) {
  if (game.name === 'tower') return '#/tower?start=.G./.R./.B.&mode=play';
  const moves = (await line(game.name, game.start, game.board)).map(({ move }) => move).join(' ');
  return hashOf(game, `&mode=play&moves=${encodeURIComponent(moves)}`);
}
