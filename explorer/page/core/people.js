/**
 * Who plays.
 *
 * @import {Game} from './game.js'
 * @import {View} from './view.js'
 * @import {Node} from './tree.js'
 *
 * @typedef {object} Person
 * @property {string} name
 * @property {boolean} you whether it is who sits before the page, which changes verbs
 */
import { texts } from '../texts/en.js';
import { isOver, moverAt, outcomeAt } from './known.js';
import { hasSides } from './location.js';

/** @type {(view: Pick<View, 'game' | 'state'>, side: 0 | 1) => Person} */
export function personAt({ game, state }, side) {
  const { you, oracle } = texts.people;
  const isAgainst = hasSides(state.mode);
  if (!game.players || (isAgainst && side === state.side)) return { name: you, you: true };
  return { name: isAgainst ? oracle : game.players[side], you: false };
}

/** Whether nobody is to move at a place, as the die is to be rolled. @type {(game: Game, place: string) => boolean} */
export function isRollDue(game, place) {
  return rollOf(game, place, () => 0) !== null && !isOver(game, place, '');
}

/** A random roll where one is due. @type {(game: Game, place: string, generator: () => number) => string | null} */
export function rollOf(game, place, generator) {
  return game.roll ? game.roll(place, generator) : outcomeAt(game, place, '', generator);
}

/** The side that is to move. @type {(view: Pick<View, 'game' | 'state'>, node: Node) => 0 | 1} */
export function sideAt({ game, state }, node) {
  return moverAt(game, node, state.board);
}
