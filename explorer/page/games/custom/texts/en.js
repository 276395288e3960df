export const words = {
  hints: {
    cell: 'Point at a cell, or tap it, to see the move.',
    piece: 'Choose a piece, then where it goes.',
    target: 'Choose where it goes, or the piece again to give it up.',
    list: 'The moves are in the list. Point at one to see where it leads.',
  },
  fromTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`,
  leadsTo: (/** @type {string} */ move, /** @type {string} */ position) =>
    `${move} leads to ${position}`,
  more: (/** @type {number} */ listed, /** @type {number} */ more) =>
    `The best ${listed} moves; there are ${more} more.`,
  ended: 'The game ends here.',
  repeated: 'A drawn position has come back twice.',
};
