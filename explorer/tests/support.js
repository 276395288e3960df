// A server, a browser, and pages whose errors fail the test.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import playwright from 'playwright-for-firefox';
import { hashOf } from '../page/core/path.js';
import { KINDS, asIs, fileServer, withServer, withoutPolicy } from './file-server.js';

export const program =
  process.env.PERFECTPLAY_PROGRAM ??
  new URL('../../target/release/perfectplay', import.meta.url).pathname;

/** A program with custom games: the example of docs/custom-game.md. */
export const customProgram =
  process.env.PERFECTPLAY_CUSTOM_GAMES ??
  new URL('../../target/release/examples/custom_games', import.meta.url).pathname;

/**
 * The kind of file server, of those in file-server.js, whose static files the tests open; undefined where they open the
 * page of the program's server. Tests that are about that server are skipped on others.
 */
export const { EXPLORER_ON: kind } = process.env;

/** The Firefox that the tests open in place of Chromium, if they do. */
const { FIREFOX } = process.env;

const state = {};

/** What a file beside a test has, which is named by its own address. */
export const readJson = (test, name) => JSON.parse(readFileSync(new URL(name, test), 'utf8'));

/** Starts what the tests of a file need, with the default tables and those of `more` games, and ends it after them. */
export function start(served = program, more = []) {
  before(async () => {
    state.program = served;
    state.tables = mkdtempSync(join(tmpdir(), 'perfectplay-explorer-'));
    const { EXPLORER_TABLES } = process.env;
    if (EXPLORER_TABLES) cpSync(EXPLORER_TABLES, state.tables, { recursive: true });
    // Tables that are there stay.
    for (const names of more.length ? [[], more] : [[]]) {
      const command = ['build', ...names, '--tables', state.tables];
      const built = spawnSync(served, command, { encoding: 'utf8' });
      assert.equal(built.status, 0, built.stderr ?? String(built.error));
    }
    state.server = spawn(served, ['serve', '--addr', '127.0.0.1:0', '--tables', state.tables]);
    state.base = await address(state.server);
    // What tests evaluate in a page is `eval` in Firefox, which the server's policy refuses.
    if (FIREFOX) state.base = await withoutPolicy(state.base);
    if (kind) state.files = await fileServer(process.env.PERFECTPLAY_SITE, KINDS[kind]);
    state.browser = FIREFOX
      ? await playwright._bidiFirefox.launch({ executablePath: FIREFOX })
      : await chromium.launch({
          executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
          args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        });
  });
  after(async () => {
    await state.browser?.close();
    state.server?.kill();
    state.files?.end();
    if (state.tables) rmSync(state.tables, { recursive: true });
  });
}

/** The address that a server prints. */
function address(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why) => reject(new Error(`${why}: ${said}`));
    const timer = setTimeout(() => fail('the server does not say its address'), 60_000);
    server.stderr.on('data', (data) => {
      said += data;
      const [found] = /http:\/\/[\d.]+:\d+/.exec(said) ?? [];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
    server.on('exit', () => fail('the server ended'));
  });
}

/** Asks the server, as any program would. */
export async function ask(path, init) {
  const response = await fetch(state.base + path, init);
  return response.json();
}

export function answer(game, position, board, more = {}) {
  const query = new URLSearchParams({ position, ...(board ? { board } : {}), ...more });
  return ask(`/v1/${game}?${query}`);
}

export async function line(game, position, board) {
  return (await answer(`${game}/line`, position, board)).line;
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Runs a test with a page of its own. Errors in the console, of scripts, and requests to other
 * hosts fail it; `expected` says which errors in the console belong to the test.
 */
export async function withPage(hash, options, test) {
  const { expected = /^$/, prepare, path = '', site = pages(), ...context } = options;
  const { origin } = new URL(site);
  // What a service worker fetches is looked at by tests of their own.
  const usual = FIREFOX ? {} : { locale: 'en-GB', serviceWorkers: 'block' };
  const opened = await state.browser.newContext({ ...usual, ...context });
  // Tests wait for what they expect; a slow machine is no failure.
  opened.setDefaultTimeout(60_000);
  const page = await opened.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.stack));
  page.on('request', (request) => {
    const isOwn = ['', 'blob:'].some((kind) => request.url().startsWith(`${kind}${origin}/`));
    if (!isOwn) problems.push(`a request to ${request.url()}`);
  });
  try {
    await prepare?.(page);
    await page.goto(`${site}${path}${hash}`);
    await page.locator('#board[data-answered], [role=alert], .all-games').first().waitFor();
    await test(page);
    assert.deepEqual(problems, []);
  } finally {
    await opened.close();
  }
}

/** What ends the page that a test has open. */
const ends = new WeakMap();

/** Opens a page for the rest of a test, as `withPage` has it, in place of the one that the test had open. */
export async function openPage(t, hash, options = {}) {
  if (ends.has(t)) await ends.get(t)();
  else t.after(() => ends.get(t)?.());
  return new Promise((resolve, reject) => {
    const isDone = withPage(hash, options, (page) => {
      resolve(page);
      return new Promise((end) => ends.set(t, () => (end(), isDone)));
    });
    isDone.catch(reject);
  });
}

