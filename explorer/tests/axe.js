// What axe-core finds on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations, as lines. The page must not refuse scripts. */
export async function violations(page) {
  await page.evaluate(axe);
  // What speech says to press is what is seen, though the rule is not among the default ones.
  const found = await page.evaluate(() =>
    globalThis.axe.run({ rules: { 'label-content-name-mismatch': { enabled: true } } }),
  );
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}

/** Has a page add up how far its parts move by themselves, as `shift`, and list what has moved, as `sources`. */
export const watchShifts = (page) =>
  page.addInitScript(() => {
    globalThis.shift = 0;
    globalThis.sources = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        globalThis.shift += entry.value;
        for (const { node } of entry.sources)
          globalThis.sources.push(node?.outerHTML?.slice(0, 90));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What can be clicked on a phone's page and is smaller than a finger. */
export async function smallTargets(page) {
  return page
    .locator('button:visible:not(.link), a:visible, select:visible, #board [data-step]')
    .evaluateAll((found) =>
      found
        .map((target) => ({
          html: target.outerHTML.slice(0, 80),
          box: target.getBoundingClientRect(),
        }))
        .filter(({ box }) => (box.width < 43.5 || box.height < 43.5) && box.width > 1)
        .map(({ html, box }) => `${html} ${box.width} x ${box.height}`),
    );
}
