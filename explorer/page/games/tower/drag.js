/**
 * Dragging a block onto a free place, with a mouse or a pen. A finger scrolls the page; it takes
 * and puts by two taps.
 */
import { element } from '../../ui/dom.js';

/** So far a pointer must move before it drags. */
const THRESHOLD = 6;

/**
 * @param {HTMLElement} area
 * @param {{take: (step: string) => void, put: (step: string) => void, isBlock: (step: string) => boolean}} actions
 */
export function makeDraggable(area, actions) {
  let start = { x: 0, y: 0 };
  let dragged = '';
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {HTMLElement | null} */
  let block = null;
  addEventListener('pointercancel', stop);

  area.addEventListener('pointerdown', (event) => {
    const found = event.target instanceof Element && event.target.closest('[data-step]');
    const step = found && found.getAttribute('data-step');
    const isDrag = event.pointerType !== 'touch' && event.button === 0;
    if (!isDrag || !step || !actions.isBlock(step)) return;
    start = { x: event.clientX, y: event.clientY };
    dragged = step;
    block = /** @type {HTMLElement} */ (found);
  });

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
      actions.take(dragged);
    }
    ghost.style.translate = `${x}px ${y}px`;
  });

  addEventListener('pointerup', (event) => {
    const isDragged = ghost !== null;
    stop();
    if (!isDragged) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-step]');
    const step = target?.getAttribute('data-step') ?? '';
    if (target && !actions.isBlock(step)) actions.put(step);
  });

  function stop() {
    ghost?.remove();
    ghost = null;
    block = null;
  }
}
