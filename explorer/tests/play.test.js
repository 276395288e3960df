import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, hashOf } from './games.js';
import { answer, compareValues, leaves, line, openPage, placeOf, shows, start } from './support.js';
import { tell } from './stories.js';
import { WAYS } from './ways.js';

start();

tell('play');

for (const game of GAMES.filter(({ name }) => name !== 'tower')) {
  for (const [name, { look, begin, make }] of Object.entries(WAYS)) {
    test(`${game.name}: best play is played to the end by ${name}`, async (t) => {
      const steps = await line(game.name, game.start, game.board);
      assert.ok(steps.length > 3);
      const page = await openPage(t, hashOf(game), look);
      await compareValues(page, game, game.start);
      await begin(page);
      let ahead = 0;
      for (const { move, position, gain = 0 } of steps) {
        const before = await placeOf(page);
        await make(page, game.cells(page, move));
        await leaves(page, before);
        ahead = 0 - ahead - gain;
        if (position) await compareValues(page, game, position, ahead);
      }
      await page.locator('.verdict-value', { hasText: / wins?( by|$)|A draw/ }).waitFor();
    });
  }
}

for (const [name, { look, begin, make }] of Object.entries(WAYS)) {
  test(`tower: the best move of each roll is made to the end by ${name}`, async (t) => {
    const game = GAMES.find((other) => other.name === 'tower');
    const page = await openPage(t, hashOf(game), look);
    await begin(page);
    let position = game.start;
    for (let minute = 0; minute < 40; minute += 1) {
      await shows(page, position);
      await compareValues(page, game, position);
      const { rolls } = await answer('tower', position);
      const playable = rolls.filter(({ moves }) => moves.length);
      if (!playable.length) break;
      const { roll, moves } = playable[minute % playable.length];
      await page.locator(`[data-key="roll ${roll}"]`).click();
      await shows(page, `${position} ${roll}`);
      if (name === 'keys') await page.locator('#board [tabindex="0"]').focus();
      await make(page, game.cells(page, moves[0].move));
      position = moves[0].position;
    }
    await page.getByText('The game is over', { exact: true }).waitFor();
    await page.getByText('The moves were all best ones').waitFor({ state: 'attached' });
  });
}
