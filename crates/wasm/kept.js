/**
 * Parts of tables that were fetched and found right, in the browser's Cache Storage: later visits do not fetch them
 * again, and have them without a server. A part is kept by its address, which has the table's hash and its place, as a
 * whole response, however it was fetched. Without such a storage (in some private windows, and without HTTPS), or where
 * it is full, parts are fetched each time.
 *
 * @param {string} base the address of the site; each has a storage of its own, which its service worker also fills
 */
export function keptOf(base) {
  const site = new URL('.', base).href;
  const opened = (async () => caches.open(`perfectplay ${site} tables`))().catch(() => null);

  return {
    /**
     * The bytes of a part, if they are here.
     *
     * @param {string} path
     * @param {number} length
     */
    async find(path, length) {
      try {
        const response = await (await opened)?.match(new URL(path, site));
        const bytes = response && new Uint8Array(await response.arrayBuffer());
        return bytes?.length === length ? bytes : null;
      } catch {
        return null;
      }
    },

    /** Keeps parts, in place of what was kept of them. @param {Map<string, Uint8Array>} parts */
    async keep(parts) {
      const cache = await opened;
      for (const [path, bytes] of parts) {
        try {
          await cache?.put(new URL(path, site), new Response(/** @type {any} */ (bytes)));
        } catch {
          // There is no space.
          return;
        }
      }
    },
  };
}
