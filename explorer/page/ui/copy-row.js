/** A text to be copied. */
import { texts } from '../texts/en.js';
import { clickable, div, element, icon } from './dom.js';

/** How long a button says that it has copied. */
const COPIED = 1600;

/**
 * A text and a button that copies it. Where a page may not write to the clipboard, the text is
 * selected, so that one can.
 *
 * @type {(key: string, label: string, text: string) => HTMLDivElement}
 */
export function copyRow(key, label, text) {
  const id = `share-${key}`;
  const field = element('textarea', { id, readonly: true, rows: 2 }, text);
  const { copy, copied, selected } = texts.share;
  const caption = element('span', { role: 'status' }, copy);
  const button = clickable(
    {
      class: 'button',
      'data-key': `copy ${key}`,
      'aria-describedby': id,
      click: async () => {
        try {
          await navigator.clipboard.writeText(text);
          caption.textContent = copied;
          setTimeout(() => (caption.textContent = copy), COPIED);
        } catch {
          field.focus();
          field.select();
          caption.textContent = selected;
        }
      },
    },
    icon('copy'),
    caption,
  );
  return div(
    'share-row',
    element('label', { class: 'field', for: id }, element('span', {}, label)),
    div('share-text', field, button),
  );
}
