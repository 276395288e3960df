/**
 * A picture of a board, drawn from what is seen of it.
 *
 * @import {Properties} from './dom.js'
 */
import { svg } from './dom.js';

const MARGIN = 16;

/** The height of a line below the board, and how wide a letter of one is, in pixels. */
const LINE = { height: 18, size: 12, letter: 7.5 };

/** Pixels of a PNG for each of the page. */
const SCALE = 2;

/** The properties that shapes of drawings above a board have from stylesheets. */
const DRAWN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'opacity'];

/**
 * A picture with lines below the board.
 *
 * @type {(board: Element, title: string, lines: string[], kind: 'svg' | 'png') => Promise<Blob>}
 */
export async function pictureOf(board, title, lines, kind) {
  const drawing = drawingOf(board, title, lines);
  const text = new XMLSerializer().serializeToString(drawing);
  const blob = new Blob([text], { type: 'image/svg+xml' });
  if (kind === 'svg') return blob;
  const image = new Image();
  const address = URL.createObjectURL(blob);
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Saves a file as browsers do. @type {(name: string, blob: Blob) => void} */
export function saved(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @type {(board: Element, title: string, lines: string[]) => SVGSVGElement} */
function drawingOf(board, title, lines) {
  const frame = board.getBoundingClientRect();
  const most = Math.floor(frame.width / LINE.letter);
  // Between words; what is longer than a line, as an address is, is cut.
  const parts = new RegExp(`\\S.{0,${most - 1}}(?=\\s|$)|\\S{1,${most}}`, 'gu');
  const wrapped = lines.flatMap((line) => line.match(parts) ?? []);
  const bottom = frame.height + 2 * MARGIN;
  const [width, height] = [frame.width + 2 * MARGIN, bottom + LINE.height * wrapped.length];
  const { backgroundColor: ground, color } = getComputedStyle(document.documentElement);
  const drawing = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
    svg('title', {}, title),
    svg('rect', { width, height, fill: ground }),
    ...wrapped.map((line, index) => {
      const y = bottom + LINE.height * index;
      return text(line, { x: MARGIN, y, fill: color, 'font-size': LINE.size });
    }),
  );
  const at = (/** @type {Element} */ part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return { x: x - frame.x + MARGIN, y: y - frame.y + MARGIN, width, height };
  };
  for (const cell of board.querySelectorAll('.cell')) {
    const style = getComputedStyle(cell);
    const isRight = style.borderRightWidth !== '0px';
    drawing.append(
      svg('rect', {
        ...at(cell),
        ...rounded(style),
        stroke: isRight ? style.borderRightColor : style.borderTopColor,
        'stroke-dasharray': style.borderRightStyle === 'dashed' ? '4 3' : null,
      }),
    );
  }
  for (const star of board.querySelectorAll('.cell-star')) drawing.append(scaled(star, at(star)));
  for (const part of board.querySelectorAll('.cell > [aria-hidden]:not(svg), .edge > span')) {
    if (!part.textContent) continue;
    const style = getComputedStyle(part);
    const { color, fontSize, fontWeight, textDecorationLine, opacity } = style;
    const { x, y, width, height } = at(part);
    // Stones, and labels of results.
    drawing.append(svg('rect', { x, y, width, height, ...rounded(style) }));
    drawing.append(
      text(part.textContent, {
        ...{ x: x + width / 2, y: y + height / 2, fill: color, opacity },
        'font-size': fontSize,
        'font-weight': fontWeight,
        'text-anchor': 'middle',
        'dominant-baseline': 'central',
        'text-decoration': textDecorationLine === 'none' ? null : textDecorationLine,
      }),
    );
  }
  const overlay = board.querySelector('.overlay');
  if (overlay) drawing.append(scaled(overlay, at(overlay)));
  return drawing;
}

/** @param {CSSStyleDeclaration} style */
function rounded({ borderTopLeftRadius: radius, backgroundColor: fill }) {
  return { rx: radius.endsWith('%') ? radius : parseFloat(radius), fill };
}

/** @type {(content: string, properties: Properties) => SVGTextElement} */
function text(content, properties) {
  return svg('text', { ...properties, 'font-family': 'Figtree, system-ui, sans-serif' }, content);
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * A drawing inside the other one, with what stylesheets say of its shapes.
 *
 * @type {(original: Element, box: Box) => SVGElement}
 */
function scaled(original, box) {
  const copy = /** @type {SVGElement} */ (original.cloneNode(true));
  const shapes = [...original.querySelectorAll('*')];
  for (const [index, shape] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(shapes[index]);
    for (const name of DRAWN) shape.setAttribute(name, style.getPropertyValue(name));
    if (shape instanceof SVGTextElement) {
      shape.setAttribute('font-size', style.fontSize);
      shape.setAttribute('text-anchor', 'middle');
      shape.setAttribute('dominant-baseline', 'central');
    }
  }
  for (const [name, value] of Object.entries(box)) copy.setAttribute(name, String(value));
  return copy;
}
