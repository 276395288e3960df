/** @import {Description} from '../../ui/board.js' */
import { endingOf } from '../../core/ending.js';
import { sideAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { moveTone, short, spoken } from '../../core/values.js';
import { svg } from '../../ui/dom.js';
import { readCell } from '../cells.js';
import { readBoard, takenIn } from './scores.js';
import { greedySteps } from './greed.js';
import { words } from './texts/en.js';

const NAMES = ['A', 'B'];

/** @type {Description} */
export const board = {
  className: 'contour-board',
  least: (_, { state }) => {
    const digits = String(Math.max(...(readBoard(state.board)?.scores.flat(2) ?? []))).length;
    return Math.max(44, 22 + 8 * digits);
  },
  rows: (place, { view }) => {
    const scores = readBoard(view.state.board);
    const taken = scores && takenIn(place, scores);
    return (
      taken?.map((length) => [...'x'.repeat(length).padEnd(scores?.columns ?? 0, '.')]) ?? null
    );
  },
  cell: ({ row, column, name, letter, selects, known: [known] }, { view }) => {
    const scores = readBoard(view.state.board)?.scores ?? [];
    const [a, b] = scores.map((those) => those[row][column]);
    const worth = words.scores(a, b);
    const corners = /** @type {[string, string]} */ ([String(a), String(b)]);
    if (letter === 'x') {
      // Who took a cell in this game: nobody, if it was taken before the start.
      const by = view.path.slice(1, view.node.ply + 1).find(({ step }) => step === name)?.parent;
      const owner = by && sideAt(view, by);
      const text = NAMES[owner ?? -1] ?? '';
      const label = [text ? words.takenBy(text) : words.taken, worth];
      return {
        text,
        corners,
        classes: `is-taken ${text && 'is-stone'} owner-${owner ?? 'unknown'}`,
        label,
      };
    }
    if (selects.kind !== 'move')
      return { text: '', corners, classes: 'is-closed', label: [words.closed, worth] };
    const isGreedy = view.results && greedySteps(view).includes(name);
    return {
      text: known ? short(known.result) : '',
      small: isGreedy ? words.greedy : '',
      corners,
      classes: `is-open mover-${sideAt(view, view.node)} ${known ? `tone-${moveTone(known)}` : ''}`,
      label: [
        words.open,
        worth,
        known && spoken(known.result),
        known?.best && texts.moves.best,
        isGreedy && words.greedy,
      ],
      // The result stands above, and not in the note.
      move: null,
      best: Boolean(known?.best),
    };
  },
  overlay: ({ after, view }) => {
    const scores = readBoard(view.state.board);
    // The border between taken and free cells, from the top right to the bottom left.
    const next = (scores && takenIn(after, scores)) ?? [];
    const border = next.map((length, row) => `H${length}V${row + 1}`).join('');
    return [svg('path', { d: `M${scores?.columns} 0${border}H0`, class: 'contour' })];
  },
  won: (view) => {
    const { winner } = endingOf(view);
    const made = view.path.filter(({ parent }) => parent && sideAt(view, parent) === winner);
    return new Set(made.map(({ step }) => step));
  },
  sentence: (step, { view }) => {
    const player = sideAt(view, view.node);
    const [row, column] = readCell(step) ?? [0, 0];
    const scores = readBoard(view.state.board)?.scores ?? [];
    const gain = scores[player]?.[row]?.[column];
    const denied = scores[1 - player]?.[row]?.[column];
    return words.claims(gain ?? 0, denied ?? 0);
  },
};
