/**
 * The tower, seen from the side. A block is taken by a click, then put by another one; or both by
 * dragging it. One that can only be put on one place is put there at once.
 *
 * @import {MoveAnswer} from '../../core/oracle.js'
 * @import {View} from '../../core/view.js'
 * @import {Description} from '../../ui/board.js'
 * @import {Cell} from '../../ui/grid.js'
 */
import { texts } from '../../texts/en.js';
import { losing, lost, minutes } from '../../core/values.js';
import { createDie } from './die.js';
import { COLOURS, PLACES, isRoll, levelsOf, puts, split, takes } from './rules.js';
import { words } from './texts/en.js';

const PLACE_NAMES = Object.values(words.places);

/** @typedef {{answer: MoveAnswer, best: MoveAnswer}} Known a move, with the best of its section */

/**
 * A piece is a block as moves name it, `1L`.
 *
 * @type {Description}
 */
export const board = {
  className: 'tower',
  drags: true,
  beside: createDie,
  layout({ view, chosen }) {
    const levels = levelsOf(view.node.place);
    if (!levels) return null;
    const put = puts(levels);
    const height = Math.max(levels.length, put.level + 1);
    const takable = new Set(
      (view.free ? takes(view.node.place) : []).map(({ level, at }) => nameOf(level, at)),
    );
    return {
      label: words.board,
      rows: height,
      columns: PLACES.length,
      coordinates: {
        rows: Array.from({ length: height }, (_, row) => String(height - row)),
        columns: PLACES,
      },
      name: (row, at) => nameOf(height - 1 - row, at),
      said: (name) => words.at(parseInt(name), PLACE_NAMES[PLACES.indexOf(name.slice(-1))]),
      cell: (row, at, name) => {
        const level = height - 1 - row;
        const block = levels[level]?.[at] ?? '.';
        if (block === '.')
          return gap(level === put.level && put.free.includes(at), at, chosen, view);
        const targets = put.free.map((to) => `${name}>${PLACES[to]}`);
        return blockAt(block, name, takable.has(name) ? targets : [], view);
      },
    };
  },
  sentence: (step, { view }) => (view.free ? texts.sentence(view.game.stepWords(step)) : ''),
  hint: ({ view, chosen }, selection) => {
    const { choosePlace, chooseBlock, canBeTaken } = words;
    if (!view.free) return '';
    if (selection?.kind !== 'piece') return chosen ? choosePlace(chosen) : chooseBlock;
    const [best] = movesOf(selection.steps, view);
    return texts.sentence(
      best ? view.game.stepWords(best.answer.move) : `${selection.piece}: ${canBeTaken}`,
    );
  },
  /** The best move of a block. */
  meant: (selection, view) =>
    selection.kind === 'piece' ? (movesOf(selection.steps, view)[0]?.answer.move ?? null) : null,
  /** With the roll that it needs. */
  steps: (step, { node: { place } }) => {
    const [, level, at] = /^(\d+)([LMR])/.exec(step) ?? [];
    const block = levelsOf(place)?.[Number(level) - 1]?.[PLACES.indexOf(at)] ?? '';
    return split(place).roll || !COLOURS[block] ? [step] : [COLOURS[block], step];
  },
  last: ({ node }) => {
    // Before rolls that came after it.
    while (isRoll(node.step) && node.parent) node = node.parent;
    const [from, to] = node.step.split('>');
    return new Set(to ? [from, `${levelsOf(node.place)?.length}${to}`] : []);
  },
  target: ({ node }) => [0, puts(levelsOf(node.place) ?? ['']).free[0]],
};

/** A block or a place, counted from the bottom. @type {(level: number, at: number) => string} */
function nameOf(level, at) {
  return `${level + 1}${PLACES[at]}`;
}

/**
 * The cell of a block, of its colour's letter.
 *
 * @type {(block: string, piece: string, steps: string[], view: View) => Cell}
 */
function blockAt(block, piece, steps, view) {
  const canBeTaken = steps.length > 0;
  const [best] = movesOf(steps, view);
  return {
    text: block,
    small: best ? lossText(best) : '',
    classes: `block block-${block}${canBeTaken ? '' : ' is-fixed'}`,
    label: [
      words.sides[/** @type {keyof typeof words.sides} */ (COLOURS[block])],
      canBeTaken && words.canBeTaken,
      best && lossWords(best),
    ],
    selects:
      steps.length > 1
        ? { kind: 'piece', piece, steps }
        : steps.length
          ? { kind: 'move', step: steps[0], piece }
          : undefined,
    best: Boolean(best?.answer.best),
  };
}

/**
 * A place without a block, where one can be put or not.
 *
 * @type {(free: boolean, at: number, chosen: string | null, view: View) => Cell}
 */
function gap(free, at, chosen, view) {
  const step = free && chosen ? `${chosen}>${PLACES[at]}` : null;
  const [move] = step ? movesOf([step], view) : [];
  return {
    small: move ? lossText(move) : free ? words.free : '',
    classes: free ? `slot${step ? ' is-target' : ''}` : 'gap',
    label: [
      free ? words.free : words.empty,
      step && words.putHere(chosen ?? ''),
      move && lossWords(move),
    ],
    selects: step ? { kind: 'move', step } : undefined,
    best: Boolean(move?.answer.best),
  };
}

/** What the oracle tells of moves, the best first. @type {(steps: string[], view: View) => Known[]} */
function movesOf(steps, { answer, game, node, results }) {
  if (!answer || !results) return [];
  return game
    .sections(answer, node.place)
    .flatMap(({ moves }) =>
      moves
        .filter(({ move }) => steps.includes(move))
        .map((move) => ({ answer: move, best: moves[0] })),
    );
}

/** @param {Known} move */
function lossText({ answer, best }) {
  return answer.best ? texts.moves.best : losing(lost(best.result, answer.result) ?? 0);
}

/** @param {Known} move */
function lossWords({ answer, best }) {
  const expected =
    answer.result && 'expected' in answer.result
      ? words.expected(minutes(answer.result.expected))
      : '';
  const loss = lost(best.result, answer.result) ?? 0;
  return `${expected}, ${answer.best ? texts.moves.best : words.lost(minutes(loss))}`;
}
