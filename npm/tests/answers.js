// In a project that has the package installed: prints answers of all kinds as TypeScript, whose compiler says whether they have
// the fields that their types have, and no other.
import { load } from 'perfectplay';

const all = { replies: true, line: true };
const oracle = await load();
const print = (type, value) => console.log(`((_: ${type}) => {})(${JSON.stringify(value)});`);

console.log("import type { Answer, Failed, TableInfo, Value } from 'perfectplay';");
for (const question of [
  ['number', '2 3 5', all],
  ['number', 'none', all],
  ['number', 'after:6,10', all],
  ['number', 'after:16'],
  ['number', 'after:'],
  ['number', 'after:1000000007,1000000009'],
  ['tower', 'GGR/GRB'],
  ['contour', '1', { board: 'daa36c61', ...all }],
  ['contour', '0', { board: '1 1\n1\n1\n' }],
  ['stake', '01/10', all],
  ['tokens', 'P..#/.#../...P', all],
  ['tokens', 'PP', all],
  ['chomp', '4,4,1', all],
  ['chomp', Array(14).fill(14).join(), all],
])
  print('Answer', oracle.answer(...question));
for (const table of oracle.tables()) print('TableInfo', table);
print('(Answer | Failed)[]', oracle.answers('chomp', ['1,2', '2,1']));
print('(Value | null)[]', oracle.values('number', ['after:16', '2', 'x']));
