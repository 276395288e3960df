/** @import {Squares} from '../../ui/square-board.js' */
import { personAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { moveTone, short, spoken } from '../../core/values.js';
import { svg } from '../../ui/dom.js';
import { cellText, cellWords, readCell } from '../cells.js';
import { claim, isOpen, mover, readBoard, takenIn } from './rules.js';
import { greedySteps } from './greed.js';
import { words } from './texts/en.js';

const NAMES = ['A', 'B'];

/** @type {Squares} */
export const squares = {
  label: texts.board.label,
  hint: words.hint,
  size: ({ state }) => {
    const board = readBoard(state.board);
    if (!board) return { rows: 0, columns: 0, least: 0 };
    const digits = String(Math.max(...board.scores.flat(2))).length;
    return { rows: board.rows, columns: board.columns, least: Math.max(44, 22 + 8 * digits) };
  },
  step: cellText,
  cell(row, column, { view, previewed, moves }) {
    const board = readBoard(view.state.board);
    const taken = board && takenIn(view.node.place, board);
    if (!board || !taken) return null;
    const step = cellText(row, column);
    const [a, b] = board.scores.map((scores) => scores[row][column]);
    const scores = words.scores(a, b);
    const corners = /** @type {[string, string]} */ ([String(a), String(b)]);
    // Who took it in this game: nobody, if it was taken before the start.
    const made = view.path.slice(0, view.node.ply + 1).find((node) => node.step === step);
    const owner = made?.parent ? mover(made.parent.place) : null;
    if (column < taken[row]) {
      const { taken: isTaken, takenBy } = words;
      const how = owner === null ? isTaken : takenBy(NAMES[owner]);
      const label = [cellWords(step), how, scores];
      const classes = `is-taken owner-${owner ?? 'unknown'}`;
      return { text: owner === null ? '' : NAMES[owner], corners, classes, label };
    }
    if (!isOpen(taken, row, column, board)) {
      return { corners, classes: 'is-closed', label: [cellWords(step), words.closed, scores] };
    }
    const known = moves.get(step);
    const greedy = view.results && greedySteps(view).includes(step);
    return {
      text: known ? short(known.result) : '',
      small: greedy ? words.greedy : '',
      corners,
      classes: `is-open mover-${mover(view.node.place)} ${known ? `tone-${moveTone(known)}` : ''}${step === previewed ? ' is-preview' : ''}`,
      label: [
        cellWords(step),
        words.open,
        scores,
        known && spoken(known.result),
        known?.best && texts.moves.best,
        greedy && words.greedy,
      ],
      step,
      best: Boolean(known?.best),
    };
  },
  overlay: ({ view, previewed }) => {
    const board = readBoard(view.state.board);
    const { place } = view.node;
    const taken = board && takenIn(claim(place, previewed ?? '', board) ?? place, board);
    if (!taken) return [];
    // The border between taken and free cells, from the top right to the bottom left.
    const steps = taken.map((length, row) => `H${length}V${row + 1}`).join('');
    return [svg('path', { d: `M${board.columns} 0${steps}H0`, class: 'contour' })];
  },
  sentence: (step, view) => {
    const player = mover(view.node.place);
    const [row, column] = readCell(step) ?? [0, 0];
    const scores = readBoard(view.state.board)?.scores ?? [];
    const gain = scores[player]?.[row]?.[column];
    const denied = scores[1 - player]?.[row]?.[column];
    const [person, other] = [personAt(view, player), personAt(view, player === 0 ? 1 : 0)];
    return words.claims(person, cellWords(step), gain ?? 0, denied ?? 0, other);
  },
};
