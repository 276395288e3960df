/**
 * Everything that the page shows of a game. It follows from the state, the tree of its moves, and
 * what is known of where it is.
 *
 * @import {Answer, Failure, LineStep} from './oracle.js'
 * @import {Game} from './game.js'
 * @import {State} from './location.js'
 * @import {Mistake} from './review.js'
 * @import {Node} from './tree.js'
 *
 * @typedef {object} View
 * @property {Game} game
 * @property {State} state
 * @property {Node} root
 * @property {Node[]} path from the root to the last step, of which `state.at` have been made
 * @property {Node} node where the game is
 * @property {boolean} readable whether it may be a position that the page can draw
 * @property {Answer | null} answer about the node, when it has come
 * @property {number} [part] how much of the answer is found, from 0 to 1, where the oracle tells that
 * @property {Failure | null} failure why there is none, or why the address is not shown as it is
 * @property {boolean} retries whether the question will be asked again by itself
 * @property {boolean} results whether results are shown
 * @property {boolean} over
 * @property {boolean} free whether the person may move: not while the oracle or the die is due
 * @property {Mistake | null} failed the mistake that has ended what is played, if one does
 * @property {boolean} stopped whether nothing is played: after it, or before a puzzle is there
 * @property {Mistake | null} reviewed the mistake that is to be made good, in a review
 * @property {LineStep[] | null | undefined} line best play, null if not known, undefined before
 *
 * @typedef {Pick<View, 'game' | 'state' | 'root' | 'path' | 'node'>} Laid where the game is, before anything is known of it
 * @typedef {Partial<Pick<View, 'answer' | 'part' | 'failure' | 'retries' | 'line'>>} Found
 * @typedef {Pick<View, 'game' | 'state' | 'root'> & Found} Known
 */
import { FIRST_SEED, hasOpponent, isChallenge } from './location.js';
import { isOver, moverAt } from './known.js';
import { isRollDue } from './people.js';
import { fatal, isRight, reviewedAt } from './review.js';
import { outcomeOf } from './values.js';

/** A game is drawn when a drawn position has been there so often before. */
const REPEATED = 2;

/** @type {(known: Known) => View} */
export function viewOf({ game, state, root, ...found }) {
  const { answer = null, part, failure = null, retries = false, line } = found;
  const path = root.along(state.steps);
  const node = path[state.at];
  const { mode, board } = state;
  const laid = { game, state, root, path, node };
  const failed = fatal(laid);
  const reviewed = reviewedAt(laid);
  const isEnded = isOver(game, node.place, board) && node.value !== null;
  const over = isEnded || isDrawn(laid);
  const isAsked = reviewed !== null && !isRight(laid, state.tried);
  const hides = hasOpponent(mode) || mode === 'lesson' || isAsked;
  const isEnd = mode !== 'lesson' && (over || failed !== null);
  const isComing = isChallenge(mode) && state.seed === FIRST_SEED;
  const stopped = isComing || failed !== null;
  // Nothing is taken back in a run.
  const isPast = mode === 'survive' && node !== path.at(-1);
  const canPlay = !stopped && !isPast && isPersons(node, game, state);
  return {
    ...laid,
    ...{ answer, part, failure, retries, line },
    ...{ over, failed, stopped, reviewed },
    readable: failure?.code !== 'position' && failure?.code !== 'board',
    results: !hides || state.shown || isEnd,
    free: hasOpponent(mode) || mode === 'lesson' ? canPlay : true,
  };
}

/** Whether the person is to move: nobody is while the die is due. @type {(node: Node, game: Game, state: State) => boolean} */
export function isPersons(node, game, state) {
  if (isRollDue(game, node.place)) return false;
  if (game.roll) return true;
  // Whoever learns begins.
  return moverAt(game, node, state.board) === (state.mode === 'lesson' ? 0 : state.side);
}

/** Whether a game in which positions can come back is drawn: so that it ends. @param {Laid} laid */
function isDrawn({ state, node, path }) {
  if (state.mode !== 'play' || !node.value) return false;
  const before = path.slice(0, node.ply).filter(({ place }) => place === node.place);
  return outcomeOf(node.value, false) === 'draw' && before.length >= REPEATED;
}
