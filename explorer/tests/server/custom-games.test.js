// Custom games, of which the page knows no rules: those of the example program, and others
// whose answers are made up here.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { violations } from '../axe.js';
import {
  PHONE,
  answer,
  base,
  compareValues,
  line,
  openPage,
  customProgram,
  shows,
  start,
  tables,
  readJson,
} from '../support.js';
import { tell } from '../stories.js';
import { WAYS } from '../ways.js';

start(customProgram);

const BOARD = 'tictactoe-3x3';
const TEXT = 'kayles-20';
const FAILED = /ERR_|status of [45]/;

const cell = (page, text) => page.locator(`#board [data-step="${text}"]`);
const chip = (page, move) => page.locator(`.moves [data-key="move ${move}"]`);

/**
 * Games that are made up: a piece goes round on four cells, and nobody wins; whoever takes one takes two as well, and
 * the moves have blanks; dice decide at once; texts that would hurt if they were HTML.
 */
const MADE_UP = readJson(import.meta.url, 'made-up-games.json');
const { RING } = MADE_UP;

const turned = (value) => ({
  ...('score' in value && { score: -value.score }),
  ...('outcome' in value && { outcome: { win: 'loss', draw: 'draw', loss: 'win' }[value.outcome] }),
});

/** What a server answers about a position of a game that is made up. */
function madeUp({ name, positions, dice }, position) {
  const valueOf = (text) => {
    const [value] = positions[text];
    if (dice) return { expected: value };
    return typeof value === 'number' ? { score: value } : { outcome: value };
  };
  if (!positions[position]) {
    return { error: { code: 'position', message: `\`${position}\` is no position`, hint: null } };
  }
  const value = valueOf(position);
  if (dice) {
    const rolls = positions[position].slice(1).map(([roll, probability]) => {
      const outcome = { position: roll, value: valueOf(roll), result: valueOf(roll), best: true };
      return { roll, probability, moves: [{ move: roll, ...outcome }] };
    });
    return {
      game: name,
      position,
      value,
      ...(rolls.length ? { rolls } : { moves: [] }),
      table: name,
    };
  }
  const moves = positions[position].slice(1).map(([move, to, again]) => {
    const result = again ? valueOf(to) : turned(valueOf(to));
    const best = JSON.stringify(result) === JSON.stringify(value);
    const more = again ? { again: true } : {};
    return { move, position: to, value: valueOf(to), result, best, replies: [], ...more };
  });
  moves.sort((one, other) => other.best - one.best);
  return { game: name, position, value, moves, table: name };
}

/** Opens a page of a program that has a game which is made up, and others. */
function openGame(t, game, hash, options = {}) {
  const prepare = async (page) => {
    const { others = [] } = options;
    const games = [{ name: game.name, rules: game.rules, start: game.start }, ...others];
    const told = JSON.stringify({ name: 'my-games', games }).replaceAll('<', '\\u003c');
    const isPage = ({ pathname }) => pathname === '/' || pathname.startsWith(`/${game.name}`);
    await page.route(isPage, async (route) => {
      const response = await route.fetch({ url: `${base()}/` });
      const html = (await response.text()).replace(
        /(<script type="application\/json" id="program">).*?(?=<\/script>)/,
        (_, element) => element + told,
      );
      await route.fulfill({ response, body: html });
    });
    await page.route(`**/v1/${game.name}**`, async (route) => {
      const request = route.request();
      const url = new URL(request.url());
      if (url.pathname.endsWith('/line')) return route.fulfill({ json: { line: null } });
      if (request.method() === 'POST') {
        const { positions } = request.postDataJSON();
        const answers = positions.map((position) => madeUp(game, position));
        return route.fulfill({ json: { answers } });
      }
      const json = madeUp(game, url.searchParams.get('position'));
      return route.fulfill({ json, status: json.error ? 422 : 200 });
    });
    await options.prepare?.(page);
  };
  return openPage(t, hash, { ...options, prepare });
}

tell('custom-games', (t, hash, options) => {
  const game = Object.values(MADE_UP).find(({ name }) => (hash || options.path)?.includes(name));
  return game ? openGame(t, game, hash, options) : openPage(t, hash, options);
});

