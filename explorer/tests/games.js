// What the tests know of each game: where it starts, and how its moves are made.

const CONTOUR = '4 4 7 2 9 4 1 8 3 6 5 5 2 9 8 1 6 3 3 8 2 6 7 1 9 2 4 6 3 5 2 7 1 9';

/** The cell of the grid that stands for a text, `1,2`. */
const cell = (page, text) =>
  page.getByRole('gridcell', { name: new RegExp(`^row ${text.replace(',', ', column ')},`) });

/** The cells to be played for a move, one after the other. */
const oneCell = (page, move) => [page.locator(`#board [data-step="${move}"]`)];

export const GAMES = [
  {
    name: 'number',
    start: '2 3 4 5 6 7 8 9 10',
    cells: oneCell,
    contest: {
      input: '2 2 5\n2 2 3\n5 2 3 4 5 6\n0\n',
      choose: '3: 2 3 4 5 6',
      position: '2 3 4 5 6',
    },
    wrong: { start: '2 3 9', contest: '2 2 5\n2 2 x\n0\n', place: 'line 2, column 5' },
  },
  {
    name: 'stake',
    start: '01.1/00../.01./...1',
    cells: oneCell,
    contest: {
      input: '4\n01.1\n00..\n.01.\n...1\n4\n0.01\n0.01\n1..0\n.1..\n0\n',
      choose: '2: 4 × 4, 7 empty',
      position: '0.01/0.01/1..0/.1..',
    },
    wrong: { start: '01/1', contest: '2\n01\n1x\n0\n', place: 'line 3, column 2' },
  },
  {
    name: 'contour',
    start: '0',
    board: CONTOUR,
    cells: oneCell,
    contest: {
      input: '2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n',
      position: '0',
      board: '2 3 2 7 3 9 1 2 3 7 2 2 3 1',
    },
    wrong: { start: '1,2', contest: '2 2\n1 2\n3 4\n5 6\n7 100001\n', place: 'line 5, column 3' },
  },
  {
    name: 'tower',
    start: 'RGB/GRG/BBB',
    // Where a block has one place to go to, taking it puts it there.
    cells: (page, move, places) =>
      [
        page.locator(`#board [data-step="take ${move.split('>')[0]}"]`),
        page.locator(`#board [data-step="${move}"]`),
      ].slice(0, places),
    contest: { input: '6\nRGB\nGRG\nBBB\nGGR\nBRG\nBRB\n', position: 'RGB/GRG/BBB/GGR/BRG/BRB' },
    wrong: { start: 'RGX', contest: '2\nRGB\nGXG\n', place: 'line 3, column 2' },
  },
  {
    name: 'tokens',
    start: 'P..#/.#../...P',
    cells: (page, move) => move.split('>').map((text) => cell(page, text)),
    contest: { input: '1 4\nP.#P\n\n1 3\nP.P\n', choose: '1: 1 × 4', position: 'P.#P' },
    wrong: { start: 'P..', contest: '1 4\nP.#P\n\n1 3\nP..\n', place: 'line 5' },
  },
  {
    name: 'chomp',
    start: '4,4,1',
    cells: oneCell,
    wrong: { start: '1,2' },
  },
];

/** The address of a game's start. */
export function hashOf({ name, start, board }, more = '') {
  const query = new URLSearchParams({ start, ...(board ? { board } : {}) });
  return `#/${name}?${query}${more}`;
}
