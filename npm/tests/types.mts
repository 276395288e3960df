// The types of the package fit a user's code: compiled, and not run.
import { OracleError, load, loadInWorker, type Answer, type Game } from 'perfectplay';

const oracle = await load({ progress: (done, all) => console.log(done / all) });
const answer: Answer = oracle.answer('chomp', '3,3,1');
const best: string | undefined = answer.moves?.[0]?.move;
const worker = await loadInWorker({ tables: ['number-20', 'chomp-10x10'] });
const [first] = await worker.values('stake', ['01/10']);
if (first) console.log(first.score + 1, best);
// Each game has its own answers.
console.log(
  oracle.answer('tower', 'RGB').value?.expected,
  (await worker.answer('tower', 'RGB')).rolls,
);
const outcome: 'win' | 'loss' | undefined = oracle.answer('number', '2').value?.outcome;
// @ts-expect-error Nobody wins a tower.
console.log(outcome, oracle.answer('tower', 'RGB').value?.outcome);
// @ts-expect-error It has rolls.
console.log(oracle.answer('tower', 'RGB').moves);
// Of a game that is not known before, the answer itself tells it.
const show = (game: Game) => {
  const any: Answer = oracle.answer(game, '2');
  if (any.game === 'contour') console.log(any.board?.fingerprint, any.value?.score);
};
show('number');
// @ts-expect-error The package has no such table.
await load({ tables: ['tower-6'] });
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