for (const [name, { look, begin, make }] of Object.entries(WAYS)) {
  test(`a game on a board is played to its end by ${name}`, async (t) => {
    const begun = 'X../.O./..X';
    const page = await openPage(t, `#/${BOARD}?start=${begun}`, look);
    await begin(page);
    let position = begun;
    for (const { move, position: next } of await line(BOARD, begun)) {
      await compareValues(page, { name: BOARD }, position);
      await make(page, [cell(page, move)]);
      await shows(page, next);
      position = next;
    }
    await page.locator('.verdict-value', { hasText: 'A draw' }).waitFor();
    await page.getByText('Nobody made a mistake.').waitFor();
    assert.equal(await page.locator('.moves:visible, .line:visible').count(), 0);
  });
}

test('a game of which positions are text is played to its end by the list of moves', async (t) => {
  const page = await openPage(t, `#/${TEXT}?start=119`);
  assert.equal(await page.locator('.custom-text').textContent(), '119');
  await page.getByText('Grundy value').first().waitFor();
  let position = '119';
  for (const { move, position: next } of await line(TEXT, position)) {
    await compareValues(page, { name: TEXT }, position);
    await chip(page, move).focus();
    await page.getByText(`${move} leads to ${next}`).waitFor();
    await chip(page, move).click();
    await shows(page, next);
    position = next;
  }
  await page.locator('.verdict-value', { hasText: /^The (first|second) player wins$/ }).waitFor();
});

test('a game without its table says what makes it, and goes on when it is there', async (t) => {
  const error = { code: 'missing', message: 'this server has no table of the game', hint: null };
  let isMissing = true;
  const prepare = (page) =>
    page.route(`**/v1/${BOARD}**`, (route) => {
      if (!isMissing) return route.continue();
      const isBatch = route.request().method() === 'POST';
      return isBatch
        ? route.fulfill({ json: { answers: [{ error }] } })
        : route.fulfill({ status: 404, json: { error } });
    });
  const page = await openPage(t, `#/${BOARD}?moves=1,1`, { expected: FAILED, prepare });
  const alert = page.locator('.verdict [role=alert]');
  await alert.getByText(`my-games build ${BOARD} makes it.`).waitFor();
  isMissing = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await shows(page, '.../.X./...');
});

for (const [look, options] of Object.entries({ desktop: {}, phone: PHONE })) {
  test(`the menu holds forty games, and finds one of them: ${look}`, async (t) => {
    const others = Array.from({ length: 34 }, (_, at) => ({
      name: `pile-${at}`,
      rules: `Take up to ${at} stones. Whoever takes the last one wins.`,
      start: String(at),
    }));
    const page = await openGame(t, RING, '#/ring-4', { ...options, others });
    await page.locator('[data-key=menu]').click();
    const links = page.locator('.menu a');
    await links.first().waitFor();
    assert.equal(await links.count(), 41);
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.getByRole('searchbox').fill('to 33 stones');
    assert.deepEqual(await links.evaluateAll((all) => all.map((one) => one.dataset.game)), [
      'pile-33',
    ]);
  });
}

const permissions = ['clipboard-read', 'clipboard-write'];

for (const [game, position] of [
  [BOARD, 'X../.O./...'],
  [TEXT, '1023'],
]) {
  test(`${game}: text and command are copied`, async (t) => {
    const hash = `#/${game}?start=${position}`;
    const page = await openPage(t, hash, { permissions });
    await page.locator('[data-key=share]').click();
    await page.locator('[data-key="copy command"]').click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.startsWith('my-games probe '), copied);
    const command = copied.replace('my-games', `'${customProgram}'`);
    const shell = `${command} --json --tables '${tables()}'`;
    const said = execFileSync('bash', ['-c', shell], { encoding: 'utf8', cwd: tables() });
    const { value } = await answer(game, position);
    assert.deepEqual(JSON.parse(said).value, value);
    assert.equal(await page.locator('[data-key=svg]').count(), game === BOARD ? 1 : 0);
    assert.equal(await page.locator('[data-key=print]').count(), 1);
    if (game === BOARD) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('[data-key=png]').click(),
      ]);
      assert.equal(download.suggestedFilename(), `perfectplay-${BOARD}.png`);
    }
  });
}

test('answers are revalidated, as the rules may change with the program', async () => {
  for (const [path, control] of [
    [`/v1/${BOARD}?position=XX./OO./...`, 'no-cache'],
    ['/v1/chomp?position=2,1', 'public, max-age=3600'],
  ]) {
    const { headers } = await fetch(base() + path);
    assert.equal(headers.get('cache-control'), control, path);
  }
});
