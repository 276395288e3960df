/**
 * The value over the game as bars: up where the first player is ahead, down where the second one
 * is. Its description says the same in words.
 *
 * @import {Node as Place} from '../core/tree.js'
 * @import {Session, View} from '../core/session.js'
 */
import { texts } from '../texts/en.js';
import { personAt, sideAt } from '../core/people.js';
import { outcomeOf, signed, words } from '../core/values.js';
import { element, replace, svg } from './dom.js';
import { drawMinutes, minutesOf } from './minutes-plot.js';

const WIDTH = 600;
const HEIGHT = 96;

/** Space above and below the longest bar. */
const MARGIN = 8;

/** The widest bar. */
const WIDEST = 26;

/** A height that can be seen. */
const LEAST = 2;

export class Plot {
  #session;
  element = element('figure', { class: 'plot' });

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {View} view */
  show(view) {
    // A review tells what moves were worth, though not what would have been better.
    const told = { ...view, results: view.results || view.state.mode === 'review' };
    if (view.game.roll) this.#showMinutes(told);
    else this.#showValues(told);
  }

  /** @param {View} view */
  #showMinutes(view) {
    const minutes = view.results ? minutesOf(view) : [];
    this.element.hidden = minutes.length < 2;
    if (this.element.hidden) return;
    replace(
      this.element,
      element(
        'figcaption',
        {},
        texts.plot.minutes,
        ' ',
        element('span', {}, texts.plot.minutesNote),
      ),
      drawMinutes(minutes, view, (ply) => this.#session.jump(ply)),
    );
  }

  /** @param {View} view */
  #showValues(view) {
    const points = view.results ? pointsOf(view) : [];
    this.element.hidden = points.length < 2;
    if (this.element.hidden) return;
    const [first, second] = [personAt(view, 0).name, personAt(view, 1).name];
    replace(
      this.element,
      element(
        'figcaption',
        {},
        texts.plot.values,
        ' ',
        element('span', {}, texts.plot.valuesNote(first, second)),
      ),
      this.#drawing(view, points, first),
    );
  }

  /** @type {(view: View, points: Point[], first: string) => SVGSVGElement} */
  #drawing({ path, state }, points, first) {
    const most = Math.max(1e-9, ...points.map(({ height }) => Math.abs(height)));
    const step = WIDTH / path.length;
    const width = Math.min(WIDEST, step * 0.72);
    const middle = HEIGHT / 2;
    const bars = points.map(({ ply, height, text }) => {
      const size = Math.max(LEAST, (Math.abs(height) / most) * (middle - MARGIN));
      const side = height >= 0 ? 'plot-first' : 'plot-second';
      return svg(
        'rect',
        {
          x: (ply + 0.5) * step - width / 2,
          y: height >= 0 ? middle - size : middle,
          width,
          height: size,
          rx: Math.min(3, width / 4),
          class: `plot-bar ${side}`,
        },
        svg('title', {}, text),
      );
    });
    return svg(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: 'img',
        'aria-label': texts.plot.label(first, points.map(({ text }) => text).join('; ')),
        click: (/** @type {MouseEvent} */ event) => this.#onClick(event, path.length),
      },
      svg('rect', { x: state.at * step, y: 0, width: step, height: HEIGHT, class: 'plot-now' }),
      ...bars,
      svg('path', { d: `M0 ${middle}H${WIDTH}`, class: 'plot-axis' }),
    );
  }

  /** @type {(event: MouseEvent, count: number) => void} */
  #onClick(event, count) {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    this.#session.jump(Math.floor(((event.clientX - box.left) / box.width) * count));
  }
}

/**
 * The known values along the path, seen by the first player.
 *
 * @typedef {{ply: number, height: number, text: string}} Point
 *
 * @param {View} view
 */
function pointsOf(view) {
  /** @type {Point[]} */
  const points = [];
  for (const node of view.path) {
    const height = heightOf(node, view);
    if (height === null) continue;
    points.push({ ply: node.ply, height, text: description(node, height) });
  }
  return points;
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
