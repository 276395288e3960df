import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './axe.js';
import { GAMES, hashOf } from './games.js';
import { lookOf, storiesOf, tell } from './stories.js';
import { openPage, program, start } from './support.js';

start(program, ['achiplaced-3x3', 'kalah-3x3', 'catmouse-3', 'pig-20']);

tell('accessibility');

/** Both languages, both kinds of screen, dark, light and with forced colours. */
const SEEN = ['desktop light en', 'phone dark zh', 'desktop forced en'];

for (const [at, { title, run }] of storiesOf('states').entries()) {
  test(`axe-core finds no violations: ${title}`, async (t) => {
    // Each takes a second, so by default the states share out the ways to look at them.
    const isChosen = (_, way) => process.env.LOOKS === 'all' || way === at % SEEN.length;
    for (const how of SEEN.filter(isChosen)) {
      const page = await run(t, openPage, how);
      assert.deepEqual(await violations(page), [], how);
    }
  });
}

/** What the colours of the system leave of differences, by screenshots. */
const DIFFER = {
  stake: ['0,0', '0,1', '0,2', '1,2'],
  contour: ['0,0', '3,3'],
  tokens: ['0,0', '0,1', '0,2', '0,3'],
  chomp: ['0,0', '0,2', '0,3', '2,1'],
};

for (const game of GAMES.filter(({ name }) => name in DIFFER)) {
  test(`${game.name}: with forced colours cells of different kinds look different`, async (t) => {
    const page = await openPage(t, hashOf(game), lookOf('desktop forced'));
    const seen = new Set();
    for (const text of DIFFER[game.name]) {
      const [row, column] = text.split(',');
      const label = new RegExp(`^row ${row}, column ${column},`);
      const cell = page.getByRole('gridcell', { name: label });
      seen.add((await cell.screenshot()).toString('base64'));
    }
    assert.equal(seen.size, DIFFER[game.name].length);
    const star = page.locator('#board .cell-star').first();
    if (await star.count()) {
      const [fill, ground] = await star.evaluate((mark) => [
        getComputedStyle(mark).fill,
        getComputedStyle(mark.closest('.cell')).backgroundColor,
      ]);
      assert.notEqual(fill, ground, 'the star');
    }
    const cell = page.locator('#board [data-step]:not([data-step^=choose])').last();
    const before = await cell.screenshot();
    await cell.hover();
    assert.notDeepEqual(await cell.screenshot(), before, 'the cell that is pointed at');
  });
}
