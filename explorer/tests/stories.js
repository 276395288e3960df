// Stories of pages, which are texts in the folder `stories`: what is done on a page, and what is seen there then.
//
// A story begins with `## ` and what it shows, which is the name of its test. Its lines are steps:
//
// - `open HASH`: a page at this address, in place of the one before. Words before the hash say how: `HOW` lists them.
//   `again`: a new page, at the address that the one before shows.
// - `click`, `tap`, `hover` or `focus` and a selector of Playwright, which selects one element.
// - `fill TEXT into SELECTOR`, `press KEY`, `type TEXT`, `drag SELECTOR to SELECTOR`, `back`, `forward`, `reload`,
//   `print`, `wait MILLISECONDS`, and `go HASH` in the page that is open.
// - `keep KEY: TEXT` in what the browser stores for the page. `run CODE`: the page does this, `before CODE` whenever it is
//   loaded. `clock`: time is the test's from now on. `end` and `begin`: the server is gone, and is there again.
// - `block URLS`: requests to these fail, until `unblock URLS`. `hold URLS`: they wait until `release URLS`, and
//   `slow MILLISECONDS URLS` so long. `refuse NUMBER URLS`: the server is too busy for so many of them.
// - `see SELECTOR` waits until one is seen, `gone SELECTOR` until none is there, `at PLACE` until the board shows a place,
//   with its answer, and `until CODE` until this is true in the page.
// - `count NUMBER SELECTOR`: so many are there. `address PATTERN` waits until the page's address has this.
// - `is CODE`: this is true in the page. `note CODE`, and later `same CODE` or `differs CODE`: whether it gives the same.
// - `view SELECTOR`: it ends above the end of the screen. `clean`: axe-core finds nothing. `fits`: a finger meets all that
//   can be clicked, and nothing scrolls sideways. `translated`: all is Chinese, but for the texts that may follow.
// - `# ` and a comment.
//
// `each NAME: VALUE | VALUE` tells the story of each value, for which `{NAME}` stands; `each game` of each game. Of the
// game that `{game}` is, `{hash}` is the address of its start, `{end}` that of its end, `{refused}` that of a start that it
// refuses, and `{start}` or `{wrong.place}` what `games.json` says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { smallTargets, violations, watchShifts } from './axe.js';
import { foreign } from './foreign.js';
import { GAMES, endOf, hashOf } from './games.js';
import {
  DESKTOP,
  FRAME,
  PHONE,
  beginServer,
  endServer,
  openPage,
  pages,
  shows,
} from './support.js';

const HOW = {
  phone: PHONE,
  short: { viewport: { width: 390, height: 664 } },
  desktop: DESKTOP,
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
  still: { reducedMotion: 'reduce' },
  watched: { prepare: watchShifts },
  frame: { path: FRAME },
  en: { path: '?lang=en' },
  zh: { path: '?lang=zh' },
  chinese: { locale: 'zh-CN' },
  failing: { expected: /ERR_|status of [45]/ },
};

