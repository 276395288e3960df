/**
 * Addresses with the position in their path, `GAME=RGB?mode=play` for `#/GAME?start=RGB&mode=play`:
 * a server sees it there, so that the page says to previews of links what they lead to. Files can be
 * sent without one, and then there are only addresses behind `#`.
 */

import { unescaped } from './location.js';

/** Proxies decode `%2F`, and what finds links in texts cuts a full stop at their end. */
const LETTERS = /** @type {Record<string, string>} */ ({ '/': '_', '.': '-', '#': 'x', ' ': '~' });
const BACK = Object.fromEntries(Object.entries(LETTERS).map(([letter, other]) => [other, letter]));

/** Letters that stand for themselves. All further ones are numbers between `=`. */
const PLAIN = /^[A-Za-wyz0-9,:;+]$/;

/** @param {string} position */
export function coded(position) {
  const number = (/** @type {string} */ letter) => `=${letter.codePointAt(0)?.toString(16)}=`;
  const letters = [...position].map(
    (letter) => LETTERS[letter] ?? (PLAIN.test(letter) ? letter : number(letter)),
  );
  return letters.join('');
}

/** The position of a path; empty if it is none. @param {string} text */
export function decoded(text) {
  try {
    const parts = text.split('=').map((part, index) => {
      if (index % 2) return String.fromCodePoint(parseInt(part, 16));
      return part.replace(/[_\-x~]/g, (letter) => BACK[letter]);
    });
    return parts.join('');
  } catch {
    return '';
  }
}

/**
 * An address with a path, relative to the page.
 *
 * @param {string} hash
 * @param {string | null} position that is shown
 * @param {string} search of the page, whose language stays
 */
export function pathOf(hash, position, search) {
  const [, name = '', query = ''] = /^#\/([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const fields = query.split('&').filter(Boolean);
  const has = (/** @type {string} */ key) => fields.some((field) => field.startsWith(`${key}=`));
  const isShown = position !== null && (has('start') || has('moves'));
  // What is shown is where the game began, unless moves have been made.
  const told = isShown && !has('moves') ? fields.filter((field) => !/^start=/.test(field)) : fields;
  const language = search.match(/\blang=[a-z]+/i) ?? [];
  const rest = [...language, ...told].join('&');
  return `./${name}${isShown ? `=${coded(position)}` : ''}${rest && `?${rest}`}`;
}

/**
 * The part of an address behind `#`, which it may have, or which its path stands for.
 *
 * @param {Pick<Location, 'hash' | 'pathname' | 'search'>} address
 */
export function hashOf({ hash, pathname, search }) {
  if (hash.startsWith('#/')) return hash;
  const [, file = ''] = /([^/]*)$/.exec(pathname) ?? [];
  const [, name = '', , position = ''] = /^([^=]*)(=(.*))?$/s.exec(unescaped(file)) ?? [];
  const fields = new URLSearchParams(search);
  fields.delete('lang');
  if (position && !fields.has('moves')) fields.set('start', decoded(position));
  const isPage = ['index.html', 'embed', 'embed.html'].includes(name);
  return `#/${isPage ? '' : name}?${fields}`;
}
