export const words = {
  legends: {
    outcomes: [
      { mark: 'W5', text: 'wins in 5 moves, counting both sides' },
      { mark: 'L4', text: 'loses in 4' },
      { mark: 'D', text: 'draw' },
      { mark: '★', text: 'best' },
    ],
    scores: [
      { mark: '+2', text: 'ends 2 ahead' },
      { mark: '=', text: 'nobody ends ahead' },
      { mark: '★', text: 'best' },
    ],
    numbers: [
      { mark: '*3', text: 'leaves Grundy value 3; *0 wins' },
      { mark: '★', text: 'best' },
    ],
  },
  hints: {
    cell: 'Point at a cell, or tap it, to see the move.',
    piece: 'Choose a piece, then where it goes.',
    target: 'Choose where it goes, or the piece again to give it up.',
    list: 'The moves are in the list. Point at one to see where it leads.',
  },
  empty: 'empty',
  chosen: 'chosen',
  movable: 'can be chosen',
  reached: 'can be reached',
  fromTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`,
  leadsTo: (/** @type {string} */ move, /** @type {string} */ position) =>
    `${move} leads to ${position}`,
  more: (/** @type {number} */ listed, /** @type {number} */ more) =>
    `The best ${listed} moves; there are ${more} more.`,
  ended: 'The game ends here.',
  repeated: 'A drawn position has come back twice.',
};
