// The types of the package fit a user's code: compiled, and not run.
import { OracleError, load, loadInWorker, type Answer } from 'perfectplay';

const oracle = await load({ progress: (done, all) => console.log(done / all) });
const answer: Answer = oracle.answer('chomp', '3,3,1');
const best: string | undefined = answer.moves?.[0]?.move;
const worker = await loadInWorker();
const [first] = await worker.values('stake', ['01/10']);
if (first && 'score' in first) console.log(first.score + 1, best);
const names: string[] = await worker.addTablesAt('https://host/tables/');
// @ts-expect-error Only a worker can wait for parts of tables.
if (names.length) await oracle.addTablesAt('https://host/tables/');
// @ts-expect-error There is no such game.
oracle.answer('chess', '1');
// @ts-expect-error A worker answers later.
console.log(worker.answer('chomp', '2,1').value);
try {
  oracle.answer('chomp', '1,2');
} catch (error) {
  if (error instanceof OracleError) console.log(error.hint);
}
worker.end();
