/**
 * Dragging a piece onto a cell where it can go, with a mouse or a pen. A finger scrolls the page; it
 * takes and puts by two taps.
 *
 * @import {Selection} from '../core/game.js'
 * @import {Grid} from './grid.js'
 */
import { element } from './dom.js';

/** So far a pointer must move before it drags. */
const THRESHOLD = 6;

/** @type {(grid: Grid, actions: {take: (piece: string) => void, put: (selection: Selection) => void}) => void} */
export function makeDraggable(grid, { take, put }) {
  let start = { x: 0, y: 0 };
  let dragged = '';
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {HTMLElement | null} */
  let block = null;
  addEventListener('pointercancel', stop);

  grid.element.addEventListener(
    'pointerdown',
    ({ target, pointerType, button, clientX, clientY }) => {
      const { cell, content } = grid.at(target);
      const piece = pieceOf(content?.selects);
      if (pointerType === 'touch' || button !== 0 || !cell || piece === null) return;
      start = { x: clientX, y: clientY };
      [dragged, block] = [piece, cell];
    },
  );

  addEventListener('pointermove', (event) => {
    if (!block) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!ghost && Math.hypot(x, y) < THRESHOLD) return;
    if (!ghost) {
      const { left, top, width, height } = block.getBoundingClientRect();
      ghost = element(
        'div',
        { class: `${block.className} ghost`, 'aria-hidden': 'true' },
        block.textContent?.slice(0, 1),
      );
      const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
      ghost.style.cssText = box;
      document.body.append(ghost);
      take(dragged);
    }
    ghost.style.translate = `${x}px ${y}px`;
  });

  addEventListener('pointerup', ({ clientX, clientY }) => {
    const isDragged = ghost !== null;
    stop();
    if (!isDragged) return;
    const { content } = grid.at(document.elementFromPoint(clientX, clientY));
    if (content?.selects?.kind === 'move') put(content.selects);
  });

  function stop() {
    ghost?.remove();
    ghost = null;
    block = null;
  }
}

/** The piece on a cell, null if it has none that can move. @param {Selection} [selection] */
function pieceOf(selection) {
  return selection?.kind === 'piece' ? selection.piece : null;
}
