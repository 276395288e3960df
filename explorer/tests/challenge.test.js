// Puzzles, today's puzzle and survival: won games that end with the first mistake.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES as PAGES } from '../page/games/games.js';
import { GAMES } from './games.js';
import { PHONE, kind, movesAt, openPage, pages, placeOf, start, worth } from './support.js';

start();

/** Whether a move spoils a won game: by the rule that the page tells. */
function spoils(best, move) {
  if ('expected' in best.result) return move.result.expected - best.result.expected >= 0.05 - 1e-9;
  if ('score' in best.result) return best.result.score > 0 && move.result.score <= 0;
  return best.result.outcome === 'win' && move.result.outcome === 'loss';
}

/** Waits until it is the person's move, or the puzzle has ended; says whether it has. */
async function waits(page) {
  await page.locator('#board[data-answered]').and(page.locator(':not([aria-busy])')).waitFor();
  const ended = page.locator('.puzzle-result');
  await ended.or(page.locator('.moves .chip')).first().waitFor();
  return (await ended.count()) > 0;
}

const given = (page) => page.locator('.moves .chip').first().waitFor();

/** Makes a move, and waits until the page has taken it. */
async function make(page, move) {
  const before = page.url();
  await page.locator(`.moves [data-key="move ${move}"]`).click();
  await page.waitForFunction((url) => location.href !== url, before);
}

/** Plays best moves to the end, and says how many they were. */
async function solve(page, game) {
  for (let made = 0; made < 60; made += 1) {
    if (await waits(page)) return made;
    const place = await placeOf(page);
    const [best] = await movesAt(page, game);
    await make(page, best.move);
    await page.locator(`#board:not([data-place="${place}"])`).waitFor();
  }
  throw new Error('the game does not end');
}

for (const game of GAMES) {
  test(`${game.name}: a puzzle is played to its end, and solved ones in a row are counted`, async (t) => {
    const page = await openPage(t, `#/${game.name}?mode=puzzle`);
    for (const row of [1, 2]) {
      await given(page);
      const moves = await movesAt(page, game);
      assert.ok(moves.length >= 3, await placeOf(page));
      const keeping = moves.filter((move) => !spoils(moves[0], move));
      assert.equal(keeping.length, 1, await placeOf(page));
      assert.equal(await page.locator('.result').count(), 0, 'results are hidden');
      const made = await solve(page, game);
      assert.ok(made > 1, 'it is not one move long');
      await page.getByText(`Solved: ${made} moves, no mistake.`).waitFor();
      if (row > 1) await page.getByText(`${row} in a row.`).waitFor();
      await page.locator('[data-key=next]').click();
      await page.locator('[data-key=solution]').waitFor();
    }
  });

  test(`${game.name}: a mistake ends a puzzle with its refutation, and can be made good`, async (t) => {
    const page = await openPage(t, `#/${game.name}?mode=puzzle`);
    await given(page);
    const moves = await movesAt(page, game);
    const wrong = moves.findLast((move) => spoils(moves[0], move));
    await make(page, wrong.move);
    await waits(page);
    const told = await page.locator('.verdict').textContent();
    const does = game.name === 'tower' ? 'costs' : 'gives the win away.';
    assert.ok(told.includes(`${wrong.move} ${does}`), told);
    if (wrong.replies?.length)
      assert.ok(told.includes(`The oracle answers ${wrong.replies[0]}.`), told);
    // Nobody goes on from there.
    const place = await placeOf(page);
    const cell = page.locator('#board .cell[data-step]').first();
    if (await cell.count()) await cell.click();
    else assert.equal(await page.locator('#preview').textContent(), '', 'nothing to choose');
    await page.waitForTimeout(700);
    assert.equal(await placeOf(page), place);
    await page.getByRole('button', { name: 'Try again' }).click();
    await given(page);
    await solve(page, game);
    await page.getByText(/^Solved: /).waitFor();
    // The first try counts.
    assert.equal(await page.getByText('in a row').count(), 0);
  });
}

/** Where the board begins. */
const top = (page) =>
  page.evaluate(() => document.querySelector('#board').getBoundingClientRect().y + scrollY);

