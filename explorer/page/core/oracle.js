/**
 * The interface through which the page asks the oracle, and the types of its answers.
 *
 * `http-oracle.js` implements it over HTTP. Another implementation can take its place: nothing
 * else in the explorer knows where answers come from.
 *
 * @typedef {{outcome: 'win' | 'loss' | 'draw', plies?: number} | {score: number} | {expected: number}
 *     | {grundy: number}} Value the result of a move with a Grundy value is the position's after it
 *
 * @typedef {object} MoveAnswer
 * @property {string} move the move as text
 * @property {number} [gain] what the mover scores at once, in games that count points
 * @property {string | null} position the position that it leads to, null after a capture
 * @property {Value | null} value that position's value, seen by the player to move there
 * @property {Value | null} result what the move is worth to the player who makes it
 * @property {boolean | null} best whether its result equals the best
 * @property {boolean | null} [winning]
 * @property {boolean} [again] whether the player who makes it moves again
 * @property {string} [chance] how likely it is, where nobody chooses: a fraction
 * @property {string[] | null} [replies] the best moves from there, where they were asked for; null
 *     if they are not known
 *
 * @typedef {object} RollAnswer
 * @property {string} roll
 * @property {string} probability a fraction, `1/6`
 * @property {MoveAnswer[]} moves
 *
 * @typedef {object} Answer
 * @property {string} game
 * @property {{a: number[][], b: number[][], fingerprint: string}} [board] in games with boards beside positions
 * @property {string} position in the oracle's own spelling
 * @property {Value | null} value null if it is not known
 * @property {MoveAnswer[] | null} [moves] best first; null if there are too many
 * @property {RollAnswer[]} [rolls] in games with a die, instead of moves
 * @property {string | null} table the table that answered; null if it was solved on the spot
 * @property {number} [searched] how many positions a search visited
 * @property {number | null} [left] how many numbers are left, null if infinitely many
 * @property {number | null} [largest] the largest number left
 * @property {{statement: string, source: string}} [theorem]
 * @property {string} [reason] why the value is not known
 *
 * @typedef {object} LineStep
 * @property {string} move
 * @property {number} [gain]
 * @property {string | null} position
 * @property {Value} value
 *
 * @typedef {object} TableInfo
 * @property {string} table
 * @property {string} [board] the board of the table of one board, in the contest's format
 *
 * @typedef {object} Oracle
 * @property {(game: string, position: string, options: Options) => Promise<Answer>} answer
 *     a position's value and its moves
 * @property {(game: string, positions: string[], options: Options) => Promise<(Answer | null)[]>} answers
 *     the same for many positions, null where one has none
 * @property {(game: string, position: string, options: Options) => Promise<LineStep[] | null>} line
 *     best play to the end, null if no line is known to be best
 * @property {(options: {signal?: AbortSignal}) => Promise<TableInfo[]>} tables
 *     the tables that there are
 *
 * @typedef {object} Options
 * @property {string} [board] the position's, in the contest's format or as a fingerprint
 * @property {boolean} [replies] whether an answer has the best replies to each move
 * @property {AbortSignal} [signal] ends the request early
 * @property {(part: number) => void} [progress] is told how much of a position is solved, from 0 to 1, by an oracle
 *     that knows
 */

import { texts } from '../texts/en.js';

/** How many answers are remembered. */
const MOST = 400;

/** Why there is no answer, in the oracle's own words. */
export class Failure extends Error {
  /**
   * @param {string} code `position`, `board`, `beyond` and so on; `connection` if there was no answer
   * @param {string} message
   * @param {string | null} hint what helps
   */
  constructor(code, message, hint) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  /** Whether it is not of the question, so that to ask again may help. */
  get passes() {
    return this.code === 'connection' || this.code === 'refused';
  }
}

/** Whether a request ended because the page no longer wants its answer. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * An answer of a custom game with dice: what can be expected counts as points, and outcomes of a roll are moves by chance.
 *
 * @type {(answer: Answer) => Answer}
 */
function inPoints(answer) {
  const { game, value, moves, rolls } = answer;
  if (game === 'tower' || !value || !('expected' in value)) return answer;
  const points = (/** @type {Value | null} */ of) =>
    of && 'expected' in of ? { score: of.expected } : of;
  const outcomes = rolls?.map(({ probability, moves: [outcome] }) => ({
    ...outcome,
    best: false,
    // A roll does not change the player.
    again: true,
    chance: probability,
  }));
  const all = (outcomes ?? moves ?? []).map((move) => ({
    ...move,
    value: points(move.value),
    result: points(move.result),
  }));
  return { ...answer, value: points(value), moves: all, rolls: undefined };
}

/** The failure that an answer says. @param {any} body */
export function failureFrom(body) {
  const { code, message, hint } = body.error ?? {};
  return new Failure(code ?? 'connection', message ?? texts.failures.noReason, hint ?? null);
}

/**
 * An oracle from what asks: it gets a request as the HTTP interface's batches are, with the game beside the positions,
 * or `tables`, and gives what that interface answers.
 *
 * @param {(request: any, options: Options) => Promise<any>} ask
 * @returns {Oracle}
 */
export function oracleOf(ask) {
  /** The answers of late, by what was asked. @type {Map<string, Answer>} */
  const remembered = new Map();

  /** @type {(asked: (string | undefined)[], answer: Answer) => Answer} */
  function remember(asked, answer) {
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST) remembered.delete(oldest);
    remembered.set(JSON.stringify(asked), answer);
    return answer;
  }

  /** @type {(request: object, options: Options) => Promise<any>} */
  async function askOne(request, options) {
    const [answer] = (await ask(request, options)).answers;
    if ('error' in answer) throw failureFrom(answer);
    return inPoints(answer);
  }

  return {
    async answer(game, position, { board, replies, ...options }) {
      const asked = [game, board, position];
      const request = { game, positions: [position], board, replies, quick: true };
      const known = remembered.get(JSON.stringify(asked));
      return known ?? remember(asked, await askOne(request, options));
    },

    async answers(game, positions, { board, replies, ...options }) {
      const { answers } = await ask({ game, positions, board, replies }, options);
      return answers.map((/** @type {any} */ answer) =>
        'error' in answer ? null : inPoints(answer),
      );
    },

    async line(game, position, { board, ...options }) {
      const request = { game, positions: [position], board, line: true };
      return (await askOne(request, options)).line ?? null;
    },

    tables: async (options) => (await ask('tables', options)).tables,
  };
}
