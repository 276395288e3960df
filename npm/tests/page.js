// In a page: what the package answers, in the page and in a worker, for the test to look at.
import { OracleError, load, loadInWorker } from 'perfectplay';

const QUESTIONS = [
  ['number', '2 3 4 5 6'],
  ['chomp', '3,3,1'],
  ['stake', '01.1/00../.01./...1'],
];

async function ask() {
  const [oracle, worker] = [await load(), await loadInWorker()];
  const answers = QUESTIONS.map((question) => oracle.answer(...question));
  const inWorker = [];
  for (const question of QUESTIONS) inWorker.push(await worker.answer(...question));
  const error = await worker.answer('chomp', '1,2').catch((thrown) => thrown);
  worker.end();
  return { answers, inWorker, code: error instanceof OracleError && error.code };
}

/** The table that an answer comes from, with tables at an address. */
async function ofTableAt(address) {
  const worker = await loadInWorker({ tables: false });
  await worker.addTablesAt(address);
  return (await worker.answer('stake', '01../..../..../....')).table;
}

/** The codes of the errors of both. */
const codes = () =>
  Promise.all([load, loadInWorker].map((start) => start().catch(({ code }) => code)));

Object.assign(window, { tests: { ask, codes, ofTableAt } });
