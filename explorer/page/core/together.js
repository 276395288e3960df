/**
 * Items with the same key together, in the order of the first of each, as `Map.groupBy` would have them, which
 * browsers lack from before 2024.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => unknown} keyOf
 * @returns {Item[][]}
 */
export function together(items, keyOf) {
  /** @type {Map<unknown, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
