// The page's own rules lead where the server's moves lead. They need no browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpOracle } from '../page/core/http-oracle.js';
import { reply } from '../page/core/opponent.js';
import { pick, random } from '../page/core/random.js';
import { opponentOf, strongerThan } from '../page/core/records.js';
import { Node } from '../page/core/tree.js';
import { GAMES } from '../page/games/games.js';
import { SCORES, SOLVED } from '../page/ui/all-games.js';
import { base, start } from './support.js';

start();

const RANDOM_GAMES = 12;

/** What the server says of a place. */
const asked = (game, place, board, replies) =>
  httpOracle(`${base()}/v1`).answer(game.name, game.position(place), {
    board: board || undefined,
    replies,
  });

test('tokens: both pieces of the first start can move', () => {
  const { legal, initial } = GAMES.find(({ name }) => name === 'tokens');
  const pieces = new Set(legal(initial.start, '').map((step) => step.split('>')[0]));
  assert.equal(pieces.size, 2);
});

test('the results on the page of all games are those of the server', async () => {
  const game = GAMES.find(({ name }) => name === SOLVED);
  const { moves } = await asked(game, game.initial.start, '');
  const told = moves.map(({ move, result }) => `${move}=${result.score}`);
  assert.equal(SCORES, told.join(' '));
});

for (const game of GAMES) {
  test(`${game.name}: the page's rules lead where the server's moves lead`, async () => {
    const generator = random('rules', game.name);
    let moves = 0;
    for (let round = 0; round < RANDOM_GAMES; round += 1) {
      const { start: first, board } = game.puzzle.start(generator);
      let place = first;
      while (!game.over(place, board)) {
        const answer = await asked(game, place, board);
        const choices = [];
        for (const section of game.sections(answer, place)) {
          const rolled = section.before.reduce((at, step) => game.play(at, step, board), place);
          const listed = section.moves.map(({ move }) => move);
          // A roll without a move passes.
          if (listed.length) {
            assert.deepEqual(game.legal(rolled, board).sort(), listed.sort(), place);
          }
          for (const { move, position } of section.moves) {
            const next = game.play(rolled, move, board);
            assert.notEqual(next, null, `${place} ${move}`);
            assert.equal(game.position(next), position, `${place} ${move}`);
            choices.push(next);
            moves += 1;
          }
        }
        assert.ok(choices.length, `${place}: the server has no moves, the page has`);
        place = pick(choices, generator);
      }
      if (game.position(place) === null) continue;
      const answer = await asked(game, place, board);
      const left = game.sections(answer, place).flatMap((section) => section.moves);
      assert.deepEqual(left, [], `${place}: the page has no moves, the server has`);
    }
    assert.ok(moves > 100, `${moves} moves`);
  });

  test(`${game.name}: each step of the lesson is legal, and it ends the game or explains it`, () => {
    const { setup, steps } = game.lesson;
    let node = new Node(setup.start);
    for (const { step, text, told } of steps) {
      const { place } = node;
      const isRoll = (game.roll?.(place, () => 0) ?? null) !== null;
      const isOther = !isRoll && game.mover(node, setup.board) === 1;
      // What is not the learner's is made by itself.
      assert.deepEqual([Boolean(text), Boolean(told)], [!isRoll && !isOther, isOther], step);
      const next = game.play(place, step, setup.board);
      assert.notEqual(next, null, `${place} ${step}`);
      node = new Node(next, step, node);
    }
    const { place } = node;
    // That of tower has no end within a few moves.
    const isOver = game.over(place, setup.board) || game.legal(place, setup.board).length <= 1;
    assert.ok(isOver || game.roll, place);
  });

  test(`${game.name}: random starts of each size have an answer`, async () => {
    for (const { value } of game.sizes) {
      for (let seed = 0; seed < 5; seed += 1) {
        const { start: first, board } = game.random(random(seed), value);
        assert.ok(game.readable(first, board), first);
        const answer = await asked(game, first, board, game.hasLines);
        assert.notEqual(answer.value, null, `${value} ${first}`);
      }
    }
  });

  test(`${game.name}: the first start has contrast`, async () => {
    const { start: first, board } = game.initial;
    const answer = await asked(game, first, board);
    for (const { moves, all } of game.sections(answer, first)) {
      assert.ok(all);
      if (game.roll) continue;
      assert.ok(moves.length > 3 && moves[0].best && !moves[1].best, first);
    }
  });
}

for (const game of GAMES.filter(({ players }) => players)) {
  test(`${game.name}: a random mover wins a fair part of games against the first opponent, and fewer against the next`, async () => {
    const { start: place, board } = game.initial;
    const root = new Node(place);

    /** Whether who moves at random wins. */
    async function wins(seed, mistakes, generator) {
      for (const path = [root]; ;) {
        const node = path.at(-1);
        const state = { seed, steps: node.steps(), at: node.ply, mistakes, board, mode: 'play' };
        if (game.over(node.place, board))
          return game.ending({ game, node, path, state, root }).winner === 0;
        let step = pick(game.legal(node.place, board), generator);
        if (game.mover(node, board) !== game.mover(root, board)) {
          const answer = await asked(game, node.place, board);
          step = reply(game.sections(answer, node.place)[0], state);
        }
        path.push(new Node(game.play(node.place, step, board), step, node));
      }
    }

    const first = opponentOf(game.name);
    const won = [0, 0];
    for (let seed = 2; seed < 102; seed += 1) {
      for (const [at, share] of [first, strongerThan(first)].entries())
        if (await wins(seed, share, random('mover', seed))) won[at] += 1;
    }
    assert.ok(won[0] >= 20 && won[1] < won[0], `${won} of 100`);
  });
}
