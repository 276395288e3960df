// What boards show, and whether what is said of it is so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { texts } from '../page/texts/en.js';
import { GAMES as PAGES } from '../page/games/games.js';
import { GAMES, hashOf } from './games.js';
import { tell } from './stories.js';
import { DESKTOP, PHONE, answer, fieldsOf, leaves, openPage, placeOf, start } from './support.js';

start();

tell('board');

/** The default start of a game, and that of the tests. */
const startsOf = (game) => [`#/${game.name}`, hashOf(game)];

/** The board of a table, whose scores have five digits. */
const LARGE = '#/contour?start=4,3,2,1&board=75695848';

for (const game of GAMES) {
  test(`${game.name}: the legend explains the marks that are on the board, and no others`, async (t) => {
    for (const hash of [...startsOf(game), ...(game.name === 'contour' ? [LARGE] : [])]) {
      const page = await openPage(t, hash, DESKTOP);
      const legend = await page.locator('.legend b').allTextContents();
      const seen = await page.locator('#board .cell-small, #board .cell-text').allTextContents();
      const stars = await page.locator('#board .cell-star').count();
      const regions = await page.locator('#board .region').count();
      for (const mark of legend) {
        const isSeen =
          seen.includes(mark) || (mark === '+' && seen.some((text) => text.startsWith('+')));
        const isThere = { '★': stars, '▢': regions, '↖ ↘': 1 }[mark] ?? isSeen;
        assert.ok(isThere, `${hash}: ${mark} of ${legend} is not among ${seen}`);
      }
      assert.equal(legend.includes('★'), stars > 0);
      // Digits, letters and names are the board's own; results are one of these.
      const kindOf = (text) => /^([WLD](?=\d*$)|[+\u2212](?=[\d.]+k?$)|=$)/.exec(text)?.[0];
      const isResult = (kind) => kind && (game.name !== 'tower' || kind === '+');
      for (const kind of new Set(seen.flatMap((text) => text.split(' / ')).map(kindOf))) {
        if (!isResult(kind)) continue;
        // What `+2` means says what `−2` means.
        const signs = '+\u2212'.includes(kind) ? '+\u2212' : kind;
        const isTold = legend.some((mark) => signs.includes(kindOf(mark) ?? mark));
        assert.ok(isTold, kind);
      }
    }
  });
}

