/**
 * Sharing a position: its address, its text, the command that asks the terminal about it, a frame for
 * other sites, and pictures.
 *
 * @import {View} from '../core/view.js'
 */
import { write } from '../core/location.js';
import { program } from './program.js';
import { texts } from '../texts/en.js';
import { copyRow } from './copy-row.js';
import { openDialog } from './dialog.js';
import { button, div, p } from './dom.js';
import { pictureOf, saved } from './picture.js';

/** The size of a frame, in which boards of all games, and what is said of them, have room. */
const FRAME = { width: 480, height: 720 };

/** @param {View} view */
export function openShare(view) {
  const { title, link, position, command, frame } = texts.share;
  const [language = ''] = /[?&]lang=[a-z]+/i.exec(location.search) ?? [];
  const name = program().site ? 'embed.html' : 'embed';
  const embed = `${name}${language.replace('&', '?')}${write(view.state, view.game)}`;
  const address = new URL(embed, location.href).href;
  const html = `<iframe src="${address.replaceAll('&', '&amp;')}" width="${FRAME.width}" height="${FRAME.height}" title="${view.game.title}"></iframe>`;
  const send = async () => {
    try {
      await navigator.share({ title: view.game.title, url: location.href });
    } catch {
      // Nothing was chosen.
    }
  };
  openDialog(title, [
    // A phone's own way of sending things.
    'share' in navigator && button('send', texts.share.send, send, 'button button-main', 'link'),
    copyRow('link', link, location.href),
    copyRow('position', position, view.game.copied(view)),
    copyRow('command', command, commandOf(view)),
    copyRow('frame', frame, html),
    pictures(view),
  ]);
}

/** What asks the terminal the same. A board beside the position is a file there. @param {View} view */
function commandOf(view) {
  const { game, state } = view;
  const quoted = `'${view.game.copied(view).replaceAll("'", "'\\''")}'`;
  const probe = `${program().name} probe ${game.name}`;
  if (!state.board) return `${probe} ${quoted}`;
  return `echo '${state.board}' > board.txt && ${probe} --board board.txt ${quoted}`;
}

/** @param {View} view */
function pictures(view) {
  const name = `perfectplay-${view.game.name}`;
  const { picture, paper, print } = texts.share;
  // A position that is shown as text is no picture.
  const isDrawn = document.querySelector('#board .board-frame') !== null;
  const save = (/** @type {'svg' | 'png'} */ kind) => async () => {
    const board = document.querySelector('#board .board-frame');
    if (!board) return;
    const worth = document.querySelector('.verdict-value')?.textContent;
    const lines = [[view.game.title, worth].filter(Boolean).join(' · '), location.href];
    saved(`${name}.${kind}`, await pictureOf(board, view.game.title, lines, kind));
  };
  const printed = () => {
    document.querySelector('dialog')?.close();
    window.print();
  };
  return div(
    'share-row',
    p('field', isDrawn ? picture : paper),
    div(
      'fields',
      isDrawn && button('svg', 'SVG', save('svg')),
      isDrawn && button('png', 'PNG', save('png')),
      button('print', print, printed),
    ),
  );
}
