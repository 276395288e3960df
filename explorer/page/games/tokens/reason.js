/**
 * Why a move is good or bad: by the partners of a maximum matching.
 *
 * @import {View} from '../../core/view.js'
 */
import { play } from '../../core/known.js';
import { texts } from '../../texts/en.js';
import { reasonOf } from './matching.js';
import { pairText, read } from './position.js';
import { words } from './texts/en.js';

/** @type {(view: View, step: string) => string} */
export function partnerOf({ game, node, state, answer }, step) {
  const position = read(node.place);
  const after = play(game, node.place, step, state.board);
  if (!position || !after) return '';
  const next = read(after);
  if (!next || next.captured) return words.captures;
  const [[a, b], [c, d]] = next.pieces;
  if (Math.abs(a - c) + Math.abs(b - d) === 1) return words.besideIt;
  const reason = reasonOf(position);
  const move = answer?.moves?.find((candidate) => candidate.move === step);
  if (!reason || !move?.result || !('outcome' in move.result)) return '';
  const partner = reason.partners.get(pairText(next.pieces[0], next.pieces[1]));
  if (move.result.outcome === 'win') {
    const here = pairText(position.pieces[0], position.pieces[1]);
    return partner === here ? words.toPartner : '';
  }
  return !reason.covered && partner ? words.answeredBy(partner.replace('+', texts.and)) : '';
}