/** How many pixels of two pictures of one size have a contrast of 3 or more between them. */
function contrasting([one, other]) {
  const pixels = async (data) => {
    const image = await createImageBitmap(
      await (await fetch(`data:image/png;base64,${data}`)).blob(),
    );
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const luminance = (found, at) => {
    const [r, g, b] = [0, 1, 2].map((part) => {
      const value = found[at + part] / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Promise.all([pixels(one), pixels(other)]).then(([a, b]) => {
    let count = 0;
    for (let at = 0; at < a.length; at += 4) {
      const [light, dark] = [luminance(a, at), luminance(b, at)].sort((x, y) => y - x);
      if ((light + 0.05) / (dark + 0.05) >= 3) count += 1;
    }
    return count;
  });
}

for (const game of GAMES) {
  test(`${game.name}: the last move is seen on the board`, async (t) => {
    for (const look of ['light', 'dark']) {
      const options = { ...DESKTOP, colorScheme: look, bypassCSP: true };
      const page = await openPage(t, hashOf(game, game.roll), options);
      const before = await placeOf(page);
      await page.locator('.moves .chip').first().click();
      await leaves(page, before);
      await page.mouse.move(5, 5);
      const cells = page.locator('#board .is-last');
      assert.ok(await cells.count());
      const pictures = [];
      const { x, y, width, height } = await cells.last().boundingBox();
      const clip = { x: x - 4, y: y - 4, width: width + 8, height: height + 8 };
      for (const isMarked of [true, false]) {
        if (!isMarked)
          await cells.evaluateAll((all) => all.map((one) => one.classList.remove('is-last')));
        pictures.push((await page.screenshot({ clip })).toString('base64'));
      }
      const differ = await page.evaluate(contrasting, pictures);
      assert.ok(differ >= 40, `${look}: ${differ} pixels`);
    }
  });

  test(`${game.name}: the focus stays among the moves when one is made by a key`, async (t) => {
    for (const more of ['', '&mode=play']) {
      const page = await openPage(t, hashOf(game, more), DESKTOP);
      const where = () =>
        page.evaluate(() => {
          const { activeElement: at } = document;
          return (
            at?.closest('.moves .chip, #board [tabindex="0"]')?.className ??
            at?.outerHTML.slice(0, 90)
          );
        });
      for (let moves = 0; moves < 3; moves += 1) {
        const before = await placeOf(page);
        const chip = page.locator('.moves .chip').first();
        if (!(await chip.count())) break;
        if (moves === 0) await chip.focus();
        await page.keyboard.press('Enter');
        await leaves(page, before);
        // Until the oracle has replied, and the die is rolled.
        await page.locator('.moves .chip, .verdict-value').first().waitFor();
        if (!(await page.locator('[data-key=rematch]').count()))
          await page.locator('.moves .chip[tabindex="0"]').waitFor();
        assert.match(await where(), /^(chip|cell)/, `${more} after ${moves + 1}`);
        if (!/^chip/.test(await where())) break;
      }
    }
  });
}

for (const game of PAGES.filter(({ roll }) => !roll)) {
  test(`${game.name}: a wrong move in a lesson is answered, and after a second one the right move is shown`, async (t) => {
    const asked = (lessons) => lessons.flatMap(({ steps }) => steps).filter(({ text }) => text);
    const all = asked(game.lessons).length;
    for (const [round, { setup, steps }] of game.lessons.entries()) {
      const { moves } = await answer(game.name, setup.start, setup.board);
      const results = new Map(moves.map(({ move, result }) => [move, result]));
      const [{ step }] = steps;
      const wrong = [...results.keys()].filter((other) => other !== step).sort();
      const page = await openPage(t, `#/${game.name}?mode=lesson&round=${round}`, PHONE);
      const progress = `Question ${asked(game.lessons.slice(0, round)).length + 1} of ${all}`;
      assert.ok(await page.getByText(progress).isVisible());
      assert.equal(await page.locator('.tap-again').count(), 0, 'nothing was tapped');
      for (const [tries, move] of [wrong[0], wrong.at(-1)].entries()) {
        const cells = GAMES.find(({ name }) => name === game.name).cells(page, move);
        for (const cell of cells.slice(0, -1)) await cell.tap();
        await cells.at(-1).tap();
        const again = page.locator('.tap-again');
        if (!tries) await again.waitFor();
        if (await again.count()) await cells.at(-1).tap();
        const said = page.locator('.not-told', {
          hasText: tries ? texts.lesson.answer(step) : texts.lesson.again,
        });
        await said.waitFor();
        assert.equal(await page.locator('.tap-again').count(), 0);
        assert.equal(await placeOf(page), setup.start);
        const [told, made] = [step, move].map((one) => results.get(one));
        const isWorse =
          'score' in told
            ? told.score > made.score
            : told.outcome === 'win' && made.outcome === 'loss';
        const text = await said.textContent();
        assert.equal(text.startsWith(texts.lesson.notThis), isWorse, text);
        assert.equal(await page.locator('#live').textContent(), text);
      }
    }
  });
}

test('tokens: a piece is seen under the focus of the keyboard as without it', async (t) => {
  const page = await openPage(t, '#/tokens', DESKTOP);
  const cell = page.locator('#board .cell').first();
  const box = await cell.boundingBox();
  const [x, y] = [box.x + box.width / 2 - 5, box.y + box.height / 2 - 5];
  const middle = () => page.screenshot({ clip: { x, y, width: 10, height: 10 } });
  const before = await middle();
  await page.locator('[data-key="mode puzzle"]').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.ok(await cell.evaluate((one) => one.matches(':focus-visible')));
  assert.ok(before.equals(await middle()));
});

test('contour: texts of a cell do not run over each other or out of it, with scores of five digits', async (t) => {
  for (const look of [DESKTOP, PHONE]) {
    for (const lang of ['en', 'zh']) {
      const page = await openPage(t, LARGE, { ...look, path: `?lang=${lang}` });
      const over = await page.locator('#board .cell').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const box = cell.getBoundingClientRect();
          const parts = [...cell.querySelectorAll(':scope > :not(.visually-hidden)')]
            .filter((part) => part.tagName === 'svg' || part.textContent)
            .map((part) => {
              const range = document.createRange();
              range.selectNodeContents(part);
              const rect = (part.tagName === 'svg' ? part : range).getBoundingClientRect();
              // Lines are higher than their letters.
              const trim = part.tagName === 'svg' ? 0 : rect.height * 0.14;
              const { left, right } = rect;
              return { left, right, top: rect.top + trim, bottom: rect.bottom - trim };
            });
          const isIn = ({ left, right, top, bottom }) =>
            left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
          const isOut = !parts.every(isIn);
          const isBefore = (one, other) => one.right <= other.left || one.bottom <= other.top;
          const meet = parts.some((one, at) =>
            parts.slice(at + 1).some((other) => !isBefore(one, other) && !isBefore(other, one)),
          );
          return isOut || meet ? [`${cell.textContent} ${isOut} ${JSON.stringify(parts)}`] : [];
        }),
      );
      assert.deepEqual(over, []);
      assert.equal(await page.locator('.squares.has-more').count(), look === PHONE ? 1 : 0);
    }
  }
});

test('contour: totals stand above the board or beside it, numbers have their digits in groups', async (t) => {
  const { board } = await answer('contour', '0', '75695848');
  const text = [10, 10, ...board.a.flat(), ...board.b.flat()].join(' ');
  for (const look of [DESKTOP, PHONE]) {
    for (const mode of ['', '&mode=play']) {
      const hash = `#/contour?board=75695848&start=0&moves=0,0+0,1${mode}`;
      const page = await openPage(t, hash, look);
      await page.waitForFunction(() => location.href.includes('moves='));
      const [a, b] = [board.a[0][0], board.b[0][1]].map((score) => score.toLocaleString('en'));
      const told = page.locator('.verdict', { hasText: `So far: A ${a}, B ${b}.` });
      const { y, height } = await told.boundingBox();
      assert.ok(y + height <= 800);
      assert.equal(fieldsOf(page).get('board'), text);
      const prose = await page.locator('.verdict, .preview, .panel').allInnerTexts();
      assert.doesNotMatch(prose.join('\n').replace(/contour-\d+|75695848/g, ''), /\d{5}/);
    }
  }
});
