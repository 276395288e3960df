// The worker of a site in its page, asked without the page.

/** What a page says of the files of its site. */
export const siteOf = (page) =>
  page.evaluate(() => JSON.parse(document.getElementById('program').textContent).site);

/** Starts a worker in a page, with a function that asks it and one that starts another. */
export async function startWorker(site) {
  const module = await WebAssembly.compileStreaming(fetch(site.module));
  let worker;
  globalThis.answerTo = (request) => {
    worker.postMessage({ number: 1, method: 'ask', given: [request] });
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => data.number === 1 && resolve(data.answer);
    });
  };
  globalThis.begin = () => {
    worker?.terminate();
    worker = new Worker(site.worker, { type: 'module' });
    const given = [module, { elsewhere: site.tables, base: document.baseURI }];
    worker.postMessage({ number: 0, method: 'load', given });
  };
  globalThis.ask = async (game, position, board) => {
    const request = { game, positions: [position], board, quick: true };
    return (await globalThis.answerTo(request)).answers[0];
  };
  globalThis.begin();
}
