// Sharing, pictures, frames of other sites, and print.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { tell } from './stories.js';
import { FRAME, answer, openPage, program, start, tables } from './support.js';

start();

tell('share');

const permissions = ['clipboard-read', 'clipboard-write'];

for (const game of GAMES) {
  test(`${game.name}: link, text and command are copied, and the command answers the same`, async (t) => {
    const page = await openPage(t, hashOf(game), { permissions });
    await page.locator('[data-key=share]').click();
    const copied = async (key) => {
      await page.locator(`[data-key="copy ${key}"]`).click();
      await page.locator(`[data-key="copy ${key}"]`).getByText('Copied').waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied('link'), page.url());
    const { position, value } = await answer(game.name, game.start, game.board);
    assert.equal(await copied('position'), position);
    const cwd = tables();
    const probe = `${program} probe --json --tables ${cwd}`;
    const command = (await copied('command')).replaceAll('perfectplay probe', probe);
    const said = execFileSync('bash', ['-c', command], { encoding: 'utf8', cwd });
    assert.deepEqual(JSON.parse(said).value, value);
  });

  test(`${game.name}: the board is saved as pictures`, async (t) => {
    const page = await openPage(t, hashOf(game));
    for (const kind of ['svg', 'png']) {
      await page.locator('[data-key=share]').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator(`[data-key=${kind}]`).click(),
      ]);
      assert.equal(download.suggestedFilename(), `perfectplay-${game.name}.${kind}`);
      const bytes = readFileSync(await download.path());
      if (kind === 'svg') {
        const cells = await page.locator('#board .cell').count();
        assert.ok(bytes.toString().split('<rect').length - 1 >= cells);
        const said = [...bytes.toString().matchAll(/<text x="16"[^>]*>([^<]*)/g)];
        const lines = said.map(([, line]) => line.replaceAll('&amp;', '&'));
        const texts = page.locator('h1, .verdict-value');
        const told = [...(await texts.allTextContents()), page.url()];
        const closed = (text) => text.replaceAll(/\s/g, '');
        for (const text of told) assert.ok(closed(lines.join('')).includes(closed(text)), lines);
        // Lines end between words, but for those of the address.
        const words = new Set(['·', ...told.slice(0, -1).join(' ').split(' ')]);
        for (const word of lines.flatMap((line) => line.split(' ')))
          assert.ok(words.has(word) || page.url().includes(word), `${word}: ${lines}`);
      } else {
        assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
      }
      await page.keyboard.press('Escape');
    }
  });

  test(`${game.name}: a frame of the size that is offered shows all of it`, async (t) => {
    for (const lang of ['en', 'zh']) {
      const rolled = game.name === 'tower' ? ['#/tower?moves=red'] : [];
      for (const hash of [`#/${game.name}`, hashOf(game), ...rolled]) {
        const sharing = await openPage(t, hash, { path: `?lang=${lang}` });
        await sharing.locator('[data-key=share]').click();
        const frame = await sharing.locator('#share-frame').inputValue();
        const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(frame).map(Number);
        const options = { path: `${FRAME}?lang=${lang}`, viewport: { width, height } };
        const page = await openPage(t, hash, options);
        // What a move does takes its place when it is pointed at.
        const cells = await page.locator('#board [data-step]').all();
        const apart = process.env.LOOKS === 'all' ? 1 : Math.ceil(cells.length / 6);
        for (const cell of cells.filter((_, at) => at % apart === 0)) {
          await cell.hover();
          const [needed, wide, end] = await page.evaluate(() => [
            document.documentElement.scrollHeight,
            document.documentElement.scrollWidth,
            document.querySelector('.outside').getBoundingClientRect().bottom,
          ]);
          const isWhole = needed <= height && wide <= width && end <= height;
          assert.ok(isWhole, `${needed} ${wide} ${end}`);
        }
        const board = await page.locator('#board .board-frame').first().boundingBox();
        assert.ok(board.width >= 280, `${board.width}`);
      }
    }
  });
}
