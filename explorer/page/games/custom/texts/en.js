import plain from './en.json' with { type: 'json' };

export const words = {
  ...plain,
  fromTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`,
  leadsTo: (/** @type {string} */ move, /** @type {string} */ position) =>
    `${move} leads to ${position}`,
  more: (/** @type {number} */ listed, /** @type {number} */ more) =>
    `The best ${listed} moves; there are ${more} more.`,
};
