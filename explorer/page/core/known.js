/**
 * Where steps lead, which ones are legal, and whether a game is over: what answers have said. The page knows no rules.
 *
 * @import {Game} from './game.js'
 * @import {Answer, MoveAnswer} from './oracle.js'
 * @import {Node} from './tree.js'
 *
 * @typedef {object} Lead
 * @property {string} place where a step leads
 * @property {number} [gain] what the mover scores at once
 * @property {boolean} [again] whether the player who makes it moves again
 * @property {string} [chance] how likely it is, where nobody chooses: a fraction
 *
 * @typedef {{leads: Map<string, Lead>, all: boolean}} Known the steps that are known, and whether these are all
 */

/** By game, board and place. @type {Map<string, Known>} */
const known = new Map();

/** @type {(game: Game, place: string, board: string) => string} */
const keyOf = ({ name }, place, board) => [name, board, place].join('\n');

/**
 * Learns from an answer about a place; null if it is too much for the oracle.
 *
 * @type {(game: Game, place: string, board: string, answer: Answer | null) => void}
 */
export function learn(game, place, board, answer) {
  const keep = (/** @type {string} */ at, /** @type {[string, Lead][]} */ leads, all = true) =>
    known.set(keyOf(game, at, board), { leads: new Map(leads), all });
  const leadsOf = (/** @type {MoveAnswer[]} */ moves) =>
    moves.map(({ move, position, ...more }) => {
      const lead = { ...more, place: game.lead(place, move, position) ?? '' };
      return /** @type {[string, Lead]} */ ([move, lead]);
    });
  const { moves, rolls, left } = answer ?? {};
  if (!rolls) {
    const all = moves && left !== null && !(left && left > moves.length);
    keep(place, leadsOf(moves ?? []), Boolean(all));
    return;
  }
  const position = game.position(place) ?? place;
  for (const { roll, moves } of rolls) keep(`${position} ${roll}`, leadsOf(moves));
  const isOver = rolls.every(({ moves }) => !moves.length);
  // A roll without a move passes.
  const rolled = rolls.map(({ roll, moves }) => ({
    step: roll,
    place: moves.length ? `${position} ${roll}` : position,
  }));
  keep(position, isOver ? [] : rolled.map(({ step, place }) => [step, { place }]));
}

/** @type {(game: Game, place: string, step: string, board: string) => Lead | undefined} */
export function leadAt(game, place, step, board) {
  return known.get(keyOf(game, place, board))?.leads.get(step);
}

/**
 * Where a step leads, null if it is not legal, undefined if the page has yet to learn that.
 *
 * @type {(game: Game, place: string, step: string, board: string) => string | null | undefined}
 */
export function play(game, place, step, board) {
  const at = known.get(keyOf(game, place, board));
  const lead = at?.leads.get(step);
  if (lead || !at) return lead?.place;
  return at.all ? null : game.lead(place, step, undefined);
}

/** The legal steps, as far as they are known. @type {(game: Game, place: string, board: string) => string[]} */
export function legal(game, place, board) {
  const { leads, all } = known.get(keyOf(game, place, board)) ?? {};
  return (!all && game.possible?.(place)) || [...(leads?.keys() ?? [])];
}

/**
 * An outcome by chance, where a custom game rolls dice; else null.
 *
 * @type {(game: Game, place: string, board: string, generator: () => number) => string | null}
 */
export function outcomeAt(game, place, board, generator) {
  const leads = [...(known.get(keyOf(game, place, board))?.leads ?? [])];
  let left = generator();
  const found = leads.find(([, { chance }]) => {
    const [weight, all] = (chance ?? '0/1').split('/').map(Number);
    left -= weight / all;
    return left < 0;
  });
  return found?.[0] ?? null;
}

/** Whether no move is left. @type {(game: Game, place: string, board: string) => boolean} */
export function isOver(game, place, board) {
  const { leads, all } = known.get(keyOf(game, place, board)) ?? {};
  return all === true && leads?.size === 0;
}

/**
 * Which player is to move: they move in turn, but for moves after which the same player moves again.
 *
 * @type {(game: Game, node: Node, board: string) => 0 | 1}
 */
export function moverAt(game, node, board) {
  if (!game.players) return 0;
  let turns = 0;
  let at = node;
  for (; at.parent; at = at.parent) {
    if (!leadAt(game, at.parent.place, at.step, board)?.again) turns += 1;
  }
  turns += game.first?.(at.place) ?? 0;
  return turns % 2 === 0 ? 0 : 1;
}
