/**
 * The value over the game as bars: up where the first player is ahead, down where the second one
 * is; or a game's minutes. Its description says the same in words.
 *
 * @import {Node as Place} from '../core/tree.js'
 * @import {Child, Properties} from './dom.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 *
 * @typedef {object} Drawing
 * @property {string} title
 * @property {string} note
 * @property {string} label what it shows, in words
 * @property {number} height
 * @property {number[]} plies where a click on each of the equal parts leads
 * @property {number} current the part of where the game is
 * @property {SVGElement[]} shapes
 */
import { texts } from '../texts/en.js';
import { isOver } from '../core/known.js';
import { isRollDue, personAt, sideAt } from '../core/people.js';
import { decimal, outcomeOf, signed, words } from '../core/values.js';
import { element, svg } from './dom.js';

const WIDTH = 600;
const HEIGHT = 96;
const HEIGHT_OF_MINUTES = 110;

/** Space above and below the longest bar. */
const MARGIN = 8;

/** The widest bar. */
const WIDEST = 26;

/** A height that can be seen. */
const LEAST = 2;

/** @type {(view: View, session: Session) => Child} */
export function plot(view, session) {
  // A review tells what moves were worth, though not what would have been better.
  const isTold = view.results || view.state.mode === 'review';
  const drawing = isTold ? (view.game.roll ? minutesOf(view) : valuesOf(view)) : null;
  if (!drawing) return null;
  const { title, note, label, height, plies, current, shapes } = drawing;
  const step = WIDTH / plies.length;
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * plies.length);
    session.jump(plies[Math.min(index, plies.length - 1)]);
  };
  return element(
    'figure',
    { class: 'plot' },
    element('figcaption', {}, title, ' ', element('span', {}, note)),
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label, click },
      svg('rect', { x: current * step, y: 0, width: step, height, class: 'plot-now' }),
      ...shapes,
    ),
  );
}

/**
 * For each minute those that have passed, and above them those still expected.
 *
 * @type {(view: View) => Drawing | null}
 */
function minutesOf({ path, game, state }) {
  const found = [];
  let passed = 0;
  for (const node of path) {
    if (node.parent && isRollDue(game, node.parent.place)) passed += 1;
    const isDue = isRollDue(game, node.place) || isOver(game, node.place, '');
    if (!isDue || !node.value || !('expected' in node.value)) continue;
    const { expected } = node.value;
    const text = texts.plot.minute(passed, decimal(passed + expected));
    found.push({ ply: node.ply, passed, expected, text });
  }
  if (found.length < 2) return null;
  const most = Math.max(1e-9, ...found.map(({ passed, expected }) => passed + expected));
  const height = HEIGHT_OF_MINUTES;
  const scale = (height - 10) / most;
  const shapes = found.flatMap(({ passed, expected, text }, index) => {
    const base = height - passed * scale;
    const higher = { y: base - expected * scale, height: expected * scale, class: 'plot-first' };
    return [
      bar(index, found.length, { y: base, height: passed * scale, class: 'plot-second' }),
      bar(index, found.length, higher, text),
    ];
  });
  return {
    title: texts.plot.minutes,
    note: texts.plot.minutesNote,
    label: texts.plot.minutesLabel(found.map(({ text }) => text).join('; ')),
    height,
    plies: found.map(({ ply }) => ply),
    current: found.findLastIndex(({ ply }) => ply <= state.at),
    shapes,
  };
}

/** The known values along the path, seen by the first player. @type {(view: View) => Drawing | null} */
function valuesOf(view) {
  const { path, state } = view;
  const points = path.flatMap((node) => {
    const height = heightOf(node, view);
    return height === null ? [] : [{ ply: node.ply, height, text: description(node, height) }];
  });
  if (points.length < 2) return null;
  const [first, second] = [personAt(view, 0).name, personAt(view, 1).name];
  const most = Math.max(1e-9, ...points.map(({ height }) => Math.abs(height)));
  const middle = HEIGHT / 2;
  const bars = points.map(({ ply, height, text }) => {
    const size = Math.max(LEAST, (Math.abs(height) / most) * (middle - MARGIN));
    const [y, first] = height >= 0 ? [middle - size, 'plot-first'] : [middle, 'plot-second'];
    const rx = Math.min(3, widthOf(path.length) / 4);
    return bar(ply, path.length, { y, height: size, rx, class: `plot-bar ${first}` }, text);
  });
  return {
    title: texts.plot.values,
    note: texts.plot.valuesNote(first, second),
    label: texts.plot.label(first, points.map(({ text }) => text).join('; ')),
    height: HEIGHT,
    plies: path.map(({ ply }) => ply),
    current: state.at,
    shapes: [...bars, svg('path', { d: `M0 ${middle}H${WIDTH}`, class: 'plot-axis' })],
  };
}

/** How wide a bar is. @param {number} parts */
function widthOf(parts) {
  return Math.min(WIDEST, (WIDTH / parts) * 0.72);
}

/** A bar in one of the equal parts. @type {(at: number, parts: number, properties: Properties, text?: string) => SVGElement} */
function bar(at, parts, properties, text) {
  const width = widthOf(parts);
  const x = ((at + 0.5) * WIDTH) / parts - width / 2;
  return svg('rect', { x, width, ...properties }, text && svg('title', {}, text));
}

/** @type {(node: Place, view: View) => number | null} */
function heightOf(node, view) {
  const { value } = node;
  if (!value) return null;
  const sign = sideAt(view, node) === 0 ? 1 : -1;
  if ('score' in value) return sign * value.score;
  const outcome = outcomeOf(value, false);
  if (!outcome) return null;
  if (outcome === 'draw') return 0;
  // A win soon is higher than a late one, and any win has more than half of the height.
  const plies = 'plies' in value ? value.plies : undefined;
  const size = plies === undefined ? 1 : 0.55 + 0.45 / (1 + plies / 8);
  return sign * (outcome === 'win' ? size : -size);
}

/** @type {(node: Place, height: number) => string} */
function description({ value, ply, step }, height) {
  const name = ply ? texts.plot.after(`${ply}. ${step}`) : texts.plot.atStart;
  if (value && 'score' in value) return `${name} ${signed(height)}`;
  if (value && outcomeOf(value, false) === 'draw') return `${name} ${words(value)}`;
  return texts.plot.outcome(name, height > 0, words(value));
}
