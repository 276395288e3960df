/**
 * Items with the same key together, in the order of the first of each: `Map.groupBy` is too new.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => unknown} keyOf
 */
export function together(items, keyOf) {
  /** @type {Map<unknown, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
