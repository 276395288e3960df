// Random positions, and what the program answers.
import { spawnSync } from 'node:child_process';

/** Asks a program with a folder of tables. */
export function asking(program, tables) {
  /** Runs the program, and gives what it prints. */
  function run(options, input = '') {
    const spawned = spawnSync(program, [...options, '--tables', tables], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (spawned.error) throw spawned.error;
    // With `--keep-going` there are answers beside errors.
    if (spawned.status && !spawned.stdout) throw new Error(spawned.stderr);
    return spawned.stdout;
  }

  return {
    run,

    /** Random positions of a table. */
    positions(table, count) {
      const drawn = run(['positions', table, '--count', String(count), '--seed', '5']);
      return drawn.split('\n').flatMap((line) => /^(?! |# \d)(\S.*?) {2}/.exec(line)?.[1] ?? []);
    },

    /** The program's answers. */
    answers(game, texts, ...options) {
      const given = ['probe', game, '-', '--json', '--keep-going', ...options];
      const lines = run(given, texts.join('\n')).trim().split('\n');
      return lines.map((line) => JSON.parse(line));
    },
  };
}

/** Positions of number-40: the numbers up to 40 that are left after three random ones. */
export function named(count) {
  let seed = 5;
  const random = () => 2 + ((seed = (seed * 48271) % 2147483647) % 39);
  return Array.from({ length: count }, () => left([random(), random(), random()], 40));
}

/** The numbers up to `most` that can be named when these are. */
export function left(named, most) {
  const sums = [true];
  for (let number = 1; number <= most; number += 1) {
    sums.push(named.some((one) => sums[number - one]));
  }
  return sums.flatMap((is, number) => (is || number < 2 ? [] : [number])).join(' ') || 'none';
}
