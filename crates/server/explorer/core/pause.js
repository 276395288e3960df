/**
 * Waits.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal ends the pause early
 * @returns {Promise<false>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
