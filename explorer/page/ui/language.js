/** The page in the other language. `start.js` chooses the first one. */
import { texts } from '../texts/en.js';
import { keep } from '../core/storage.js';
import { element } from './dom.js';

/** A link to this address in the other language. */
export function languageLink() {
  const { other, name, title } = texts.language;
  return element(
    'a',
    {
      class: 'icon-button language-link',
      href: `?lang=${other}`,
      lang: other,
      hreflang: other,
      'aria-label': title,
      click: (/** @type {Event} */ event) => {
        event.preventDefault();
        keep('localStorage', 'lang', other);
        const fields = new URLSearchParams(location.search);
        fields.set('lang', other);
        location.replace(`?${fields}${location.hash}`);
      },
    },
    name,
  );
}
