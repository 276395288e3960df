/**
 * What a browser keeps. Without storage, or where it is full, things last as long as the page.
 *
 * @type {(where: 'localStorage' | 'sessionStorage', key: string) => string | null}
 */
export function kept(where, key) {
  try {
    return globalThis[where].getItem(key);
  } catch {
    return null;
  }
}

/** @type {(where: 'localStorage' | 'sessionStorage', key: string, text: string) => void} */
export function keep(where, key, text) {
  try {
    globalThis[where].setItem(key, text);
  } catch {
    // See above.
  }
}
