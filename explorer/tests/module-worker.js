// The worker of a site in its page, asked without the page.

/** What a page says of the files of its site. */
export const siteOf = (page) =>
  page.evaluate(() => JSON.parse(document.getElementById('program').textContent).site);

/** Starts a worker in a page, with functions that ask it. */
export async function startWorker(site) {
  const module = await WebAssembly.compileStreaming(fetch(site.module));
  const worker = new Worker(site.worker, { type: 'module' });
  const given = [module, { elsewhere: site.tables, base: document.baseURI }];
  worker.postMessage({ number: 0, method: 'load', given });
  globalThis.answerTo = (request) => {
    worker.postMessage({ number: 1, method: 'ask', given: [request] });
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => data.number === 1 && resolve(data.answer);
    });
  };
  globalThis.ask = async (game, position) => {
    const request = { game, positions: [position], quick: true };
    return (await globalThis.answerTo(request)).answers[0];
  };
}
