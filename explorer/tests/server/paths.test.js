// The program's server: a position is in the path of its address, and what shows a link sees the position.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from '../games.js';
import { coded, decoded } from '../../page/core/path.js';
import described from '../../page/games/described.json' with { type: 'json' };
import { answer, base, leaves, openPage, placeOf, shows, start } from '../support.js';

start();

/** The attributes of the head that previews of links read. */
async function previewOf(path) {
  const html = await (await fetch(`${base()}/${path}`)).text();
  const [, title] = /<title>([^<]*)/.exec(html);
  const text = (name) => new RegExp(`"${name}"\\s+content="([^"]*)"`).exec(html)[1];
  return { title, description: text('og:description'), image: text('og:image') };
}

test('positions are written into paths so that they come back, and nothing has to be encoded', () => {
  const odd = ['', 'x_-~=', "</script>&'%?", '棋/😀 .', 'P#.##/..P# history:0,0+0,2;0,1+0,2'];
  for (const position of [...GAMES.map((game) => game.start), ...odd]) {
    const path = coded(position);
    assert.equal(decoded(path), position);
    assert.match(path, /^[\w,:;+~=-]*$/);
  }
  for (const wrong of ['=', '=zz=', '=fffffff=', '='])
    assert.equal(typeof decoded(wrong), 'string');
});

for (const game of GAMES) {
  test(`${game.name}: a link's title and description are those of the position, as is its picture`, async (t) => {
    const { position, value } = await answer(game.name, game.start, game.board);
    const query = game.board ? `?board=${encodeURIComponent(game.board)}` : '';
    const path = `${game.name}=${coded(game.start)}${query}`;
    const { title, description, image } = await previewOf(path);
    assert.ok(title.endsWith(`: ${position}`), title);
    const [number] = Object.values(value).slice(-1);
    const figure =
      typeof number === 'number' ? String(Math.abs(Number(number.toFixed(3)))) : 'wins';
    const told = value.score === 0 ? 'Nobody' : figure;
    assert.ok(description.includes(told), `${JSON.stringify(value)} ${description}`);
    const shown = await fetch(image);
    assert.equal(shown.headers.get('content-type'), 'image/png');
    // That of the game shows its first position.
    const first = (await previewOf(game.name)).image;
    assert.ok(first.startsWith(`${base()}/${game.name}-`), first);
    const picture = Buffer.from(await (await fetch(first)).arrayBuffer());
    assert.equal(picture.subarray(1, 4).toString(), 'PNG');
    assert.ok(picture.length < 90_000, `${picture.length} bytes`);
    assert.notEqual((await previewOf(game.name)).title, title);

    const page = await openPage(t, '', { path });
    await shows(page, game.start);
    assert.equal(page.url(), `${base()}/${path}`);
  });

  test(`${game.name}: the address follows the moves in its path, and old addresses lead there`, async (t) => {
    const page = await openPage(t, hashOf(game));
    const before = page.url();
    // The first start of a game needs no position.
    const isFirst = described[game.name].initial.start === game.start && !game.board;
    const begun = isFirst ? '' : `=${coded(game.start)}`;
    assert.equal(new URL(before).pathname, `/${game.name}${begun}`);
    await page.locator('.moves .chip').last().click();
    await leaves(page, game.start);
    const place = await placeOf(page);
    const [position] = place.split(/ (?=captured|red|green|blue|black)/);
    const after = page.url();
    const shown = place.endsWith('captured') ? '' : `=${coded(position)}`;
    assert.ok(after.startsWith(`${base()}/${game.name}${shown}?`), after);
    if (shown)
      assert.ok((await previewOf(after.slice(base().length + 1))).title.includes(position));
    await page.reload();
    await shows(page, place);
    await page.goBack();
    await shows(page, game.start);
    assert.equal(page.url(), before);
  });
}

test('where the files are sent without the program, addresses are behind #', async (t) => {
  const prepare = (page) =>
    page.route(/\/(\?|$)/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<html data-paths', '<html');
      await route.fulfill({ response, body });
    });
  const page = await openPage(t, '', { prepare });
  await page
    .getByRole('link', { name: /: Analyse$/ })
    .first()
    .click();
  await page.locator('#board[data-answered]').waitFor();
  await page.locator('.moves .chip').first().click();
  await page.waitForFunction(() => location.hash.startsWith('#/chomp?moves='));
  const place = await placeOf(page);
  assert.equal(new URL(page.url()).pathname, '/');
  await page.reload();
  await shows(page, place);
});
