/** Staircases: how many cells each row has, from the top, none more than the row above: `3,3,1`. */

/** The lengths of the rows, null if the text is none. @param {string} place */
export function lengthsOf(place) {
  if (!/^\s*\d{1,3}(\s*,\s*\d{1,3})*\s*$/.test(place)) return null;
  const lengths = place.split(',').map(Number);
  const falls = lengths.every((length, row) => row === 0 || length <= lengths[row - 1]);
  return falls ? lengths : null;
}

/** The text, without empty rows at the end. @param {number[]} lengths */
export function write(lengths) {
  const filled = lengths.filter((length) => length > 0);
  return filled.length ? filled.join(',') : '0';
}

/** As many rows of the same length. @type {(rows: number, columns: number) => string} */
export function bar(rows, columns) {
  return Array.from({ length: rows }, () => columns).join(',');
}

/** A random one. @type {(generator: () => number, rows: number, least: number, most: number) => string} */
export function randomStaircase(generator, rows, least, most) {
  const length = () => least + Math.floor(generator() * (most - least + 1));
  return write(Array.from({ length: rows }, length).sort((one, other) => other - one));
}
