/**
 * What a browser keeps. Without storage, or where it is full, things last as long as the page.
 *
 * @param {'localStorage' | 'sessionStorage'} where
 * @param {string} key
 * @returns {string | null}
 */
export function kept(where, key) {
  try {
    return globalThis[where].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {'localStorage' | 'sessionStorage'} where
 * @param {string} key
 * @param {string} text
 */
export function keep(where, key, text) {
  try {
    globalThis[where].setItem(key, text);
  } catch {
    // See above.
  }
}