test('the board stays where it is when the result of the day comes, and the first try counts', async (t) => {
  const game = GAMES.find(({ name }) => name === 'chomp');
  const page = await openPage(t, '#/chomp?mode=today', PHONE);
  await given(page);
  const before = await top(page);
  const [best, ...others] = await movesAt(page, game);
  await make(page, best.move);
  await page.getByText('No mistake so far, in 1 move.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await make(page, others.find((move) => spoils(best, move)).move);
  const field = page.getByLabel('Result of your first try, to paste');
  await field.waitFor();
  assert.match(await field.inputValue(), / Chomp ✗ a mistake at once http/);
  assert.equal(await top(page), before);
  // A move of the oracle is seen from its side.
  const cells = page.locator('#board .cell[data-step]');
  await cells.first().tap();
  await page.getByText('you win. This gives the oracle’s win away.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await given(page);
  assert.equal(await top(page), before);
  await page.getByRole('button', { name: 'Today’s puzzle of Stake' }).click();
  await page.waitForFunction(() => /stake.*mode=today&.*day=/.test(location.href));
  await given(page);
  const marks = async () => {
    await page.goto(new URL('#/', pages()).href);
    await page.locator('.all-games').waitFor();
    const links = page.locator('.game-ways a', { hasText: 'Puzzle' });
    return (await links.allTextContents()).map((text) => text.slice('Puzzle'.length));
  };
  assert.deepEqual(await marks(), [' ✗', '', '', '', '', '']);
  // Another day's puzzle is another one.
  await page.goto(new URL('#/chomp?mode=today&day=2026-11-20', pages()).href);
  await given(page);
  await solve(page, game);
  await page.getByText(/^Solved: /).waitFor();
  assert.deepEqual(await marks(), [' ✗', '', '', '', '', '']);
});

test('a puzzle of another day says so', async (t) => {
  for (const [day, said] of [
    ['2026-11-20', 'Nov 20'],
    [new Date().toISOString().slice(0, 10), 'Today’s'],
  ]) {
    const page = await openPage(t, `#/chomp?mode=today&day=${day}`);
    await given(page);
    assert.equal(await page.locator('.modes select option:checked').textContent(), said);
  }
});

for (const game of GAMES) {
  test(
    `${game.name}: a puzzle is found with few questions, one after the other`,
    { skip: kind },
    async (t) => {
      const page = await openPage(t, `#/${game.name}`);
      let [asked, most, open] = [0, 0, 0];
      page.on('request', (request) => {
        if (request.method() !== 'POST') return;
        if (open === 0) asked += 1;
        open += 1;
      });
      page.on('requestfinished', (request) => {
        if (request.method() === 'POST') open -= 1;
      });
      for (const day of ['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29']) {
        asked = 0;
        await page.evaluate(
          (hash) => (location.hash = hash),
          `#/${game.name}?mode=today&day=${day}`,
        );
        await page.waitForFunction(
          (wanted) => location.search.includes(`${wanted}`) && location.search.includes('seed='),
          day,
        );
        await given(page);
        most = Math.max(most, asked);
      }
      // Up to four rounds, where rules of thumb solve all that were found, and what was found is shown.
      assert.ok(most <= 5, `${most}`);
    },
  );
}

for (const game of GAMES) {
  test(`${game.name}: the result of today's puzzle is a line to paste, and stays`, async (t) => {
    const hash = `#/${game.name}?mode=today&day=2026-11-26`;
    const page = await openPage(t, hash);
    await given(page);
    const first = await placeOf(page);
    const made = await solve(page, game);
    const field = page.locator('#share-result');
    const [text, address] = (await field.inputValue()).split(/ (?=http)/);
    const { label } = PAGES.find(({ name }) => name === game.name);
    assert.equal(text, `perfectplay 2026-11-26 ${label} ✓ ${made} moves, no mistake`);
    await page.goto('about:blank');
    await page.goto(address);
    await given(page);
    assert.equal(await placeOf(page), first, 'it is the same for everybody');
    assert.match(await field.inputValue(), / ✓ /);
    // The first result counts.
    const moves = await movesAt(page, game);
    await make(page, moves.at(-1).move);
    await page.locator('.puzzle-result').waitFor();
    assert.match(await field.inputValue(), / ✓ /);
  });

  test(`${game.name}: survival goes on to a larger board, a mistake ends it, and the best run stays`, async (t) => {
    const page = await openPage(t, `#/${game.name}?mode=survive`);
    for (const round of [1, 2]) {
      await page.getByText(`${game.name === 'tower' ? 'Tower' : 'Game'} ${round}.`).waitFor();
      await given(page);
      const moves = await movesAt(page, game);
      const [best, place] = [moves[0], await placeOf(page)];
      const isSpoiled = moves.some((move) => spoils(best, move));
      assert.ok(isSpoiled, place);
      assert.ok(game.name === 'tower' || worth(best) > 0, place);
      if (round > 1) break;
      await solve(page, game);
      await page.getByText('Won: 1 game in this run.').waitFor();
      await page.locator('[data-key=next]').click();
    }
    const moves = await movesAt(page, game);
    await make(page, moves.findLast((move) => spoils(moves[0], move)).move);
    await page.getByText('The run ends after 1 game.').waitFor();
    await page.getByText('Your best run: 1.').waitFor();
    // It is not taken back.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.verdict-turn').waitFor();
    assert.equal(await page.locator('.moves .chip').count(), 0);
    await page.goto(new URL(`#/${game.name}?mode=survive`, pages()).href);
    await page.reload();
    await given(page);
    const again = await movesAt(page, game);
    await make(page, again.findLast((move) => spoils(again[0], move)).move);
    await page.getByText('Your best run: 1.').waitFor();
  });
}
