/** @import {Description} from '../../ui/board.js' */
import { personAt } from '../../core/people.js';
import { texts } from '../../texts/en.js';
import { moveTone, short, spoken } from '../../core/values.js';
import { svg } from '../../ui/dom.js';
import { cellWords, readCell } from '../cells.js';
import { claim, isOpen, mover, readBoard, takenIn } from './rules.js';
import { greedySteps } from './greed.js';
import { words } from './texts/en.js';

const NAMES = ['A', 'B'];

/** @type {Description} */
export const board = {
  isSquares: true,
  layout({ view, pointed, moves }) {
    const { place, ply } = view.node;
    const scores = readBoard(view.state.board);
    const taken = scores && takenIn(place, scores);
    if (!scores || !taken) return null;
    const { rows, columns } = scores;
    const digits = String(Math.max(...scores.scores.flat(2))).length;
    const greedy = view.results ? greedySteps(view) : [];
    // Who took a cell in this game: nobody, if it was taken before the start.
    const owners = new Map(
      view.path
        .slice(0, ply + 1)
        .flatMap(({ step, parent }) => (parent ? [[step, mover(parent.place)]] : [])),
    );
    // The border between taken and free cells, from the top right to the bottom left.
    const next = takenIn(claim(place, pointed ?? '', scores) ?? place, scores) ?? taken;
    const border = next.map((length, row) => `H${length}V${row + 1}`).join('');
    return {
      rows,
      columns,
      least: Math.max(44, 22 + 8 * digits),
      cell: (row, column, name) => {
        const [a, b] = scores.scores.map((those) => those[row][column]);
        const worth = words.scores(a, b);
        const corners = /** @type {[string, string]} */ ([String(a), String(b)]);
        if (column < taken[row]) {
          const owner = owners.get(name);
          const { taken: isTaken, takenBy } = words;
          const how = owner === undefined ? isTaken : takenBy(NAMES[owner]);
          const classes = `is-taken owner-${owner ?? 'unknown'}`;
          const text = owner === undefined ? '' : NAMES[owner];
          return { text, corners, classes, label: [how, worth] };
        }
        if (!isOpen(taken, row, column, scores))
          return { corners, classes: 'is-closed', label: [words.closed, worth] };
        const known = moves.get(name);
        const isGreedy = greedy.includes(name);
        return {
          text: known ? short(known.result) : '',
          small: isGreedy ? words.greedy : '',
          corners,
          classes: `is-open mover-${mover(place)} ${known ? `tone-${moveTone(known)}` : ''}`,
          label: [
            words.open,
            worth,
            known && spoken(known.result),
            known?.best && texts.moves.best,
            isGreedy && words.greedy,
          ],
          selects: { kind: 'move', step: name },
          // The result stands above, and not in the note.
          move: null,
          best: Boolean(known?.best),
        };
      },
      overlay: [svg('path', { d: `M${columns} 0${border}H0`, class: 'contour' })],
    };
  },
  sentence: (step, { view }) => {
    const player = mover(view.node.place);
    const [row, column] = readCell(step) ?? [0, 0];
    const scores = readBoard(view.state.board)?.scores ?? [];
    const gain = scores[player]?.[row]?.[column];
    const denied = scores[1 - player]?.[row]?.[column];
    const [person, other] = [personAt(view, player), personAt(view, player === 0 ? 1 : 0)];
    return words.claims(person, cellWords(step), gain ?? 0, denied ?? 0, other);
  },
  hint: () => words.hint,
};
