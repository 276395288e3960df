/**
 * Random numbers that a seed determines, so that an address always shows the same game.
 *
 * @param {...(number | string)} seeds
 * @returns {() => number} numbers from 0 to below 1
 */
export function random(...seeds) {
  // FNV-1a over the seeds, then mulberry32.
  let state = 0x811c9dc5;
  for (const character of seeds.join('\n')) {
    state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * One of the items.
 *
 * @template T
 * @param {readonly T[]} items at least one
 * @param {() => number} generator
 * @returns {T}
 */
export function pick(items, generator) {
  return items[Math.floor(generator() * items.length)];
}

/** A seed for a new game, other than that of a state without one. */
export function newSeed() {
  return 2 + Math.floor(Math.random() * 1_000_000);
}
