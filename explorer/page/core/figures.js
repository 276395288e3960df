/** Figures in texts: their digits in groups of three, at most three decimals. */
const FORMAT = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** @param {number | bigint} number */
export function grouped(number) {
  return FORMAT.format(number);
}
