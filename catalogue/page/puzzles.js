/**
 * Puzzles of the catalogue's games. The page knows none of their rules, so it takes positions that random play meets, of which
 * only the answers are needed.
 *
 * @import {Answer, MoveAnswer} from '../../explorer/page/core/oracle.js'
 * @import {PuzzleKind, Setup} from '../../explorer/page/core/game.js'
 */
import { pick } from '../../explorer/page/core/random.js';
import { isWon, spoils } from '../../explorer/page/core/values.js';
import { nearMiddle } from '../../explorer/page/games/cells.js';
import { boardOf, cellsOf } from '../../explorer/page/games/custom/position.js';

/** Games in which a single move often wins, and neither the middle nor a capture gives it away. */
const GAMES_WITH =
  'tictactoe-3x3 picaria-13 picariacentre-13 teeko-4x4 dao-4x4 connect4-4x4 connect4-4x5 runs-4x4 cram-4x4';

/** How many games are played at the same time, and for how many plies at most. */
const GAMES = 60;
const LONGEST = 30;

/** A win takes so many plies: less is seen at a glance, more is no puzzle but a game. */
const PLIES = { least: 3, most: 11 };

/** The puzzles of a game that begins so, null where there are few good ones. @type {(name: string, initial: Setup) => PuzzleKind | null} */
export const puzzles = (name, initial) =>
  GAMES_WITH.split(' ').includes(name) ? puzzlesFrom(initial) : null;

/** @type {(initial: Setup) => PuzzleKind} */
const puzzlesFrom = (initial) => ({
  start: () => initial,
  grown: () => initial,
  count: 1,
  few: 4,
  lures({ start }, { move, position }) {
    const board = boardOf(start);
    const target = cellsOf(move, board).at(-1) ?? '';
    const left = [...(position ?? '')].filter((letter) => /[a-z1-9]/i.test(letter)).length;
    return [-left, left, nearMiddle(target, board?.rows.length ?? 0, board?.columns ?? 0)];
  },
  async met(ask, generator, isEarly) {
    const met = new Set();
    let places = Array.from({ length: GAMES }, () => initial.start);
    for (let ply = 0; ply < LONGEST && places.length; ply += 1) {
      const asked = [...new Set(places)];
      const answers = await ask(asked);
      const known = new Map(asked.map((place, at) => [place, answers[at]]));
      for (const [place, answer] of known) if (isPuzzle(answer, isEarly)) met.add(place);
      places = places.flatMap((place) => next(known.get(place)?.moves ?? [], generator));
    }
    return [...met];
  },
});

/** Whether a single move wins, or some of them where a whole game is played. @type {(answer: Answer | null, isEarly: boolean) => boolean} */
function isPuzzle(answer, isEarly) {
  const { value, moves } = answer ?? {};
  if (!value || !moves || !isWon(value)) return false;
  const plies = 'plies' in value ? (value.plies ?? PLIES.least) : PLIES.least;
  const winning = moves.filter(({ result }) => !spoils(moves[0].result, result)).length;
  if (plies < PLIES.least || plies > PLIES.most * (isEarly ? 2 : 1)) return false;
  return isEarly ? winning < moves.length : winning === 1;
}

/** Where a game goes on, by a move that does not lose at once if there is one. @type {(moves: MoveAnswer[], generator: () => number) => string[]} */
function next(moves, generator) {
  const on = moves.filter(({ position }) => position !== null);
  const fair = on.filter(({ result }) => !(result && 'plies' in result) || (result.plies ?? 9) > 2);
  const from = fair.length ? fair : on;
  return from.length ? [/** @type {string} */ (pick(from, generator).position)] : [];
}
