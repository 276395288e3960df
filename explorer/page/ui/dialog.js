/**
 * Dialogs, which Escape, their button, and a click beside them close; and the loading of those parts of the page that
 * open one when somebody asks for them.
 *
 * @import {Child} from './dom.js'
 */
import { texts } from '../texts/en.js';
import { clickable, div, element, icon } from './dom.js';

/**
 * A dialog that is open. What has the attribute `data-closes` in it closes it after it was clicked.
 *
 * @type {(title: string, content: Child[]) => HTMLDialogElement}
 */
export function openDialog(title, content) {
  const dialog = element(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'dialog-title' },
    div(
      'dialog-head',
      element('h2', { id: 'dialog-title' }, title),
      clickable(
        { class: 'icon-button', 'aria-label': texts.controls.close, 'data-closes': true },
        icon('close'),
      ),
    ),
    div('dialog-body', ...content),
  );
  const ending = new AbortController();
  const close = () => dialog.close();
  addEventListener('popstate', close, { signal: ending.signal });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('[data-closes]')))
      close();
  });
  dialog.addEventListener('close', () => {
    ending.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Loads a part and uses it. Without the server the page says why nothing opens.
 *
 * @template Part
 * @param {Promise<Part>} loading
 * @param {(part: Part) => void} use
 */
export async function whenLoaded(loading, use) {
  const part = await loading.catch(() => null);
  if (part) use(part);
  else openDialog(texts.failures.noAnswer, [element('p', {}, texts.failures.noPage)]);
}
