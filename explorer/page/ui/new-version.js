/** A page that stays open does not get another version by itself. */
import { texts } from '../texts/en.js';
import { clickable } from './dom.js';

/** Looks for one when somebody comes back to the page, and shows a button that loads it. @param {Element} place */
export function watchVersion(place) {
  // It names the files of this version.
  const script = document.querySelector('script[data-en]')?.outerHTML ?? '';
  async function look() {
    if (document.hidden) return;
    const sent = await fetch('./?version', { cache: 'no-store' }).catch(() => null);
    const html = sent?.ok ? await sent.text() : '';
    if (!html.includes(' data-en=') || html.includes(script)) return;
    document.removeEventListener('visibilitychange', look);
    const click = () => location.reload();
    place.prepend(clickable({ class: 'button', click }, texts.page.newVersion));
  }
  document.addEventListener('visibilitychange', look);
}
