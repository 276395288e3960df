// From mistake to mistake of a finished game, each to be made good.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import described from '../page/games/described.json' with { type: 'json' };
import { GAMES, hashOf } from './games.js';
import { answer, line, movesAt, openPage, start, worth } from './support.js';

start();

/** A game in which the person makes the worst move whenever one is worse, and the oracle the best. */
async function badGame({ name, start: first, board }) {
  const steps = [];
  const mistakes = [];
  let place = first;
  for (let ply = 0; ply < 40; ply += 1) {
    const { moves, rolls } = await answer(name, place, board);
    const rolled = rolls?.find((one) => one.moves.length);
    const found = (rolled?.moves ?? moves).toSorted((one, other) => worth(other) - worth(one));
    if (!found.length) break;
    const isPersons = name === 'tower' || ply % 2 === 0;
    const worst = found.at(-1);
    const made = isPersons ? worst : found[0];
    if (rolled) steps.push(rolled.roll);
    if (isPersons && worth(worst) < worth(found[0]) - 1e-9) {
      mistakes.push({ at: steps.length, made: worst.move, best: found[0], place });
    }
    steps.push(made.move);
    if (made.position === null) break;
    place = made.position;
    if (name === 'tower' && mistakes.length > 1) break;
  }
  return { steps, mistakes };
}

for (const { name } of GAMES) {
  // One move wins there, so there are mistakes to make.
  const game = { name, ...described[name].initial };
  test(`${game.name}: a review goes from mistake to mistake, and tells what was right`, async (t) => {
    const { steps, mistakes } = await badGame(game);
    assert.ok(mistakes.length > 0);
    const more = `&mode=review&at=0&moves=${encodeURIComponent(steps.join(' '))}`;
    const page = await openPage(t, hashOf(game, more));
    for (const [index, { at, made, best }] of mistakes.entries()) {
      const next = page.locator('[data-key=next]');
      const isThere = index === 0 && at === 0;
      if (!isThere) await next.click();
      await page.getByText(`Mistake ${index + 1} of ${mistakes.length}.`).waitFor();
      await page.locator('.verdict-turn', { hasText: `(${made})` }).waitFor();
      await page.getByText('What would you play instead?').waitFor();
      assert.equal(await page.locator('.moves .result').count(), 0, 'results are hidden');
      // The move that was made, another wrong one if there is one, and the best one.
      const moves = await movesAt(page, game);
      const wrong = moves.filter((move) => worth(move) < worth(best) - 1e-9);
      for (const { move } of [wrong.at(-1), wrong[0]]) {
        await page.locator(`.moves [data-key="move ${move}"]`).click();
        const told = move === made ? 'is what was played' : 'is not best either';
        await page.getByText(`${move} ${told}. Try another move.`).waitFor();
      }
      await page.locator(`.moves [data-key="move ${moves[0].move}"]`).click();
      await page.locator('.puzzle-result', { hasText: `Right: ${moves[0].move}` }).waitFor();
      await page.locator('.moves .result').first().waitFor();
      if (game.name !== 'tower') {
        const best = await line(game.name, mistakes[index].place, game.board);
        await page.locator('.line .chip').first().waitFor();
        const told = await page.locator('.line .chip').allTextContents();
        assert.equal(told.join(), best.map(({ move }) => move).join());
      }
    }
    assert.equal(await page.locator('[data-key=next]').count(), 0);
    // The game is as it was.
    assert.ok(decodeURIComponent(page.url()).includes(`moves=${steps.join('+')}`));
  });
}
