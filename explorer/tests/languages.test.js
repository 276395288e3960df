// Both languages are complete, and chosen as one expects.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { words as stake } from '../page/games/stake/texts/en.js';
import { texts as en } from '../page/texts/en.js';
import { texts as zh } from '../page/texts/zh.js';
import { chinese } from '../page/core/chinese.js';
import { GAMES, hashOf } from './games.js';
import described from '../page/games/described.json' with { type: 'json' };
import { tell } from './stories.js';
import { PHONE, answer, openPage, short, start } from './support.js';

start();

tell('languages');

const PAGE = new URL('../page/', import.meta.url);

/** The folders of texts: the page's own, and one in each game's folder. */
const FOLDERS = [
  'texts/',
  ...readdirSync(new URL('games/', PAGE), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `games/${name}/texts/`),
];

/** The paths to all texts, with whether they are functions. */
function shape(value, path = '') {
  if (typeof value !== 'object') return [`${path} ${typeof value}`];
  if (Array.isArray(value) && path.endsWith('.list')) return [`${path} ${value.length}`];
  return Object.entries(value).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

for (const folder of FOLDERS) {
  test(`${folder}: the languages have the same texts`, async () => {
    const files = readdirSync(new URL(folder, PAGE));
    assert.deepEqual(files, readdirSync(new URL('texts/', PAGE)));
    assert.ok(files.includes('en.js') && files.includes('zh.js'));
    const shapeOf = async (/** @type {string} */ file) =>
      shape({ ...(await import(new URL(folder + file, PAGE))) }).toSorted();
    const english = await shapeOf('en.js');
    assert.ok(english.length > 5);
    for (const file of files.filter((file) => file.endsWith('.js'))) {
      assert.deepEqual(await shapeOf(file), english, file);
    }
  });
}

test('counts are told right in English', () => {
  assert.equal(en.cells(1), '1 cell');
  assert.equal(en.cells(2), '2 cells');
  assert.equal(stake.facts.largest('0'), 'Largest of 0');
  const other = { name: 'the oracle', you: false };
  assert.equal(en.verdict.wins({ name: 'you', you: true }, 1), 'you win with the next move');
  const told = 'Then the oracle wins in 1,234 moves.';
  assert.equal(en.after.wins(other, 1234), told);
  assert.equal(en.verdict.ahead(other, 437764), 'the oracle ends 437,764 ahead');
  assert.equal(zh.verdict.ahead({ name: '你', you: true }, 437764), '你最后多 437,764 分');
});

test('wherever Chinese meets Latin letters or figures there is one space', async (t) => {
  assert.equal(chinese('第3行A队+2分'), '第 3 行 A 队 +2 分');
  assert.equal(chinese({ text: (name) => `在${name}。` }).text('POJ'), '在 POJ。');
  const meeting = /\p{Script=Han}[+\u2212]?[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}| {2}/u;
  for (const game of GAMES) {
    for (const more of ['', '&mode=play', '&mode=lesson']) {
      const page = await openPage(t, hashOf(game, more), { path: '?lang=zh' });
      if (!more) await page.locator('.moves .chip').first().hover();
      const said = await page.locator('main').evaluate((main) =>
        // The marks of boards have no room for a space.
        [...main.querySelectorAll(':not(.legend, .legend *, .cell *)')].flatMap((part) => [
          part.getAttribute('aria-label') ?? '',
          ...[...part.childNodes].map((node) => (node instanceof Text ? node.data : '')),
        ]),
      );
      assert.ok(said.length > 10);
      const wrong = said.filter((text) => meeting.test(text));
      assert.deepEqual(wrong, [], game.name + more);
    }
  }
});

test('where all games are, boards are whole, and one shows what its moves are worth', async (t) => {
  const { moves } = await answer('stake', described.stake.initial.start);
  for (const look of [{}, PHONE]) {
    const page = await openPage(t, '', look);
    await page.locator('.game-card .cell-star').waitFor({ state: 'attached' });
    const cut = await page.locator('.game-picture').evaluateAll((pictures) =>
      pictures
        .filter((picture) => {
          const [outer, inner] = [picture, picture.querySelector('.thumbnail')].map((part) =>
            part.getBoundingClientRect(),
          );
          return inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1;
        })
        .map((picture) => picture.closest('li').dataset.game),
    );
    assert.deepEqual(cut, []);
    const worth = page.locator('[data-game=stake] .cell', { hasText: short(moves[0].result) });
    assert.equal(await worth.count(), moves.filter(({ best }) => best).length);
  }
});
