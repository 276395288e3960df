/** The regions of Stake Your Claim. A place is the rows, top first: `01.1/00../.01./...1`. */

/** The rows of a board, null if it is none. @param {string} place */
export function rowsOf(place) {
  const rows = place.split('/');
  const square = rows.every((row) => row.length === rows.length && /^[01.]+$/.test(row));
  return square ? rows : null;
}

/**
 * The cells of a digit's largest regions, as `row,column`; several if they are equally large.
 *
 * @type {(rows: string[], digit: string) => Set<string>[]}
 */
export function largestRegions(rows, digit) {
  /** @type {Set<string>[]} */
  const regions = [];
  for (const [row, cells] of rows.entries()) {
    for (const [column, cell] of [...cells].entries()) {
      const isSeen = regions.some((region) => region.has(`${row},${column}`));
      if (cell === digit && !isSeen) regions.push(regionAt(rows, row, column));
    }
  }
  const most = Math.max(...regions.map(({ size }) => size));
  return regions.filter(({ size }) => size === most);
}

/** How large the largest regions of 0 and of 1 are. @param {string} place */
export function sizes(place) {
  const rows = rowsOf(place) ?? [];
  return ['0', '1'].map((digit) => largestRegions(rows, digit)[0]?.size ?? 0);
}

/**
 * The cells of the region that a cell with a digit belongs to.
 *
 * @type {(rows: string[], row: number, column: number) => Set<string>}
 */
export function regionAt(rows, row, column) {
  const digit = rows[row][column];
  /** @type {Set<string>} */
  const region = new Set();
  const waiting = [[row, column]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [y, x] = next;
    if (rows[y]?.[x] !== digit || region.has(`${y},${x}`)) continue;
    region.add(`${y},${x}`);
    waiting.push([y - 1, x], [y + 1, x], [y, x - 1], [y, x + 1]);
  }
  return region;
}
