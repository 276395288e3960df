// Lessons, random starts and opponents, without a browser: what is legal is what the server says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpOracle } from '../page/core/http-oracle.js';
import { endingOf } from '../page/core/ending.js';
import { isOver, learn, legal, moverAt, play } from '../page/core/known.js';
import { reply } from '../page/core/opponent.js';
import { isRollDue } from '../page/core/people.js';
import { pick, random } from '../page/core/random.js';
import { opponentOf, strongerThan } from '../page/core/records.js';
import { toldAnswer } from '../page/core/told.js';
import { Node } from '../page/core/tree.js';
import { GAMES } from '../page/games/games.js';
import { SCORES, SOLVED } from '../page/ui/all-games.js';
import { base, start } from './support.js';

start();

/** What the server says of a place, which the page learns from. */
async function asked(game, place, board, replies) {
  const [position, options] = [game.position(place), { board: board || undefined, replies }];
  const end = { value: { outcome: 'loss' }, moves: [] };
  const oracle = httpOracle(`${base()}/v1`);
  const answer = position === null ? end : await oracle.answer(game.name, position, options);
  learn(game, place, board, answer);
  return answer;
}

test('the results on the page of all games are those of the server', async () => {
  const game = GAMES.find(({ name }) => name === SOLVED);
  const { moves } = await asked(game, game.initial.start, '');
  const told = moves.map(({ move, result }) => `${move}=${result.score}`);
  assert.equal(SCORES, told.join(' '));
});

for (const game of GAMES) {
  test(`${game.name}: each step of the lesson is legal, and it ends the game or explains it`, async () => {
    const { setup, steps } = game.lesson;
    let node = new Node(setup.start);
    for (const { step, text, told } of steps) {
      const { place } = node;
      await asked(game, place, setup.board);
      const isRoll = isRollDue(game, place);
      const isOther = !isRoll && moverAt(game, node, setup.board) === 1;
      // What is not the learner's is made by itself.
      assert.deepEqual([Boolean(text), Boolean(told)], [!isRoll && !isOther, isOther], step);
      const next = play(game, place, step, setup.board);
      assert.notEqual(next, null, `${place} ${step}`);
      node = new Node(next, step, node);
    }
    const { place } = node;
    await asked(game, place, setup.board);
    // That of tower has no end within a few moves.
    assert.ok(legal(game, place, setup.board).length <= 1 || game.roll, place);
  });

  test(`${game.name}: random starts of each size have an answer`, async () => {
    for (const { value } of game.sizes) {
      for (let seed = 0; seed < 5; seed += 1) {
        const { start: first, board } = game.random(random(seed), value);
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
        const answer = await asked(game, node.place, board);
        if (isOver(game, node.place, board)) {
          node.learn(toldAnswer({ game, state }, node, answer));
          return endingOf({ game, node, path, state, root }).winner === 0;
        }
        let step = pick(legal(game, node.place, board), generator);
        if (moverAt(game, node, board) !== moverAt(game, root, board)) {
          step = reply(game.sections(answer, node.place)[0], state);
        }
        path.push(new Node(play(game, node.place, step, board), step, node));
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
