/** @import {Game} from '../core/game.js' */
import { texts } from '../texts/en.js';

/**
 * What most games have: positions that the oracle is asked about as they are, players who move in turn, moves of one kind.
 *
 * @satisfies {Partial<Game>}
 */
export const usual = {
  players: texts.people.firstAndSecond,
  settings: [],
  hasLines: true,
  position: (place) => place,
  boardOf: null,
  copied: ({ node, answer }) => answer?.position ?? node.place,
  mover: ({ ply }) => (ply % 2 === 0 ? 0 : 1),
  roll: null,
  gain: null,
  sections: ({ moves }) =>
    moves?.length ? [{ title: '', note: '', before: [], moves, all: true }] : [],
};
