/**
 * Sharing a position: its address, its text, the command that asks the terminal about it, a frame for
 * other sites, and pictures.
 *
 * @import {View} from '../core/session.js'
 */
import { program } from './program.js';
import { texts } from '../texts/en.js';
import { openDialog } from './dialog.js';
import { element, icon } from './dom.js';
import { pictureOf, saved } from './picture.js';

/** The size of a frame, in which boards of all games, and what is said of them, have room. */
const FRAME = { width: 480, height: 720 };

/** How long a button says that it has copied. */
const COPIED = 1600;

/** @param {View} view */
export function openShare(view) {
  const { title, link, position, command, frame } = texts.share;
  const { origin, pathname, search, hash } = location;
  const folder = pathname.replace(/[^/]*$/, '');
  const address = `${origin}${folder}embed${search}${hash}`;
  const html = `<iframe src="${address.replaceAll('&', '&amp;')}" width="${FRAME.width}" height="${FRAME.height}" title="${view.game.title}"></iframe>`;
  openDialog(title, [
    row('link', link, location.href),
    row('position', position, view.game.copied(view)),
    row('command', command, commandOf(view)),
    row('frame', frame, html),
    pictures(view),
  ]);
}

/**
 * What asks the terminal the same. The board of contour is a file there.
 *
 * @param {View} view
 */
function commandOf(view) {
  const { game, state } = view;
  const quoted = `'${view.game.copied(view).replaceAll("'", "'\\''")}'`;
  const probe = `${program().name} probe ${game.name}`;
  if (!state.board) return `${probe} ${quoted}`;
  return `echo '${state.board}' > board.txt && ${probe} --board board.txt ${quoted}`;
}

/**
 * A text and a button that copies it. Where a page may not write to the clipboard, the text is
 * selected, so that one can.
 *
 * @param {string} key
 * @param {string} label
 * @param {string} text
 */
function row(key, label, text) {
  const id = `share-${key}`;
  const field = element('input', { type: 'text', id, readonly: true, value: text });
  const { copy, copied, selected } = texts.share;
  const caption = element('span', { role: 'status' }, copy);
  const button = element(
    'button',
    {
      type: 'button',
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
  return element(
    'div',
    { class: 'share-row' },
    element('label', { class: 'field', for: id }, element('span', {}, label)),
    element('div', { class: 'share-text' }, field, button),
  );
}

/** @param {View} view */
function pictures(view) {
  const name = `perfectplay-${view.game.name}`;
  const { picture, paper, print } = texts.share;
  // A position that is shown as text is no picture.
  const isDrawn = document.querySelector('#board .board-frame') !== null;
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ text,
    /** @type {() => void} */ click,
  ) => element('button', { type: 'button', class: 'button', 'data-key': key, click }, text);
  const save = (/** @type {'svg' | 'png'} */ kind) => async () => {
    const board = document.querySelector('#board .board-frame');
    if (board) saved(`${name}.${kind}`, await pictureOf(board, view.game.title, kind));
  };
  const printed = () => {
    document.querySelector('dialog')?.close();
    window.print();
  };
  return element(
    'div',
    { class: 'share-row' },
    element('p', { class: 'field' }, isDrawn ? picture : paper),
    element(
      'div',
      { class: 'fields' },
      isDrawn && button('svg', 'SVG', save('svg')),
      isDrawn && button('png', 'PNG', save('png')),
      button('print', print, printed),
    ),
  );
}
