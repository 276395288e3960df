// Stories of pages, which are texts in the folder `stories`: what is done on a page, and what is seen there then.
//
// A story begins with `## ` and what it shows, which is the name of its test. Its lines are steps:
//
// - `open HASH`: a page at this address, in place of the one before. Words before the hash say how: on a `phone`, in
//   Chinese, `zh`, in a `chinese` browser, or `failing`, where the browser itself reports answers with errors.
// - `click`, `tap`, `hover` or `focus` and a selector of Playwright, which selects one element.
// - `fill TEXT into SELECTOR`, `press KEY`, `type TEXT`, `back`, `reload`, and `go HASH` in the page that is open.
// - `keep KEY: TEXT` in what the browser stores for the page. `block URLS`: requests to these fail, until `unblock URLS`.
// - `see SELECTOR` waits until one is seen, `gone SELECTOR` until none is there, and `at PLACE` until the board shows a
//   place, with its answer.
// - `count NUMBER SELECTOR`: so many are there. `address PATTERN` waits until the page's address has this.
// - `# ` and a comment.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PHONE, openPage, pages, shows } from './support.js';

const HOW = {
  phone: PHONE,
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
  reload: (page) => page.reload(),
  go: (page, hash) => page.goto(pages() + hash),
  keep: (page, rest) => page.evaluate((pair) => localStorage.setItem(...pair), rest.split(': ')),
  block: (page, urls) => page.route(urls, (route) => route.abort()),
  unblock: (page, urls) => page.unroute(urls),
  see: (page, selector) => page.locator(selector).waitFor(),
  gone: (page, selector) => page.locator(selector).waitFor({ state: 'detached' }),
  at: shows,
  address: (page, pattern) => page.waitForURL(new RegExp(pattern)),
  fill: (page, rest) => {
    const [text, selector] = rest.split(' into ');
    return page.locator(selector).fill(text);
  },
  count: async (page, rest) => {
    const [, number, selector] = /^(\d+) (.*)$/.exec(rest);
    assert.equal(await page.locator(selector).count(), Number(number), selector);
  },
};

/** A test for each story of a text; `open` opens pages. */
export function tell(name, open = openPage) {
  const text = readFileSync(new URL(`stories/${name}.txt`, import.meta.url), 'utf8');
  for (const story of text.split(/^## /m).slice(1)) {
    const [title, ...lines] = story.trim().split('\n');
    test(title, async (t) => {
      let page;
      for (const line of lines.filter((each) => each && !each.startsWith('#'))) {
        const [, step, rest] = /^(\w+) ?(.*)$/.exec(line);
        if (step === 'open') {
          const [, words, hash] = /^([a-z ]*)(.*)$/.exec(rest);
          const how = words.split(' ').map((word) => HOW[word]);
          page = await open(t, hash, Object.assign({}, ...how));
        } else {
          await STEPS[step](page, rest);
        }
      }
    });
  }
}
