/**
 * The tower, seen from the side. A block is taken by a click, then put by another one; or both by
 * dragging it.
 *
 * @import {Description, Known} from '../../ui/board.js'
 */
import { legal } from '../../core/known.js';
import { losing, minutes } from '../../core/values.js';
import { texts } from '../../texts/en.js';
import { createDie } from './die.js';
import { COLOURS, PLACES, isRoll, levelsOf, puts, split } from './blocks.js';
import { words } from './texts/en.js';

const PLACE_NAMES = Object.values(words.places);

/** @type {Description} */
export const board = {
  className: 'tower',
  label: words.board,
  drags: true,
  beside: createDie,
  rows: (place) => {
    const levels = levelsOf(place);
    if (!levels) return null;
    const isNew = puts(levels).level === levels.length;
    return [...levels, ...(isNew ? ['...'] : [])].toReversed().map((level) => [...level]);
  },
  coordinates: (rows) => ({
    rows: Array.from({ length: rows }, (_, row) => String(rows - row)),
    columns: PLACES,
  }),
  name: (row, at, rows) => nameOf(rows - 1 - row, at),
  said: (name) => words.at(parseInt(name), PLACE_NAMES[PLACES.indexOf(name.slice(-1))]),
  ways: ({ game, node: { place }, free }) => {
    const { level } = puts(levelsOf(place) ?? ['']);
    const { position, roll } = split(place);
    const rolls = roll ? [roll] : Object.values(COLOURS);
    return (free ? rolls : []).flatMap((rolled) =>
      legal(game, `${position} ${rolled}`, '').map((step) => {
        const [from, to] = step.split('>');
        return { step, path: [from, `${level + 1}${to}`] };
      }),
    );
  },
  cell: ({ name, letter, selects, known: [move] }, { view, chosen }) => {
    const isMove = selects.kind !== 'cell';
    const worth = move && `${expected(move)}, ${move.best ? texts.moves.best : lossOf(move)}`;
    const marks = { small: move ? lossText(move) : '', move: null, best: Boolean(move?.best) };
    if (letter !== '.') {
      const side = words.sides[/** @type {keyof typeof words.sides} */ (COLOURS[letter])];
      const classes = `block block-${letter}${isMove ? '' : ' is-fixed'}`;
      const label = [side, isMove && words.canBeTaken, worth];
      return { ...marks, text: letter, classes, label };
    }
    const put = puts(levelsOf(view.node.place) ?? ['']);
    const isFree = put.free.some((to) => nameOf(put.level, to) === name);
    return {
      ...marks,
      text: '',
      small: marks.small || (isFree ? words.free : ''),
      classes: isFree ? `slot${isMove ? ' is-target' : ''}` : 'gap',
      label: [isFree ? words.free : words.empty, isMove && words.putHere(chosen ?? ''), worth],
    };
  },
  sentence: (step, { view }) => (view.free ? texts.sentence(view.game.stepWords(step)) : ''),
  hint: ({ view, chosen, moves }, selection) => {
    const { choosePlace, chooseBlock, canBeTaken } = words;
    if (!view.free) return '';
    if (selection?.kind !== 'piece') return chosen ? choosePlace(chosen) : chooseBlock;
    const best = bestOf(selection.steps, moves);
    return texts.sentence(best ? view.game.stepWords(best) : `${selection.piece}: ${canBeTaken}`);
  },
  /** The best move of a block. */
  meant: (selection, { moves }) =>
    selection.kind === 'piece' ? bestOf(selection.steps, moves) : null,
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

/** The best of some moves, as far as that is known. @type {(steps: string[], moves: Map<string, Known>) => string | null} */
function bestOf(steps, moves) {
  return [...moves.keys()].find((step) => steps.includes(step)) ?? null;
}

/** @param {Known} move */
function lossText({ best, lost }) {
  return best ? texts.moves.best : losing(lost ?? 0);
}

/** @param {Known} move */
function lossOf({ lost }) {
  return words.lost(minutes(lost ?? 0));
}

/** @param {Known} move */
function expected({ result }) {
  return result && 'expected' in result ? words.expected(minutes(result.expected)) : '';
}
