/**
 * What moves on a board when a move is made or taken back: a piece slides, what was taken falls, what was put appears.
 * Nothing waits for it, and whoever wants no motion sees none.
 *
 * @typedef {object} Seen what a cell showed before a move
 * @property {string} letter
 * @property {DOMRect} box
 * @property {HTMLElement} cell as it was
 */
import { div, star } from './dom.js';

const TIME = { duration: 180, easing: 'cubic-bezier(.3, .7, .3, 1)' };

/** How long stars fly. */
const FLIGHT = { duration: 900, easing: 'cubic-bezier(.1, .7, .4, 1)' };

const STARS = 18;

/** Cells in which nothing stands. */
const BARE = '.is-empty, .is-eaten, .is-gone, .gap, .slot';

export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What cells show that are not bare. @type {(cells: Map<string, HTMLElement>, letters: Map<string, string>) => Map<string, Seen>} */
export function seenOf(cells, letters) {
  const kept = [...cells].map(([name, cell]) => {
    const copy = /** @type {HTMLElement} */ (cell.cloneNode(true));
    return /** @type {[string, Seen]} */ ([
      name,
      { letter: letters.get(name) ?? '', box: cell.getBoundingClientRect(), cell: copy },
    ]);
  });
  return new Map(kept);
}

/**
 * Moves what has changed.
 *
 * @param {HTMLElement} board
 * @param {Map<string, Seen>} before
 * @param {Map<string, HTMLElement>} cells as they are now
 * @param {Map<string, string>} letters
 * @param {string[]} path of the piece that has moved
 */
export function animate(board, before, cells, letters, path) {
  const [from, to] = path.length > 1 ? path : [];
  const fallen = [];
  for (const [name, cell] of cells) {
    const seen = before.get(name);
    if (name === to) slide(board, before.get(from), cell, name);
    if (!seen || seen.letter === letters.get(name) || name === to || name === from) continue;
    if (!cell.matches(BARE)) appear(cell);
    else if (!seen.cell.matches(BARE)) fallen.push(seen);
  }
  if (fallen.length) fall(board, fallen);
}

/** @type {(board: HTMLElement, seen: Seen | undefined, cell: HTMLElement, name: string) => void} */
function slide(board, seen, cell, name) {
  if (!seen) return;
  const { x, y, width, height } = cell.getBoundingClientRect();
  const [dx, dy] = [seen.box.x - x, seen.box.y - y];
  const drawn = board.querySelector(`.overlay [data-at="${name}"]`);
  // A unit of a drawing is a cell.
  if (drawn) drawn.animate({ translate: [`${dx / width}px ${dy / height}px`, '0 0'] }, TIME);
  else {
    const piece = cell.matches('.is-stone') ? cell.querySelector('.cell-text') : cell;
    piece?.animate({ translate: [`${dx}px ${dy}px`, '0 0'] }, TIME);
    cell.animate({ zIndex: ['3', '3'] }, TIME);
  }
}

/** @param {HTMLElement} cell */
function appear(cell) {
  const shown = cell.matches('.is-stone') ? (cell.querySelector('.cell-text') ?? cell) : cell;
  shown.animate({ scale: ['0.6', '1'], opacity: ['0', '1'] }, TIME);
}

/** Copies of cells fall off, above the page and outside of the board. @type {(board: HTMLElement, fallen: Seen[]) => void} */
function fall(board, fallen) {
  const grid = /** @type {HTMLElement} */ (board.querySelector('.grid'));
  const { x, y, width, height } = grid.getBoundingClientRect();
  let layer = /** @type {HTMLElement} */ (grid.cloneNode(false));
  // Styles ask what they stand in.
  for (let at = grid; at !== board;) {
    at = /** @type {HTMLElement} */ (at.parentElement);
    const outer = /** @type {HTMLElement} */ (at.cloneNode(false));
    outer.classList.add('falling-frame');
    outer.append(layer);
    layer = outer;
  }
  layer.classList.add('falling-layer');
  layer.ariaHidden = 'true';
  layer.style.cssText = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
  const inner = /** @type {HTMLElement} */ (layer.querySelector('.grid'));
  document.body.append(layer);
  const falls = fallen.map(({ cell, box }, index) => {
    for (const name of ['data-step', 'data-index', 'tabindex', 'role']) cell.removeAttribute(name);
    const place = `left: ${box.x - x}px; top: ${box.y - y}px; width: ${box.width}px`;
    cell.style.cssText = `position: absolute; ${place}; height: ${box.height}px`;
    inner.append(cell);
    const turn = `${(index % 2 ? 1 : -1) * (4 + (index % 3) * 3)}deg`;
    const frames = { translate: ['0 0', `0 ${box.height * 0.7}px`], rotate: ['0deg', turn] };
    return cell.animate({ ...frames, opacity: ['1', '0'] }, { ...TIME, easing: 'ease-in' });
  });
  falls[0].finished.then(() => layer.remove());
}

/** The end of a game: who has won jumps, and stars fly if that is to be celebrated. @type {(board: HTMLElement, isJoy: boolean) => void} */
export function celebrate(board, isJoy) {
  if (isStill()) return;
  for (const [index, cell] of board.querySelectorAll('.is-won').entries()) {
    const when = { duration: 420, delay: Math.min(index, 8) * 60, easing: 'ease-out' };
    cell.animate({ scale: ['1', '1.14', '1'], zIndex: ['3', '3', '3'] }, when);
  }
  if (!isJoy) return;
  const { x, y, width, height } = board.getBoundingClientRect();
  const sky = div('stars');
  sky.ariaHidden = 'true';
  sky.style.cssText = `left: ${x + width / 2}px; top: ${y + height / 2}px`;
  document.body.append(sky);
  const flights = Array.from({ length: STARS }, (_, index) => {
    const shape = star('star');
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
  flights[0].finished.then(() => sky.remove());
}
