// Makes the data of the maps that the page shows of chomp, number and contour, from the program's tables:
// `npm run maps`.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { readBoard, takenIn } from '../page/games/contour/scores.js';
import { write as placeOf } from '../page/games/staircase.js';
import { asking, left } from '../../crates/wasm/tests/questions.js';
import { program, start, tables } from './support.js';

start();

/** The largest bar of chomp has this many rows and columns. */
const LONGEST = 12;

/** The largest number that can be named. */
const LARGEST = 40;

/** A default table. */
const CONTOUR = 'contour-75695848';

test('chomp: the winning first bites of bars', () => {
  const found = new Map();
  const listed = run(['openings', 'chomp', `${LONGEST}x${LONGEST}`, '--format', 'csv']);
  for (const line of listed.trim().split('\n').slice(1)) {
    const [rows, columns, row, column] = line.split(',');
    // Each pair of sizes is listed once; the other bar is its mirror image.
    const add = (key, bite) => found.set(key, [...(found.get(key) ?? []), bite]);
    add(`${rows},${columns}`, `${row},${column}`);
    if (rows !== columns) add(`${columns},${rows}`, `${column},${row}`);
    else if (row !== column) add(`${rows},${columns}`, `${column},${row}`);
  }
  const sizes = Array.from({ length: LONGEST }, (_, index) => index + 1);
  const bites = sizes.map((rows) =>
    sizes.map((columns) => (found.get(`${rows},${columns}`) ?? []).join('+')).join(' '),
  );
  write('chomp', { bites });
});

test('number: the pairs of numbers that are lost', () => {
  const pairs = [];
  for (let one = 2; one <= LARGEST; one += 1) {
    for (let other = one + 1; other <= LARGEST; other += 1) {
      if (other % one !== 0) pairs.push([one, other]);
    }
  }
  const asked = pairs.map((pair) => left(pair, LARGEST));
  const values = asking(program, tables()).answers('number', asked, '--values');
  const lost = pairs.filter((_, index) => values[index].value.outcome === 'loss');
  write('number', { largest: LARGEST, lost: lost.map((pair) => pair.join()).join(' ') });
});

test('contour: how often the greedy move is best', () => {
  const text = JSON.parse(run(['info', CONTOUR, '--json']))
    .board.trim()
    .replaceAll(/\s+/g, ' ');
  const board = readBoard(text);
  const exported = run(['export', CONTOUR, '--format', 'csv', '--output', '-']);
  const values = new Map();
  for (const [, place, value] of exported.matchAll(/^\d+,"?([\d,]+?)"?,(-?\d+)$/gm)) {
    values.set(place, Number(value));
  }
  const points = Array.from({ length: board.rows * board.columns }, () => [0, 0, -1, '']);
  for (const place of values.keys()) {
    const taken = takenIn(place, board);
    const count = taken.reduce((sum, length) => sum + length, 0);
    const moves = taken.flatMap((column, row) => {
      const value = values.get(placeOf(taken.with(row, column + 1)));
      if (value === undefined) return [];
      const gain = board.scores[count % 2][row][column];
      return [{ gain, result: gain - value }];
    });
    if (moves.length < 2) continue;
    const most = Math.max(...moves.map(({ gain }) => gain));
    const greedy = moves.filter(({ gain }) => gain === most).map(({ result }) => result);
    const cost = values.get(place) - Math.max(...greedy);
    const point = points[count];
    point[0] += cost === 0 ? 1 : 0;
    point[1] += 1;
    if (cost > point[2]) point.splice(2, 2, cost, place);
  }
  write('contour', { board: text, points: points.map((point) => point.join(':')).join(' ') });
});

/** Runs the program, and gives what it prints. */
const run = (options) => asking(program, tables()).run(options);

/** Writes the data of a game's map. */
function write(game, values) {
  const constants = Object.entries(values).map(
    ([name, value]) => `// prettier-ignore\nexport const ${name} = ${JSON.stringify(value)};\n`,
  );
  const url = new URL(`../page/games/${game}/map-data.js`, import.meta.url);
  writeFileSync(url, `// Written by \`npm run maps\`.\n${constants.join('')}`);
}