/** Runs a test with a page of a site, on a file server that `run` is told of, too. */
export function onSite(hash, { change = asIs, folder, ...options }, run) {
  const open = (server) =>
    withPage(hash, { site: server.address, ...options }, (page) => run(page, server));
  return withServer(change, open, folder);
}

/** What the address of a page says, behind `#` or in its path. */
export function fieldsOf(page) {
  return new URLSearchParams(hashOf(new URL(page.url())).split('?')[1]);
}

/** What a page shows of a position. */
export async function shown(page) {
  const texts = page.locator('#board .cell, #board [data-step], .moves, .verdict-text, .legend');
  return (await texts.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

/** Waits until the board shows a place, with its answer. */
export async function shows(page, place) {
  await page.locator(`#board[data-place="${place}"][data-answered]`).waitFor();
}

/** Waits until the board shows another place, with its answer. */
export async function leaves(page, place) {
  await page.locator(`#board:not([data-place="${place}"])[data-answered]`).waitFor();
}

/** The folder of the server's tables. */
export function tables() {
  return state.tables;
}

/** The address below which pages are. */
export function pages() {
  return state.files?.address ?? `${state.base}/`;
}

/** The address of the frame of other pages. */
export const FRAME = kind ? 'embed.html' : 'embed';

/** The address of the server. */
export function base() {
  return state.base;
}

/** Ends the server. */
export async function endServer() {
  const gone = once(state.server, 'exit');
  state.server.kill('SIGKILL');
  await gone;
}

/** Starts the server again, at the same address, if it was ended. */
export async function beginServer() {
  if (!state.server.killed) return;
  const { host } = new URL(state.base);
  state.server = spawn(state.program, ['serve', '--addr', host, '--tables', state.tables]);
  await address(state.server);
}

export function placeOf(page) {
  return page.locator('#board').getAttribute('data-place');
}

/** What the moves of an answer are worth to who makes them, the larger the better. */
export function worth({ result }) {
  if ('expected' in result) return -result.expected;
  if ('score' in result) return result.score;
  return result.outcome === 'win' ? 1 : 0;
}

/** The moves of the place where the page is, best first, with the best replies to them. */
export async function movesAt(page, game) {
  const [position, roll] = (await placeOf(page)).split(/ (?=red|green|blue|black)/);
  const board = fieldsOf(page).get('board') ?? (game.name === 'contour' ? game.board : '');
  const replies = game.name === 'tower' ? {} : { replies: 'true' };
  const found = await answer(game.name, position, board, replies);
  const moves = found.moves ?? found.rolls.find((rolled) => rolled.roll === roll).moves;
  return moves.toSorted((one, other) => worth(other) - worth(one));
}

/** What a value is called in the list of moves. */
export function words(value) {
  if ('grundy' in value) return `Grundy value ${value.grundy}`;
  if ('outcome' in value)
    return value.plies === undefined ? value.outcome : `${value.outcome} in ${value.plies}`;
  if ('score' in value)
    return `${value.score > 0 ? '+' : value.score < 0 ? '\u2212' : ''}${Math.abs(value.score)}`;
  const minutes = Number(value.expected.toFixed(3));
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

/** As the page's boards have it. */
export function short(value) {
  if ('outcome' in value) return value.outcome[0].toUpperCase() + (value.plies ?? '');
  if ('grundy' in value) return `*${value.grundy}`;
  if ('score' in value) return value.score === 0 ? '=' : words(value);
  return String(Number(value.expected.toFixed(3)));
}

function spoken(value) {
  if (!('score' in value)) return words(value);
  return value.score === 0
    ? 'zero'
    : `${value.score > 0 ? 'plus' : 'minus'} ${Math.abs(value.score)}`;
}

/**
 * The values that a page shows beside the moves, and those of the server, whose scores count from the position on: the
 * player to move may be ahead already.
 */
export async function compareValues(page, { name, board }, position, ahead = 0) {
  const told = (value) => ('score' in value ? { score: value.score + ahead } : value);
  const expected = await answer(name, position, board);
  const moves = expected.moves ?? expected.rolls.flatMap((roll) => roll.moves);
  const chips = await page
    .locator('.moves .chip')
    .evaluateAll((found) => found.map((chip) => [chip.dataset.key, chip.ariaLabel]));
  assert.equal(chips.length, moves.length);
  const labels = new Map(chips);
  for (const { move, result, best } of moves) {
    const label = labels.get(`move ${move}`);
    assert.ok(label.includes(`, ${spoken(told(result))}`), `${move}: ${label}`);
    assert.equal(label.endsWith(', best'), best, `${move}: ${label}`);
  }
  if (!moves.length) return;
  assert.equal(await valueOf(page), short(told(expected.value)));
}

/** The value of the position that a page shows, as boards have it. */
export function valueOf(page) {
  return page.locator('.verdict-value').getAttribute('data-value');
}
