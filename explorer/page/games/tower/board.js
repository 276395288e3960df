/**
 * The tower, seen from the side. A block is taken by a click, then put by another one; or both by
 * dragging it.
 *
 * @import {BoardActions, BoardView} from '../../core/game.js'
 * @import {MoveAnswer} from '../../core/oracle.js'
 * @import {View} from '../../core/session.js'
 * @import {Node} from '../../core/tree.js'
 * @import {Cell} from '../../ui/grid.js'
 */
import { texts } from '../../texts/en.js';
import { losing, lost, minutes } from '../../core/values.js';
import { CHOOSE, ChoosingBoard, pieceOf } from '../../ui/choosing-board.js';
import { div } from '../../ui/dom.js';
import { createDie } from './die.js';
import { makeDraggable } from './drag.js';
import { COLOURS, PLACES, isRoll, levelsOf, puts, split, takes } from './rules.js';
import { words } from './texts/en.js';

const PLACE_NAMES = Object.values(words.places);

/**
 * The piece that is chosen is the block that is taken, as in `1L`.
 *
 * @implements {BoardView}
 */
export class TowerBoard extends ChoosingBoard {
  #die;

  /** @param {BoardActions} actions */
  constructor(actions) {
    super(actions);
    this.#die = createDie(actions);
    this.element = this.framed(div('tower', this.grid.element, this.#die.element));
    makeDraggable(this.grid.element, {
      take: (step) => this.choose(pieceOf(step)),
      put: (step) => this.#put(step),
      isBlock: (step) => pieceOf(step) !== null,
    });
  }

  /** A block that can only be put on one place is put there at once. @param {string} step */
  act(step) {
    const block = pieceOf(step);
    const targets = block === null ? [step] : this.#targets(block);
    if (targets.length === 1) this.#put(targets[0]);
    else this.choose(block === this.chosen ? null : block);
  }

  /** @param {View} view */
  show(view) {
    this.#die.show(view);
    super.show(view);
  }

  /** @param {string | null} block */
  choose(block) {
    if (!this.view || block === this.chosen) return;
    super.choose(block);
    const levels = levelsOf(this.view.node.place);
    if (block && levels) this.grid.focusAt(0, puts(levels).free[0]);
  }

  /** Makes a move, with the roll that it needs. @param {string} step */
  #put(step) {
    const view = this.view;
    const levels = view && levelsOf(view.node.place);
    if (!view || !levels) return;
    const [, level, at] = /^(\d+)([LMR])/.exec(step) ?? [];
    const colour = COLOURS[levels[Number(level) - 1][PLACES.indexOf(at)]];
    const before = split(view.node.place).roll ? [] : [colour];
    this.actions.play(...before, step);
  }

  /** @param {string} block */
  #targets(block) {
    const levels = this.view && levelsOf(this.view.node.place);
    return levels ? puts(levels).free.map((at) => `${block}>${PLACES[at]}`) : [];
  }

  draw() {
    const { view } = this;
    const levels = view && levelsOf(view.node.place);
    if (!view || !levels) return;
    const { place } = view.node;
    const put = puts(levels);
    const height = Math.max(levels.length, put.level + 1);
    const takable = new Set(
      (view.free ? takes(place) : []).map(({ level, at }) => `${level + 1}${PLACES[at]}`),
    );
    const last = lastOf(view.node);
    this.grid.show({
      label: words.board,
      rows: height,
      columns: PLACES.length,
      coordinates: {
        rows: Array.from({ length: height }, (_, row) => String(height - row)),
        columns: PLACES,
      },
      cell: (row, at) => {
        const level = height - 1 - row;
        const block = levels[level]?.[at] ?? '.';
        const name = words.at(level + 1, PLACE_NAMES[at]);
        const text = `${level + 1}${PLACES[at]}`;
        const isFree = level === put.level && put.free.includes(at);
        const cell =
          block === '.' ? this.#gap(isFree, at, name) : this.#block(block, text, name, takable);
        return last.includes(text) ? { ...cell, classes: `${cell.classes} is-last` } : cell;
      },
    });
  }

