/**
 * Who has won a game that is over, as the value of its end says.
 *
 * @import {View} from './view.js'
 *
 * @typedef {object} Ending
 * @property {0 | 1 | null} winner null for a draw, or where there is one player
 * @property {number | null} margin by how much; null where that does not count
 * @property {'good' | 'bad' | 'even'} kind how the person sees it
 * @property {string} text why, in sentences
 */
import { hasSides } from './location.js';
import { sideAt } from './people.js';
import { outcomeOf } from './values.js';

/** @type {(view: View) => Ending} */
export function endingOf(view) {
  const { game, node } = view;
  const { value } = node;
  const outcome = value && outcomeOf(value, false);
  const score = value && 'score' in value ? value.score : null;
  const lead = outcome ? { win: 1, draw: 0, loss: -1 }[outcome] : (score ?? 0);
  const side = sideAt(view, node);
  const winner = lead === 0 ? null : lead > 0 ? side : /** @type {0 | 1} */ (1 - side);
  const isPersons = hasSides(view.state.mode) && winner !== null && game.players !== null;
  const kind = isPersons ? (winner === view.state.side ? 'good' : 'bad') : 'even';
  return { winner, margin: score && Math.abs(score), kind, text: game.ended(view, winner) };
}
