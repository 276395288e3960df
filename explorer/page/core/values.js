/**
 * How values are shown: as text, as spoken text, and by tone. A tone is never the only sign.
 *
 * @import {MoveAnswer, Value} from './oracle.js'
 *
 * @typedef {'good' | 'bad' | 'even' | 'unknown'} Tone
 * @typedef {'win' | 'draw' | 'loss'} Outcome
 */
import { texts } from '../texts/en.js';
import { grouped } from './figures.js';

const MINUS = '\u2212';

/** Differences below this are those of rounding. */
export const NOTHING = 1e-9;

/** A number as `grouped` writes it, with a proper minus sign. @param {number} number */
export function decimal(number) {
  const text = grouped(Math.abs(number));
  return number < 0 && text !== '0' ? MINUS + text : text;
}

/** A number with its sign; 0 has none. @param {number} number */
export function signed(number) {
  const text = decimal(number);
  return number > 0 && text !== '0' ? `+${text}` : text;
}

/** What a move loses, with its sign, also where that is less than is shown. @param {number} loss */
export function losing(loss) {
  const text = decimal(loss);
  return text === '0' ? '<0.001' : `+${text}`;
}

/** As short as a cell of a board needs it: `W5`, `L`, `+2`, `8.656`, `*3`. @param {Value | null} value */
export function short(value) {
  if (!value) return '?';
  if ('outcome' in value) return texts.values.letters[value.outcome] + (value.plies ?? '');
  if ('grundy' in value) return `*${value.grundy}`;
  if (!('score' in value)) return decimal(value.expected);
  // A digit without a sign could be part of the board, and large scores have no space.
  if (value.score === 0) return '=';
  const isLarge = Math.abs(value.score) >= 10_000;
  return isLarge ? `${signed(Math.round(value.score / 1000))}k` : signed(value.score);
}

/** `win in 5`, `loss`, `+2`, `8.656 minutes`, `Grundy value 3`. @param {Value | null} value */
export function words(value) {
  if (!value) return texts.values.unknown;
  if ('outcome' in value) return texts.values.outcome(value.outcome, value.plies);
  if ('grundy' in value) return texts.values.grundy(value.grundy);
  return 'score' in value ? signed(value.score) : minutes(value.expected);
}

/** As it is read aloud: `win in 5`, `plus 2`. @param {Value | null} value */
export function spoken(value) {
  return value && 'score' in value ? texts.values.spokenScore(value.score) : words(value);
}

/** @param {number} number */
export function minutes(number) {
  return texts.values.minutes(decimal(number), decimal(number) === '1');
}

/** @type {Record<Outcome, Tone>} */
const TONES = { win: 'good', draw: 'even', loss: 'bad' };

/** The better, the higher. */
const RANKS = { win: 2, draw: 1, loss: 0 };

/**
 * Who wins, for values that tell it: of the result of a move, or else of a position.
 *
 * @type {(value: Value, isResult: boolean) => Outcome | null}
 */
export function outcomeOf(value, isResult) {
  if ('grundy' in value) return (value.grundy === 0) === isResult ? 'win' : 'loss';
  return 'outcome' in value ? value.outcome : null;
}

/**
 * @param {Value | null} value of a position
 * @returns {Tone}
 */
export function tone(value) {
  if (!value) return 'unknown';
  return toneOf(value, false);
}

/** @type {(value: Value, isResult: boolean) => Tone} */
function toneOf(value, isResult) {
  const outcome = outcomeOf(value, isResult);
  if (outcome) return TONES[outcome];
  if (!('score' in value)) return 'even';
  return value.score > 0 ? 'good' : value.score < 0 ? 'bad' : 'even';
}

/**
 * The tone of a move: of its result, and where results are minutes, whether any are lost.
 *
 * @type {(move: MoveAnswer) => Tone}
 */
export function moveTone(move) {
  if (move.result && 'expected' in move.result) return move.best ? 'good' : 'bad';
  return move.result ? toneOf(move.result, true) : 'unknown';
}

/**
 * How much worse a move is than the best one: points, minutes, or 1 for a win or a draw given away.
 * Null where it is not known; plies do not count.
 *
 * @type {(best: Value | null, result: Value | null) => number | null}
 */
export function lost(best, result) {
  if (!best || !result) return null;
  const outcomes = [outcomeOf(best, true), outcomeOf(result, true)];
  if (outcomes[0] && outcomes[1]) return RANKS[outcomes[0]] > RANKS[outcomes[1]] ? 1 : 0;
  if ('score' in best && 'score' in result) return best.score - result.score;
  if ('expected' in best && 'expected' in result) return result.expected - best.expected;
  return null;
}

/** Whoever loses less against the best move makes no mistake where a mistake ends the game. */
export const MINUTES = 0.05;

/**
 * Whether a move spoils a game: it gives the win away, whatever else it costs, or minutes.
 *
 * @type {(best: Value | null, result: Value | null) => boolean}
 */
export function spoils(best, result) {
  const given = lost(best, result) ?? 0;
  if (best && 'expected' in best) return given >= MINUTES - NOTHING;
  if (!best || !result || !('score' in best && 'score' in result)) return given > 0;
  return best.score > 0 ? result.score <= 0 : given > 0;
}

/**
 * Whether the player to move wins, or ends ahead; a game that is only about minutes cannot be lost.
 *
 * @param {Value | null} value
 */
export function isWon(value) {
  if (!value) return false;
  return 'expected' in value || toneOf(value, false) === 'good';
}

/**
 * How many of the moves keep what the best of them is worth, of moves that are all listed.
 *
 * @param {MoveAnswer[]} moves best first
 */
export function keeping(moves) {
  return moves.filter(({ result }) => (lost(moves[0].result, result) ?? 1) < NOTHING).length;
}

/**
 * A value as the result of the move that leads to it.
 *
 * @param {Value} value seen by the player to move after the move
 * @returns {Value}
 */
export function turned(value) {
  if ('outcome' in value) return { outcome: value.outcome === 'win' ? 'loss' : 'win' };
  return 'score' in value ? { score: 0 - value.score } : value;
}
