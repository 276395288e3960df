// `npm run site-figures`: what the site that PERFECTPLAY_SITE names takes on a phone: time, requests and bytes until
// the board and until the first answer, for each game; what is fetched then for later visits; and whole games with its
// largest table of the tower. The file server compresses what it sends, and sends after 60 ms, 4 Mbit/s for all requests
// together. CHROMIUM may name a script that gives the browser a part of the processor.
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fileServer } from './file-server.js';
import { siteOf, startWorker } from './module-worker.js';
import { PHONE, start, withPage } from './support.js';

const LATENCY = 60;
const BYTES_PER_MS = 500;
const GAMES = 5;

start();

const said = [];
after(() => process.stdout.write(`${said.join('\n')}\n`));

const compressed = new Map();

/** A file as a server has it that keeps its files compressed. */
function compress({ status, body, headers }, path) {
  if (!compressed.has(path)) compressed.set(path, gzipSync(body, { level: 9 }));
  return {
    status,
    body: compressed.get(path),
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      // What has a hash in its name stays as it is.
      'cache-control': /-[0-9a-f]{16}\b/.test(path) ? 'max-age=31536000' : 'no-cache',
    },
  };
}

/** Runs a test with a server at the end of a slow line, and what that has carried. */
async function withSlowServer(run) {
  const sent = { requests: 0, bytes: 0 };
  let free = 0;
  const { address, end } = await fileServer(process.env.PERFECTPLAY_SITE, async (file, path) => {
    const changed = compress(file, path);
    sent.requests += 1;
    sent.bytes += changed.body.length;
    free = Math.max(free, performance.now() + LATENCY) + changed.body.length / BYTES_PER_MS;
    await pause(free - performance.now());
    return changed;
  });
  try {
    await run(address, sent);
  } finally {
    end();
  }
}

const figures = ({ requests, bytes }) => `${requests} requests, ${Math.round(bytes / 1000)} kB`;

for (const game of ['chomp', 'stake', 'number', 'contour', 'tokens', 'tower']) {
  test(`${game}: the first visit`, () =>
    withSlowServer(async (address, sent) => {
      const prepare = (page) =>
        page.addInitScript(() => {
          const times = (globalThis.times = {});
          const look = () => {
            if (document.querySelector('#board [role=gridcell]')) times.board ??= performance.now();
            if (document.querySelector('#board[data-answered]')) times.answer = performance.now();
            else requestAnimationFrame(look);
          };
          look();
        });
      await withPage(`#/${game}`, { ...PHONE, site: address, prepare }, async (page) => {
        const told = figures(sent);
        const { board, answer, module, before } = await page.evaluate(() => {
          const { times } = globalThis;
          const all = ['navigation', 'resource'].flatMap((type) =>
            performance.getEntriesByType(type),
          );
          const there = all.filter(({ responseEnd }) => responseEnd && responseEnd <= times.board);
          return {
            ...times,
            module: all.find(({ name }) => /wasm$/.test(name)).responseEnd,
            before: {
              requests: there.length,
              bytes: there.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
            },
          };
        });
        const at = [board, module, answer].map((time) => `${Math.round(time)} ms`);
        said.push(
          `${game}: board ${at[0]} (${figures(before)}), module ${at[1]}, answer ${at[2]}; ${told}`,
        );
      });
    }));
}

test('what is fetched for later visits', () =>
  withSlowServer((address, sent) =>
    withPage('#/tower', { ...PHONE, site: address, serviceWorkers: 'allow' }, async (page) => {
      await page.waitForFunction(() => globalThis.navigator.serviceWorker.controller);
      const first = { ...sent };
      await page.goto('about:blank');
      await page.goto(`${address}#/tower`);
      await page.locator('#board[data-answered]').waitFor();
      said.push(
        `tower, with what is fetched for later visits: ${figures(first)}; ` +
          `the second visit: ${figures(since(first, sent))}`,
      );
    }),
  ));

test('whole games of the tower', () =>
  withSlowServer((address, sent) =>
    withPage('', { ...PHONE, site: address }, async (page) => {
      const files = await siteOf(page);
      const sizes = files.tables.map(({ table }) => Number(/^tower-(\d+)$/.exec(table)?.[1] ?? 0));
      const levels = Math.max(...sizes);
      await page.evaluate(startWorker, files);
      let seed = 5;
      const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
      for (let game = 1; game <= GAMES; game += 1) {
        const rows = ['RGB', 'GBR', 'BRG', 'RBG', 'GRB', 'BGR'];
        let position = Array.from({ length: levels }, () => rows[random(rows.length)]).join('/');
        const [times, before] = [[], { ...sent }];
        let [first, answers] = [null, 0];
        for (;;) {
          const begin = performance.now();
          const answer = await page.evaluate((asked) => globalThis.ask('tower', asked), position);
          times.push(performance.now() - begin);
          answers += 1;
          first ??= since(before, sent);
          const rolls = (answer.rolls ?? []).filter(({ moves }) => moves.length);
          if (!rolls.length) break;
          position = rolls[random(rolls.length)].moves[0].position;
        }
        const sorted = times.toSorted((one, other) => one - other);
        const [p50, most] = [sorted[sorted.length >> 1], sorted.at(-1)];
        const sum = times.reduce((all, time) => all + time, 0) / 1000;
        said.push(
          `tower of ${levels} levels, game ${game}: first answer ${Math.round(times[0])} ms, ${figures(first)}; ` +
            `${answers} answers ${sum.toFixed(1)} s (p50 ${Math.round(p50)} ms, at most ${Math.round(most)} ms), ` +
            figures(since(before, sent)),
        );
      }
    }),
  ));

/** What has been sent since then. */
function since(before, now) {
  return { requests: now.requests - before.requests, bytes: now.bytes - before.bytes };
}
