/**
 * The sums of the Number Game, which its board shows: which numbers up to a horizon are gone. Texts are the oracle's:
 * `2 3 5` are the available numbers, `after:4,3` the named ones.
 */

/** The largest number of a list of available numbers. */
const LARGEST_LISTED = 63;

/** How far sums are looked at: what is larger is left to the oracle. */
export const HORIZON = 4096;

/**
 * A position: which numbers up to the horizon are sums of named ones.
 *
 * @typedef {object} Sums
 * @property {boolean} listed whether the text lists the available numbers
 * @property {bigint[]} named the numbers named, or for a list the fewest that leave it
 * @property {Uint8Array} unavailable 1 for each number up to the horizon that cannot be named
 */

/** @type {Map<string, Sums>} */
const remembered = new Map();

/** Reads a position, null if it is none. @type {(text: string) => Sums | null} */
export function read(text) {
  const known = remembered.get(text);
  if (known) return known;
  const sums = text.startsWith('after:') ? readNamed(text.slice(6)) : readListed(text);
  if (sums && remembered.size < 500) remembered.set(text, sums);
  return sums;
}

/** @param {string} text */
function readNamed(text) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (!words.every((word) => /^\d{1,19}$/.test(word))) return null;
  const named = words.map(BigInt);
  if (named.some((number) => number < 2n)) return null;
  const unavailable = new Uint8Array(HORIZON + 1);
  unavailable[0] = 1;
  for (const number of named) addSums(unavailable, number);
  return { listed: false, named, unavailable };
}

/** @param {string} text */
function readListed(text) {
  const words = text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean);
  if (!words.every((word) => /^\d{1,2}$/.test(word)) || (text !== 'none' && !words.length))
    return null;
  const available = new Set(words.map(Number));
  const unavailable = new Uint8Array(HORIZON + 1).fill(1);
  unavailable[1] = 0;
  for (const number of available) {
    if (number < 2 || number > LARGEST_LISTED) return null;
    unavailable[number] = 0;
  }
  // The unavailable numbers that are no sums of smaller ones; those that can be named are up to 63.
  const named = [];
  for (let number = 2; number <= 2 * LARGEST_LISTED + 2; number += 1) {
    if (unavailable[number] && !isSum(unavailable, number)) named.push(BigInt(number));
  }
  return { listed: true, named, unavailable };
}

/** Adds all sums that use a number. @type {(unavailable: Uint8Array, number: bigint) => void} */
function addSums(unavailable, number) {
  if (number > BigInt(HORIZON)) return;
  const step = Number(number);
  for (let sum = step; sum <= HORIZON; sum += 1) unavailable[sum] |= unavailable[sum - step];
}

/** Whether two unavailable numbers add up to one. @type {(unavailable: Uint8Array, number: number) => boolean} */
function isSum(unavailable, number) {
  for (let part = 2; part * 2 <= number; part += 1) {
    if (unavailable[part] && unavailable[number - part]) return true;
  }
  return false;
}

/** The available numbers up to a bound. @type {(sums: Sums, bound: number) => number[]} */
export function available({ unavailable }, bound) {
  const found = [];
  for (let number = 2; number <= Math.min(bound, HORIZON); number += 1) {
    if (!unavailable[number]) found.push(number);
  }
  return found;
}

/** Whether only finitely many numbers are left: the named ones have no common factor. @param {Sums} sums */
export function isFinite({ named }) {
  let common = 0n;
  for (const number of named) {
    let [a, b] = [number, common];
    while (b) [a, b] = [b, a % b];
    common = a;
  }
  return common === 1n;
}

/**
 * Named numbers that add up to an unavailable one, `4 + 5`; null for a number named itself.
 *
 * @type {(sums: Sums, number: number) => string | null}
 */
export function payment({ named, unavailable }, number) {
  const coins = new Set(named.filter((coin) => coin <= BigInt(number)).map(Number));
  if (coins.has(number)) return null;
  const used = [];
  let rest = number;
  while (rest > 0) {
    const coin = [...coins].find((candidate) => candidate <= rest && unavailable[rest - candidate]);
    if (coin === undefined) return null;
    used.push(coin);
    rest -= coin;
  }
  return used.sort((a, b) => a - b).join(' + ');
}

/** All numbers from 2 on as available ones. @param {number} last */
export function upTo(last) {
  return Array.from({ length: last - 1 }, (_, index) => index + 2).join(' ');
}
