const collator = new Intl.Collator('en', { numeric: true });

/** An order of moves that does not tell which are good. */
export const inOrder = collator.compare;