const STEPS = {
  click: (page, selector) => page.locator(selector).click(),
  tap: (page, selector) => page.locator(selector).tap(),
  hover: (page, selector) => page.locator(selector).hover(),
  focus: (page, selector) => page.locator(selector).focus(),
  press: (page, key) => page.keyboard.press(key),
  type: (page, text) => page.keyboard.type(text),
  back: (page) => page.goBack(),
  forward: (page) => page.goForward(),
  reload: (page) => page.reload(),
  print: (page) => page.emulateMedia({ media: 'print' }),
  wait: (page, time) => pause(Number(time)),
  end: endServer,
  begin: beginServer,
  clock: (page) => page.clock.install(),
  run: (page, code) => page.evaluate(code),
  before: (page, content) => page.addInitScript({ content }),
  go: (page, hash) => page.goto(pages() + hash),
  keep: (page, rest) => page.evaluate((pair) => localStorage.setItem(...pair), rest.split(': ')),
  block: (page, urls) => page.route(urls, (route) => route.abort()),
  unblock: (page, urls) => page.unroute(urls),
  hold: (page, urls, notes) => {
    const isReleased = new Promise((resolve) => notes.set(urls, resolve));
    return page.route(urls, (route) => isReleased.then(() => route.continue()));
  },
  release: (page, urls, notes) => notes.get(urls)(),
  slow: (page, rest) => {
    const [time, urls] = rest.split(' ');
    // Nobody may want it any longer.
    const send = (route) => pause(Number(time)).then(() => route.continue().catch(() => {}));
    return page.route(urls, send);
  },
  refuse: (page, rest) => {
    const [times, urls] = rest.split(' ');
    const error = { code: 'refused', message: 'the server has too much to do', hint: null };
    const send = (route) => route.fulfill({ status: 503, json: { error } });
    return page.route(urls, send, { times: Number(times) });
  },
  see: (page, selector) => page.locator(selector).waitFor(),
  gone: (page, selector) => page.locator(selector).waitFor({ state: 'detached' }),
  at: shows,
  address: (page, pattern) => page.waitForURL(new RegExp(pattern)),
  // As a function, since the page's policy refuses texts.
  until: (page, code) => page.waitForFunction(new Function(`return ${code}`)),
  fill: (page, rest) => {
    const [text, selector] = rest.split(' into ');
    return page.locator(selector).fill(text);
  },
  drag: (page, rest) => {
    const [from, to] = rest.split(' to ');
    return page.locator(from).dragTo(page.locator(to));
  },
  count: async (page, rest) => {
    const [, number, selector] = /^(\d+) (.*)$/.exec(rest);
    assert.equal(await page.locator(selector).count(), Number(number), selector);
  },
  is: async (page, code) => assert.ok(await page.evaluate(code), code),
  note: async (page, code, notes) => notes.set(code, await page.evaluate(code)),
  same: async (page, code, notes) =>
    assert.deepEqual(await page.evaluate(code), notes.get(code), code),
  differs: async (page, code, notes) =>
    assert.notDeepEqual(await page.evaluate(code), notes.get(code), code),
  view: async (page, selector) => {
    // It may be made anew.
    const end = await page.waitForFunction(
      (each) => document.querySelector(each)?.getBoundingClientRect().bottom,
      selector,
    );
    assert.ok((await end.jsonValue()) <= page.viewportSize().height, selector);
  },
  clean: async (page) => assert.deepEqual(await violations(page), []),
  fits: async (page) => {
    assert.deepEqual(await smallTargets(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  },
  translated: async (page, rest) => {
    const texts = rest ? rest.split(' | ') : [];
    const isOf = (text) => texts.some((part) => text.includes(part));
    assert.deepEqual(
      (await foreign(page)).filter((text) => !isOf(text)),
      [],
    );
  },
};

const NAMES = GAMES.map(({ name }) => name);

/** The cases that a story is told of: a value for each name. */
function casesOf(story) {
  let cases = [{}];
  for (const [, name, values] of story.matchAll(/\neach (\w+):?(.*)/g)) {
    const all = values ? values.split('|').map((value) => value.trim()) : NAMES;
    cases = cases.flatMap((before) => all.map((value) => ({ ...before, [name]: value })));
  }
  return cases;
}

/** What stands for `{NAME}` and `{NAME.OF.PART}`. */
const filled = (text, facts) =>
  text.replaceAll(/\{([a-z][\w.]*)\}/g, (_, path) =>
    path.split('.').reduce((value, key) => value[key], facts),
  );

/** What words say of how a page is opened. */
export const lookOf = (words) => Object.assign({}, ...words.split(' ').map((word) => HOW[word]));

/**
 * The stories of a text, with each of their cases. What runs one opens pages by `open`, in the way that the words `how`
 * say, and returns the last one.
 */
export function storiesOf(name) {
  const text = readFileSync(new URL(`stories/${name}.txt`, import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((story) => casesOf(story).map((values) => storyOf(story, values)));
}

function storyOf(story, values) {
  const [title, ...lines] = story.trim().split('\n');
  const steps = lines.filter((line) => line && !/^(#|each )/.test(line));
  const about = Object.entries(values).filter(([key]) => !title.includes(`{${key}}`));
  const more = about.map(([, value]) => `, ${value || 'plain'}`);
  const run = async (t, open = openPage, how = '') => {
    const game = GAMES.find((each) => each.name === values.game);
    const facts = { ...game, hash: game && hashOf(game), ...values };
    if (game) facts.refused = hashOf({ ...game, start: game.wrong.start });
    if (story.includes('{end}')) facts.end = await endOf(game);
    if (steps.includes('end')) t.after(beginServer);
    const notes = new Map();
    let page;
    for (const line of steps) {
      const [, step, rest] = /^(\w+) ?(.*)$/s.exec(filled(line, facts));
      if (step === 'open') {
        const [, words, hash] = /^([a-z ]*)(.*)$/.exec(rest);
        page = await open(t, hash, lookOf(`${how} ${words}`));
      } else if (step === 'again') {
        page = await open(t, '', { path: page.url().slice(pages().length) });
      } else {
        await STEPS[step](page, rest, notes);
      }
    }
    return page;
  };
  return { title: filled(title, values) + more.join(''), run };
}

/** A test for each story of a text. */
export function tell(name, open) {
  for (const { title, run } of storiesOf(name)) test(title, async (t) => void (await run(t, open)));
}
