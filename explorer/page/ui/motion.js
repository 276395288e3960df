/** What moves on a board. Nothing waits for it, and whoever wants no motion sees none. */
import { div, star } from './dom.js';

/** @typedef {Map<string, {letter: string, cell: HTMLElement}>} Shown what cells show, by their names */

const TIME = { duration: 180, easing: 'cubic-bezier(.3, .7, .3, 1)' };

const FALL = { duration: 200, easing: 'ease-in' };

/** How long stars fly, and how many. */
const FLIGHT = { duration: 900, easing: 'cubic-bezier(.1, .7, .4, 1)' };
const STARS = 18;

/** Cells in which nothing stands. */
const BARE = '.is-empty, .is-eaten, .is-gone, .gap, .slot';

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Keeps what a board shows. What it returns moves that to what the board shows then: a piece slides along its path, what
 * was taken falls, and what was put appears.
 *
 * @type {(board: HTMLElement, shown: Shown) => (now: Shown, path: string[]) => void}
 */
export function motionFrom(board, shown) {
  const frame = board.querySelector('.grid')?.getBoundingClientRect();
  if (isStill() || !frame) return () => {};
  const kept = [...shown].map(([name, { letter, cell }]) => {
    const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
    return { name, letter, box: cell.getBoundingClientRect(), copy };
  });
  return (now, path) => {
    const [from, to] = path.length > 1 ? path : [];
    const fallen = [];
    for (const old of kept) {
      const { letter, cell } = now.get(old.name) ?? {};
      const target = now.get(to)?.cell;
      if (old.name === from && target) slide(board, old.box, target, to);
      if (!cell || letter === old.letter || [from, to].includes(old.name)) continue;
      if (!cell.matches(BARE)) {
        pieceOf(cell).animate({ scale: ['0.6', '1'], opacity: ['0', '1'] }, TIME);
      } else if (!old.copy.matches(BARE)) fallen.push(old);
    }
    if (fallen.length) fall(board, frame, fallen);
  };
}

/** A stone, else the whole cell. @param {HTMLElement} cell */
function pieceOf(cell) {
  return (cell.matches('.is-stone') && cell.querySelector('.cell-text')) || cell;
}

/** @type {(board: HTMLElement, from: DOMRect, cell: HTMLElement, name: string) => void} */
function slide(board, from, cell, name) {
  const { x, y, width, height } = cell.getBoundingClientRect();
  const drawn = board.querySelector(`.overlay [data-at="${name}"]`);
  // A unit of a drawing is a cell.
  const [right, down] = drawn ? [width, height] : [1, 1];
  const away = `${(from.x - x) / right}px ${(from.y - y) / down}px`;
  (drawn ?? pieceOf(cell)).animate({ translate: [away, '0 0'] }, TIME);
  cell.animate({ zIndex: ['3', '3'] }, TIME);
}

/** Copies of cells fall off as one. @type {(board: HTMLElement, frame: DOMRect, fallen: {box: DOMRect, copy: HTMLElement}[]) => void} */
function fall(board, frame, fallen) {
  const grid = /** @type {HTMLElement} */ (board.querySelector('.grid'));
  const ground = /** @type {HTMLElement} */ (grid.cloneNode(false));
  for (const { copy, box } of fallen) {
    for (const name of ['data-step', 'data-index', 'tabindex', 'role']) copy.removeAttribute(name);
    copy.style.cssText = `position: absolute; ${placeOf(box, frame.x, frame.y)}`;
    ground.append(copy);
  }
  // They stand in copies of all that styles ask for, outside of the board.
  let layer = ground;
  for (let at = grid; at !== board;) {
    at = /** @type {HTMLElement} */ (at.parentElement);
    const outer = /** @type {HTMLElement} */ (at.cloneNode(false));
    outer.classList.add('falling-frame');
    outer.append(layer);
    layer = outer;
  }
  const frames = { translate: ['0 0', '0 70px'], rotate: ['0deg', '4deg'], opacity: ['1', '0'] };
  above(layer, 'falling', placeOf(frame, 0, 0), [layer.animate(frames, FALL)]);
}

/** @type {(box: DOMRect, left: number, top: number) => string} */
function placeOf({ x, y, width, height }, left, top) {
  return `left: ${x - left}px; top: ${y - top}px; width: ${width}px; height: ${height}px`;
}

/** Shows something above the page until it has moved. @type {(layer: HTMLElement, name: string, place: string, moves: Animation[]) => void} */
function above(layer, name, place, moves) {
  layer.classList.add('above', name);
  layer.ariaHidden = 'true';
  layer.style.cssText = place;
  document.body.append(layer);
  moves[0].finished.then(() => layer.remove());
}

/** The end of a game: what shows who has won jumps, and stars fly if somebody is glad. @type {(board: HTMLElement, isJoy: boolean) => void} */
export function celebrate(board, isJoy) {
  if (isStill()) return;
  for (const [index, cell] of board.querySelectorAll('.is-won').entries()) {
    const when = { duration: 420, delay: Math.min(index, 8) * 60, easing: 'ease-out' };
    cell.animate({ scale: ['1', '1.14', '1'], zIndex: ['3', '3', '3'] }, when);
  }
  if (!isJoy) return;
  const { x, y, width, height } = board.getBoundingClientRect();
  const sky = div('');
  const flights = Array.from({ length: STARS }, (_, index) => {
    const shape = star();
    sky.append(shape);
    const angle = (index * 2 * Math.PI) / STARS;
    const far = (0.28 + 0.2 * (index % 3)) * Math.min(width, 480);
    const [right, down] = [Math.cos(angle) * far, Math.sin(angle) * far + 40];
    const translate = ['0 0', `${right}px ${down - 60}px`, `${right * 1.1}px ${down}px`];
    return shape.animate(
      { translate, rotate: ['0deg', '160deg'], opacity: ['1', '1', '0'] },
      FLIGHT,
    );
  });
  above(sky, 'stars', `left: ${x + width / 2}px; top: ${y + height / 2}px`, flights);
}
