/**
 * A game's minutes: for each minute those that have passed, and above them those still expected.
 *
 * @import {View} from '../core/session.js'
 */
import { texts } from '../texts/en.js';
import { decimal } from '../core/values.js';
import { svg } from './dom.js';

const WIDTH = 600;
const HEIGHT = 110;
const WIDEST = 26;

/**
 * @typedef {{ply: number, passed: number, expected: number, text: string}} Minute
 *
 * @param {View} view
 * @returns {Minute[]}
 */
export function minutesOf({ path, game }) {
  /** @type {Minute[]} */
  const found = [];
  let passed = 0;
  for (const node of path) {
    const rolled = node.parent && game.roll?.(node.parent.place, () => 0) != null;
    if (rolled) passed += 1;
    const isDue = game.roll?.(node.place, () => 0) !== null || game.over(node.place, '');
    if (!isDue || !node.value || !('expected' in node.value)) continue;
    const { expected } = node.value;
    const text = texts.plot.minute(passed, decimal(passed + expected));
    found.push({ ply: node.ply, passed, expected, text });
  }
  return found;
}

/** @type {(minutes: Minute[], view: View, jump: (ply: number) => void) => SVGSVGElement} */
export function drawMinutes(minutes, { state }, jump) {
  const most = Math.max(1e-9, ...minutes.map(({ passed, expected }) => passed + expected));
  const step = WIDTH / minutes.length;
  const width = Math.min(WIDEST, step * 0.72);
  const scale = (HEIGHT - 10) / most;
  const current = minutes.findLastIndex(({ ply }) => ply <= state.at);
  const bars = minutes.flatMap(({ passed, expected, text }, index) => {
    const x = (index + 0.5) * step - width / 2;
    const base = HEIGHT - passed * scale;
    return [
      svg('rect', { x, y: base, width, height: passed * scale, class: 'plot-second' }),
      svg(
        'rect',
        { x, y: base - expected * scale, width, height: expected * scale, class: 'plot-first' },
        svg('title', {}, text),
      ),
    ];
  });
  return svg(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': texts.plot.minutesLabel(minutes.map(({ text }) => text).join('; ')),
      click: (/** @type {MouseEvent} */ event) => {
        const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
        const index = Math.floor(((event.clientX - box.left) / box.width) * minutes.length);
        jump(minutes[Math.min(index, minutes.length - 1)].ply);
      },
    },
    svg('rect', { x: current * step, y: 0, width: step, height: HEIGHT, class: 'plot-now' }),
    ...bars,
  );
}