  /**
   * The cell of a block, of its colour's letter.
   *
   * @type {(block: string, text: string, name: string, takable: Set<string>) => Cell}
   */
  #block(block, text, name, takable) {
    const canBeTaken = takable.has(text);
    const moves = canBeTaken ? this.#movesOf((move) => move.startsWith(`${text}>`)) : [];
    const [first] = moves;
    const loss = first ? lossText(first) : '';
    return {
      text: block,
      small: loss,
      classes: `block block-${block}${text === this.chosen ? ' is-preview' : ''}${canBeTaken ? '' : ' is-fixed'}`,
      label: [
        name,
        words.sides[/** @type {keyof typeof words.sides} */ (COLOURS[block])],
        canBeTaken && words.canBeTaken,
        first && lossWords(first),
      ],
      step: canBeTaken ? CHOOSE + text : null,
      best: Boolean(first?.answer.best),
      chooses: this.#targets(text).length !== 1,
    };
  }

  /** A place without a block, where one can be put or not. @type {(free: boolean, at: number, name: string) => Cell} */
  #gap(free, at, name) {
    const step = free && this.chosen ? `${this.chosen}>${PLACES[at]}` : null;
    const [move] = step ? this.#movesOf((other) => other === step) : [];
    return {
      small: move ? lossText(move) : free ? words.free : '',
      classes: free ? `slot${step ? ' is-target' : ''}` : 'gap',
      label: [
        name,
        free ? words.free : words.empty,
        step && words.putHere(this.chosen ?? ''),
        move && lossWords(move),
      ],
      step,
      best: Boolean(move?.answer.best),
    };
  }

  /** The moves that the oracle tells of, with the best of their section. @param {(move: string) => boolean} wanted */
  #movesOf(wanted) {
    const { answer, game, node, results } = /** @type {View} */ (this.view);
    if (!answer || !results) return [];
    return game
      .sections(answer, node.place)
      .flatMap(({ moves }) =>
        moves.filter(({ move }) => wanted(move)).map((move) => ({ answer: move, best: moves[0] })),
      );
  }

  /** The best move of a block that can be taken. @param {string} step */
  meant(step) {
    const block = pieceOf(step);
    const [best] = block ? this.#movesOf((move) => move.startsWith(`${block}>`)) : [];
    return best?.answer.move ?? step;
  }

  /** @param {string} step */
  chooses(step) {
    const block = pieceOf(step);
    return block !== null && this.#targets(block).length !== 1;
  }

  /** @param {string | null} step */
  preview(step) {
    const view = this.view;
    if (!view?.free || view.over) return '';
    const { choosePlace, chooseBlock, canBeTaken } = words;
    if (!step) return this.chosen ? choosePlace(this.chosen) : chooseBlock;
    const move = this.meant(step);
    const block = pieceOf(move);
    if (block !== null) return texts.sentence(`${block}: ${canBeTaken}`);
    return texts.sentence(view.game.stepWords(move));
  }
}

/** From where the last block was taken, and where it is now: before rolls that came after it. @param {Node} node */
function lastOf(node) {
  while (isRoll(node.step) && node.parent) node = node.parent;
  const [from, to] = node.step.split('>');
  return to ? [from, `${levelsOf(node.place)?.length}${to}`] : [];
}

/** @param {{answer: MoveAnswer, best: MoveAnswer}} move */
function lossText({ answer, best }) {
  return answer.best ? texts.moves.best : losing(lost(best.result, answer.result) ?? 0);
}

/** @param {{answer: MoveAnswer, best: MoveAnswer}} move */
function lossWords({ answer, best }) {
  const expected =
    answer.result && 'expected' in answer.result
      ? words.expected(minutes(answer.result.expected))
      : '';
  const loss = lost(best.result, answer.result) ?? 0;
  return `${expected}, ${answer.best ? texts.moves.best : words.lost(minutes(loss))}`;
}
