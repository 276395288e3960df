import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { answer, fieldsOf, leaves, openPage, shows, start, valueOf } from './support.js';

start();

const TWO_PLAYERS = GAMES.filter(({ name }) => name !== 'tower');

/** The oracle's first move, when the person plays the second side. */
async function firstReply(t, game, more) {
  const page = await openPage(t, hashOf(game, `&mode=play&side=second${more}`));
  await page.waitForFunction(() => location.href.includes('moves='));
  await leaves(page, game.start);
  assert.ok(!(await page.locator('.verdict-value').count()), 'results are hidden');
  return fieldsOf(page).get('moves');
}

for (const game of TWO_PLAYERS) {
  test(`${game.name}: the oracle begins with a best move`, async (t) => {
    const { moves } = await answer(game.name, game.start, game.board);
    const move = await firstReply(t, game, '');
    assert.ok(moves.find((other) => other.move === move).best, move);
  });
}

for (const game of TWO_PLAYERS.filter(({ name }) => ['number', 'stake', 'chomp'].includes(name))) {
  test(`${game.name}: an opponent that is always wrong makes a worse move, the same for the same seed`, async (t) => {
    const { moves } = await answer(game.name, game.start, game.board);
    const one = await firstReply(t, game, '&mistakes=100&seed=7');
    const other = await firstReply(t, game, '&mistakes=100&seed=7');
    assert.equal(one, other);
    assert.equal(moves.find(({ move }) => move === one).best, false, one);
  });
}

test('how the board is shown is asked beside results alone', async (t) => {
  for (const { name } of GAMES) {
    const page = await openPage(t, `#/${name}?mode=play`);
    await page.locator('[data-key=results]').waitFor();
    const choices = page.locator('.controls .segments');
    assert.equal(await choices.count(), 0);
    await page.locator('[data-key=results]').click();
    await page.locator('.legend').waitFor();
    assert.equal(await choices.count(), ['number', 'tokens'].includes(name) ? 1 : 0);
  }
});

test('tower: after a roll the value is what is left with it', async (t) => {
  const { value, rolls } = await answer('tower', 'RGB/GRG/BBB/GGR');
  const [{ result }] = rolls.find(({ roll }) => roll === 'red').moves;
  assert.notEqual(result.expected, value.expected);
  for (const [more, { expected }] of Object.entries({ '': value, '?moves=red': result })) {
    const page = await openPage(t, `#/tower${more}`);
    assert.equal(await valueOf(page), String(Number(expected.toFixed(3))));
  }
});

test('a game against the oracle goes to its end, and undo takes back both moves', async (t) => {
  const game = GAMES.find(({ name }) => name === 'number');
  const page = await openPage(t, hashOf(game, '&mode=play'));
  await page.locator('#board [data-step="8"]').click();
  await page.waitForFunction(
    () => (/moves=([^&]*)/.exec(location.href)?.[1].split('+').length ?? 0) === 2,
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await shows(page, game.start);
  await page.getByRole('button', { name: 'Redo' }).click();
  await leaves(page, game.start);
  for (let turn = 0; turn < 10; turn += 1) {
    // Whether the game is over the page learns from an answer.
    await page.locator('[data-key=rematch], #board [data-step]').first().waitFor();
    if (await page.locator('[data-key=rematch]').count()) break;
    const shown = await page.locator('.tree .on-path').count();
    await page.locator('#board [data-step]').first().click();
    // After the oracle's move, or the last one.
    await page.waitForFunction((before) => {
      const now = document.querySelectorAll('.tree .on-path').length;
      const over = document.querySelector('[data-key=rematch]');
      return now === before + 2 || (over && now > before);
    }, shown);
  }
  await page.locator('.verdict-value', { hasText: /You (win|lose)/ }).waitFor();
});

test('tower: the die is rolled by itself, and rolls are the same for the same seed', async (t) => {
  const rolls = [];
  for (let round = 0; round < 2; round += 1) {
    const page = await openPage(t, '#/tower?start=RGB/GRG&mode=play&seed=11');
    await page.locator('#board [data-step^="choose"]').first().waitFor();
    rolls.push(/moves=([^&]*)/.exec(page.url())[1]);
  }
  assert.equal(rolls[0], rolls[1]);
});

test('tower: a block is dragged onto the top', async (t) => {
  const page = await openPage(t, '#/tower?start=RGB/GRG&moves=red');
  const block = await page.locator('#board [data-step="choose 1L"]').boundingBox();
  const slot = await page.locator('#board .slot').nth(1).boundingBox();
  await page.mouse.move(block.x + 20, block.y + 20);
  await page.mouse.down();
  await page.mouse.move(slot.x + 20, slot.y + 20, { steps: 5 });
  await page.mouse.up();
  await shows(page, '.GB/GRG/.R.');
});
