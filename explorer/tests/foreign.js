// Texts of a page that are in no file of its language.

/** Words of Latin letters that stand in Chinese, too: names, keys, and what is not translated. */
const NAMES =
  /perfectplay|English|POJ|Luogu|Codeforces|Sylver|coinage|John|Conway|Number|Game|Stake|Your|Claim|Colored|Jenga|Chomp|Board|Two|Tokens|Contour|SVG|PNG|JavaScript|Gale|Grundy|curious|Nim|type|game|Fraenkel|Scheinerman|and|Ullman|Undirected|edge|geography|Ctrl|Tab|Enter|Escape|Home|End|(?:poj|cf|p)\d+e?|\b[0-9a-f]{8}\b|(number|stake|contour|tower|tokens|chomp)-[\w-]+/g;

/** What is seen and what is read aloud. */
function allTexts() {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('script, noscript, style, input, textarea')) {
      found.push(node.textContent ?? '');
    }
  }
  for (const element of document.querySelectorAll(':is([aria-label], [title]):not([hreflang])')) {
    found.push(element.getAttribute('aria-label') ?? '', element.getAttribute('title') ?? '');
  }
  return found;
}

/** Words that no Chinese text has. */
export async function foreign(page) {
  const found = await page.evaluate(allTexts);
  return found
    .filter((text) => /[A-Za-z]{3,}/.test(text.replace(NAMES, '')))
    .map((text) => text.trim());
}
