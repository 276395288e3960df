import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { answer, openPage, short, shows, start, valueOf } from './support.js';

start();

/** The browser itself reports an answer with an error status. */
const REFUSED = /status of 4\d\d/;

/** A message as the page shows it: what stands between backticks there is code here. */
const plain = (message) => message.replaceAll('`', '');

for (const game of GAMES) {
  if (game.contest) {
    test(`${game.name}: the input of the contest is read`, async (t) => {
      const { input, choose, position, board } = game.contest;
      const page = await openPage(t, hashOf(game));
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByLabel(/Paste input/).fill(input);
      await page.getByRole('button', { name: 'Read the input' }).click();
      if (choose) await page.getByRole('button', { name: choose }).click();
      await shows(page, position);
      const { value } = await answer(game.name, position, board);
      assert.equal(await valueOf(page), short(value));
    });

    test(`${game.name}: wrong input of the contest is refused where it stands`, async (t) => {
      const page = await openPage(t, hashOf(game));
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByLabel(/Paste input/).fill(game.wrong.contest);
      await page.getByRole('button', { name: 'Read the input' }).click();
      const problem = page.locator('#contest-problem');
      await problem.getByText(game.wrong.place).waitFor();
      assert.equal(await page.getByLabel(/Paste input/).getAttribute('aria-invalid'), 'true');
    });
  }

  test(`${game.name}: a wrong position in the dialog is refused there`, async (t) => {
    const { error } = await answer(game.name, game.wrong.start, game.board);
    const page = await openPage(t, hashOf(game), { expected: REFUSED });
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Position as text').fill(game.wrong.start);
    await page.getByRole('button', { name: 'Show this position' }).click();
    await page.locator('#setup-problem').getByText(plain(error.message)).waitFor();
    assert.ok(await page.getByRole('dialog').isVisible());
  });

  test(`${game.name}: the editor changes the position`, async (t) => {
    const page = await openPage(t, hashOf(game));
    await page.getByRole('button', { name: 'Set up' }).click();
    const text = page.getByLabel(game.board ? 'Board as text' : 'Position as text');
    const old = await text.inputValue();
    if (game.board) await page.getByLabel('Score of A at row 0, column 0').fill('6');
    else await page.locator('dialog [role=gridcell][data-step]').last().click();
    assert.notEqual(await text.inputValue(), old);
  });

  test(`${game.name}: a move that is not legal there is named, and the moves before it are shown`, async (t) => {
    const page = await openPage(t, hashOf(game, '&moves=9,9'));
    await page
      .getByRole('alert')
      .getByText('9,9, move 1 of the address, is not legal there')
      .waitFor();
    await shows(page, game.start);
  });
}

test('a position that takes too much is refused with a hint', async (t) => {
  const board = `${'.'.repeat(5)}/`.repeat(5).slice(0, -1);
  const { error } = await answer('stake', board);
  const page = await openPage(t, `#/stake?start=${board}`, { expected: /status of/ });
  const alert = page.getByRole('alert').first();
  await alert.getByText(plain(error.message)).waitFor();
});
