// Moves by clicks, taps and keys.
import assert from 'node:assert/strict';
import { PHONE, placeOf } from './support.js';

/** Presses arrow keys until a cell has the focus. */
async function walkTo(page, target) {
  const wanted = Number(await target.getAttribute('data-index'));
  for (let presses = 0; presses < 200; presses += 1) {
    const [current, columns] = await page.evaluate(() => [
      Number(document.activeElement?.getAttribute('data-index')),
      Number(document.activeElement?.closest('[role=grid]')?.getAttribute('aria-colcount')),
    ]);
    if (current === wanted) return;
    const down = Math.floor(wanted / columns) - Math.floor(current / columns);
    const right = (wanted % columns) - (current % columns);
    const vertical = down > 0 ? 'ArrowDown' : 'ArrowUp';
    const horizontal = right > 0 ? 'ArrowRight' : 'ArrowLeft';
    if (down !== 0) await page.keyboard.press(vertical);
    const moved = await page.evaluate(() =>
      Number(document.activeElement?.getAttribute('data-index')),
    );
    if (moved === current) await page.keyboard.press(horizontal);
  }
  assert.fail('the arrow keys do not lead to the cell');
}

/** What a move is made by: the page that it needs, what is done before the first one, and how its cells are played. */
export const WAYS = {
  clicks: {
    look: {},
    begin: async () => {},
    make: async (page, cells) => {
      for (const cell of cells) await cell.click();
    },
  },
  taps: {
    look: PHONE,
    begin: async () => {},
    make: async (page, cells) => {
      for (const cell of cells.slice(0, -1)) await cell.tap();
      const last = cells.at(-1);
      // The first one shows what the move does, unless a piece was taken that goes there.
      const isNext = await last.evaluate((cell) => cell === document.activeElement);
      if (cells.length === 1 || !isNext) {
        const before = await placeOf(page);
        await last.tap();
        await page.locator('.tap-again').waitFor();
        assert.equal(await placeOf(page), before);
      }
      await last.tap();
    },
  },
  keys: {
    look: {},
    begin: async (page) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    },
    make: async (page, cells) => {
      for (const cell of cells) {
        await walkTo(page, cell);
        await page.keyboard.press('Enter');
      }
    },
  },
};
