// Lessons, random starts and opponents, without a browser: what is legal is what the server says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpOracle } from '../page/core/http-oracle.js';
import { learn, moverAt, play } from '../page/core/known.js';
import { rungsOf } from '../page/core/ladder.js';
import { isRollDue } from '../page/core/people.js';
import { random } from '../page/core/random.js';
import { Node } from '../page/core/tree.js';
import { isWon, lost } from '../page/core/values.js';
import { GAMES } from '../page/games/games.js';
import { SCORES, SOLVED } from '../page/ui/all-games.js';
import { player } from './ladder.js';
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
  test(`${game.name}: each question of a lesson has one right answer, and the other player’s moves are best ones`, async () => {
    for (const { setup, steps, end } of game.lessons) {
      let node = new Node(setup.start);
      for (const [at, { step, text, told }] of steps.entries()) {
        const { place } = node;
        const answer = await asked(game, place, setup.board);
        const isRoll = isRollDue(game, place);
        const isOther = !isRoll && moverAt(game, node, setup.board) === 1;
        // What is not the learner's is made by itself.
        assert.deepEqual([Boolean(text), Boolean(told)], [!isRoll && !isOther, isOther], step);
        const moves =
          game.sections(answer, place).find(({ before }) => isRoll || !before.length)?.moves ?? [];
        const best = moves.filter(({ result }) => lost(moves[0].result, result) === 0);
        if (text)
          assert.ok(
            best.some(({ move }) => move === step),
            `${place} ${step}`,
          );
        // At the last one any of them is taken; where blocks or ends mirror each other the lesson goes on with one.
        const isMirrored = ['tower', 'tokens'].includes(game.name);
        if (text && at + 1 < steps.length && !isMirrored) assert.equal(best.length, 1, place);
        assert.ok(!text || moves.length > 1 || game.roll, `${place} is no question`);
        const next = play(game, place, step, setup.board);
        assert.notEqual(next, null, `${place} ${step}`);
        node = new Node(next, step, node);
      }
      assert.ok(end);
    }
    const { value } = await asked(game, game.small.start, game.small.board);
    assert.ok(isWon(value), 'the game after the lessons can be won');
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
  test(`${game.name}: who moves at random wins a fair part of first games, a thinker more, and both fewer on the next rung`, async () => {
    const { share } = player(base());
    const [first, next] = rungsOf(game);
    const [mover, thinker] = [await share(game, first, false), await share(game, first, true)];
    assert.ok(mover >= 20 && mover <= 50 && thinker > mover, `${mover} and ${thinker} of 100`);
    const above = [await share(game, next, false), await share(game, next, true)];
    assert.ok(above[0] < mover && above[1] < thinker, `${above} of 100`);
  });
}
