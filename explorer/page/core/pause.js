/** Waits, until the signal at the longest. @type {(milliseconds: number, signal: AbortSignal) => Promise<void>} */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
