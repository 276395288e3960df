/**
 * Dragging a block onto a free place, with a mouse or a pen. A finger scrolls the page; it takes
 * and puts by two taps.
 */
import { element } from '../../ui/dom.js';

/** So far a pointer must move before it drags. */
const THRESHOLD = 6;

export class Drag {
  #actions;
  #start = { x: 0, y: 0 };
  #step = '';
  /** @type {HTMLElement | null} */
  #ghost = null;
  /** @type {HTMLElement | null} */
  #block = null;

  /**
   * @param {HTMLElement} area
   * @param {{take: (step: string) => void, put: (step: string) => void, isBlock: (step: string) => boolean}} actions
   */
  constructor(area, actions) {
    this.#actions = actions;
    area.addEventListener('pointerdown', (event) => this.#begin(event));
    addEventListener('pointermove', (event) => this.#move(event));
    addEventListener('pointerup', (event) => this.#end(event));
    addEventListener('pointercancel', () => this.#stop());
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const block = event.target instanceof Element && event.target.closest('[data-step]');
    const step = block && block.getAttribute('data-step');
    const isDrag = event.pointerType !== 'touch' && event.button === 0;
    if (!isDrag || !step || !this.#actions.isBlock(step)) return;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#step = step;
    this.#block = /** @type {HTMLElement} */ (block);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#block) return;
    const [x, y] = [event.clientX - this.#start.x, event.clientY - this.#start.y];
    if (!this.#ghost && Math.hypot(x, y) < THRESHOLD) return;
    if (!this.#ghost) {
      const { left, top, width, height } = this.#block.getBoundingClientRect();
      this.#ghost = element(
        'div',
        { class: `${this.#block.className} ghost`, 'aria-hidden': 'true' },
        this.#block.textContent?.slice(0, 1),
      );
      const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
      this.#ghost.style.cssText = box;
      document.body.append(this.#ghost);
      this.#actions.take(this.#step);
    }
    this.#ghost.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const dragged = this.#ghost;
    this.#stop();
    if (!dragged) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-step]');
    const step = target?.getAttribute('data-step') ?? '';
    if (target && !this.#actions.isBlock(step)) this.#actions.put(step);
  }

  #stop() {
    this.#ghost?.remove();
    this.#ghost = null;
    this.#block = null;
  }
}
