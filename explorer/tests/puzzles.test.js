// The puzzles of a year: they are puzzles, and no rule of thumb solves many. `npm run puzzles` writes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../catalogue/page/games.js';
import { httpOracle } from '../page/core/http-oracle.js';
import { inOrder } from '../page/core/order.js';
import { DAYS, findPuzzle } from '../page/core/puzzles.js';
import { spoils } from '../page/core/values.js';
import { cellsOf, boardOf } from '../page/games/custom/position.js';
import { GAMES } from '../page/games/games.js';
import { regionAt, rowsOf } from '../page/games/stake/regions.js';
import { base, readJson, start } from './support.js';

start();

const YEAR = readJson(import.meta.url, 'puzzles-of-days.json');

const cellOf = (move) => move.split('>').at(-1).split(',').map(Number);
const count = (text, of) => text.split(of).length - 1;

/** How near the middle of its board a move goes. */
const middle = (rows, columns) => (move) => {
  const [row, column] = cellOf(move);
  return -Math.hypot(row - (rows - 1) / 2, column - (columns - 1) / 2);
};

/** What people go by: each rule gives a move a number, and the greatest is chosen. */
const RULES = {
  chomp(place) {
    const lengths = place.split(',').map(Number);
    const taken = (move) => {
      const [row, column] = cellOf(move);
      return lengths.slice(row).reduce((sum, length) => sum + Math.max(0, length - column), 0);
    };
    return { central: middle(lengths.length, lengths[0]), 'most taken': taken };
  },
  stake(place) {
    const rows = rowsOf(place);
    const digit = count(place, '0') > count(place, '1') ? '1' : '0';
    const region = (move) => {
      const [row, column] = cellOf(move);
      const line = rows[row].slice(0, column) + digit + rows[row].slice(column + 1);
      return regionAt(rows.with(row, line), row, column).size;
    };
    return { central: middle(rows.length, rows.length), 'largest region': region };
  },
  number: () => ({
    largest: Number,
    least: (move) => -move,
    'most taken': (_, { position }) => -position.split(' ').length,
  }),
  contour(place, board) {
    const [rows, columns] = board.split(' ').map(Number);
    return { central: middle(rows, columns), 'most at once': (_, { gain }) => gain };
  },
  tokens(place) {
    const rows = place.split(' ')[0].split('/');
    const pieces = rows.flatMap((row, y) =>
      [...row].flatMap((cell, x) => (cell === 'P' ? [`${y},${x}`] : [])),
    );
    const near = (move) => {
      const [y, x] = cellOf(pieces.find((piece) => !move.startsWith(piece)));
      const [row, column] = cellOf(move);
      return -Math.abs(row - y) - Math.abs(column - x);
    };
    return { central: middle(rows.length, rows[0].length), near };
  },
  tower: () => ({
    high: parseFloat,
    low: (move) => -parseFloat(move),
    middle: (move) => +/M$/.test(move),
  }),
};

/** Those of a game of the catalogue, where a move may take a piece. */
const usual = (place) => {
  const board = boardOf(place);
  const [rows, columns] = [board.rows.length, board.columns];
  const last = (move) => cellsOf(move, board).at(-1);
  return {
    central: (move) => middle(rows, columns)(last(move)),
    'most taken': (_, { position }) => -position.replace(/[^a-z1-9]/gi, '').length,
  };
};

for (const game of [...GAMES, ...catalogue().filter(({ puzzle }) => puzzle)]) {
  test(`${game.name}: rules of thumb solve few of the puzzles of a year, and none comes back soon`, async () => {
    const oracle = httpOracle(`${base()}/v1`);
    const days = Object.entries(YEAR[game.name]);
    assert.equal(days.length, game.inCatalogue ? DAYS : 365);
    /** How many puzzles with few choices, and with five or more, there are, and each rule solves. */
    const [puzzles, solved, sizes] = [[0, 0], {}, new Set()];
    let before = '';
    for (const [at, [day, text]] of days.entries()) {
      const [place, board, roll] = partsOf(game, text);
      const options = { board, replies: false };
      const answer = await oracle.answer(game.name, place, options);
      const found = answer.rolls?.find((each) => each.roll === roll).moves ?? answer.moves;
      const [right] = found;
      assert.equal(found.filter((move) => !spoils(right.result, move.result)).length, 1, day);
      const isMany = Number(found.length >= 5);
      puzzles[isMany] += 1;
      const listed = found.map(({ move }) => move).sort(inOrder);
      const named = new Set();
      const rules = {
        ...(RULES[game.name] ?? usual)(place, board),
        first: (move) => -listed.indexOf(move),
        last: (move) => listed.indexOf(move),
        'as before': (move) => Number(move === before),
      };
      for (const [name, rule] of Object.entries(rules)) {
        const ranks = found.map((move) => rule(move.move, move));
        const most = ranks.filter((rank) => rank === Math.max(...ranks));
        solved[name] ??= [0, 0];
        if (ranks[0] === most[0]) solved[name][isMany] += 1 / most.length;
        ranks.forEach(
          (rank, move) => rank === most[0] && most.length < ranks.length && named.add(move),
        );
      }
      // Whoever avoids what the rules name.
      solved.contrary ??= [0, 0];
      if (!named.has(0)) solved.contrary[isMany] += 1 / (found.length - named.size);
      before = right.move;
      const whole = game.name === 'number' ? place : (board ?? place.split(' ')[0]);
      sizes.add(whole.split(/[\s,/]/).length);
      const recent = days.slice(Math.max(0, at - 60), at).map(([, other]) => other);
      assert.ok(!recent.includes(text), day);
    }
    const told = Object.entries(solved).map(
      ([name, counts]) => `${name} ${counts.map(Math.round)}`,
    );
    process.stdout.write(`# ${game.name}: ${puzzles} puzzles; ${told.join('; ')}\n`);
    const { contrary, ...others } = solved;
    for (const [name, counts] of Object.entries(others))
      for (const [at, share] of [0.4, 0.25].entries())
        assert.ok(counts[at] <= share * puzzles[at], `${name}: ${counts} of ${puzzles}`);
    assert.ok(contrary[1] <= puzzles[1] / 2, `${contrary}`);
    assert.ok(game.inCatalogue || sizes.size >= 2);
  });

  test(`${game.name}: the puzzles of dates are what they were`, async () => {
    const oracle = httpOracle(`${base()}/v1`);
    for (const day of Object.keys(YEAR[game.name]).filter((_, at) => at % 73 === 0)) {
      const { setup, steps } = await findPuzzle(oracle, game, 'medium', day);
      const text = [setup.start, setup.board, ...steps].filter(Boolean).join(' | ');
      assert.equal(text, YEAR[game.name][day], day);
    }
  });
}

/** The position, the board and the roll of a puzzle's text. */
function partsOf(game, text) {
  const [place, more] = text.split(' | ');
  return game.roll ? [place, undefined, more] : [place, more];
}
