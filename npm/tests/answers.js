// In a project that has the package installed, `node answers.mjs CASES`: prints answers of all kinds as TypeScript, whose
// compiler says whether they have the fields that their types have, and no other.
import { readFileSync } from 'node:fs';
import { load } from 'perfectplay';

const oracle = await load();
const print = (type, value) => console.log(`((_: ${type}) => {})(${JSON.stringify(value)});`);

console.log("import type { Answer, Failed, TableInfo, Value } from 'perfectplay';");
for (const { answer } of JSON.parse(readFileSync(process.argv[2], 'utf8')))
  if (answer && !('grundy' in answer)) print('Answer', answer);
for (const position of ['after:6,10', 'after:1000000007,1000000009'])
  print('Answer', oracle.answer('number', position, { replies: true, line: true }));
for (const table of oracle.tables()) print('TableInfo', table);
print('(Answer | Failed)[]', oracle.answers('chomp', ['1,2', '2,1']));
print('(Value | null)[]', oracle.values('number', ['after:16', '2', 'x']));
