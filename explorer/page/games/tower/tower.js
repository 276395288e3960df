/**
 * Colored Jenga.
 *
 * @import {Answer} from '../../core/oracle.js'
 * @import {Game, Section, Setup} from '../../core/game.js'
 */
import { texts } from '../../texts/en.js';
import { play } from '../../core/known.js';
import { pick } from '../../core/random.js';
import { NOTHING, minutes } from '../../core/values.js';
import { builtIn, fact } from '../usual.js';
import { board } from './board.js';
import { account, luckOf } from './luck.js';
import { CHANCES, COLOURS, isRoll, levelsOf, roll, split, takable } from './blocks.js';
import { words } from './texts/en.js';

/** @type {Game} */
export const tower = {
  ...builtIn('tower', words, ['RGB/GRG', 'BBB/GRR/BRB', 'RGB/GRG']),
  players: null,
  sizes: ['3', '4', '5'].map((value) => ({ value, label: words.ofLevels(Number(value)) })),
  random: (generator, size) => randomTower(generator, Number(size)),
  hasLines: false,
  position: (place) => split(place).position,
  roll,
  ended: (view) => {
    const { passed, expected } = account(view);
    return words.ending(minutes(passed), expected === null ? null : minutes(expected));
  },
  // Beside results there is no room for it.
  standing: (view) => (view.results ? '' : words.standing(minutes(account(view).passed))),
  sections,
  stepWords: (step) => {
    const [, level, from, to] = /^(\d+)([LMR])>([LMR])$/.exec(step) ?? [];
    if (!level) return words.rolled(sideName(step));
    const { places } = words;
    const [taken, put] = [from, to].map((at) => places[/** @type {keyof typeof places} */ (at)]);
    return words.step(Number(level), taken, put);
  },
  board: () => board,
  legend: ({ answer, node, results }) => {
    const moves =
      answer && results ? sections(answer, node.place).flatMap((section) => section.moves) : [];
    return moves.every(({ best }) => best) ? [] : [{ mark: '+', text: words.legend }];
  },
  /** Which rolls will pass after a move. */
  reason({ game, node }, step) {
    const { position, roll: rolled } = split(node.place);
    const colours = rolled ? [rolled] : Object.values(COLOURS);
    const after = colours
      .map((colour) => play(game, `${position} ${colour}`, step, ''))
      .find(Boolean);
    if (!after) return '';
    const left = takable(after);
    const passing = Object.keys(CHANCES).filter((side) => !left.includes(side));
    return left.length ? words.willPass(passing.map(sideName)) : words.ends;
  },
  facts(view) {
    const { passed, expected } = account(view);
    const told = words.facts;
    return [
      fact(told.passed, String(passed)),
      ...(expected === null ? [] : [fact(told.atStart, minutes(expected), told.bestPlay)]),
      fact(told.levels, String(levelsOf(view.node.place)?.length ?? 0)),
    ];
  },
  /** What the last roll and all of them have saved, and what the moves have lost. */
  cards(view) {
    const { passed, luck, lost, complete } = account(view);
    if (!passed || !complete || !view.path.some(({ step }) => isRoll(step))) return [];
    const last = luckOf(view.node);
    const { title, rolls, lastRoll, allBest, movesLost } = words.luck;
    const sentences = [
      last === null ? '' : lastRoll(minutes(Math.abs(last)), last >= 0),
      rolls(minutes(Math.abs(luck)), luck >= 0),
      lost < NOTHING ? allBest : movesLost(minutes(lost)),
    ];
    return [{ title, text: sentences.filter(Boolean).join(texts.between), source: '' }];
  },
  puzzle: {
    start: (generator, size) =>
      takenFrom(randomTower(generator, 4 + Math.floor(size * 3)), generator, 0.6),
    /** The block is high or low, it goes to the middle, and most colours can be taken then. */
    lures({ start }, { move, position }) {
      const level = Number.parseInt(move);
      return [level, -level, Number(move.endsWith('M')), takable(position ?? start).length];
    },
    grown: (generator, round) =>
      takenFrom(randomTower(generator, Math.min(6, 3 + Math.floor(round / 2))), generator, 0.2),
    count: 60,
  },
  setup: () => import('./setup.js'),
};

/** @param {string} side of the die */
export function sideName(side) {
  return words.sides[/** @type {keyof typeof words.sides} */ (side)] ?? side;
}

/** @type {(generator: () => number, levels: number) => Setup} */
function randomTower(generator, levels) {
  const level = () =>
    Array.from({ length: 3 }, () => pick(Object.keys(COLOURS), generator)).join('');
  return { start: Array.from({ length: levels }, level).join('/'), board: '' };
}

/** How many blocks a level can have lost: none, one at a side or in the middle, or both sides. */
const LEFT = ['111', '011', '110', '101', '010'];

/**
 * A tower from whose levels blocks are missing, each of them with a chance.
 *
 * @type {(setup: Setup, generator: () => number, chance: number) => Setup}
 */
function takenFrom({ start }, generator, chance) {
  const levels = start.split('/').map((level) => {
    const left = generator() < chance ? pick(LEFT, generator) : LEFT[0];
    return [...level].map((block, at) => (left[at] === '1' ? block : '.')).join('');
  });
  return { start: levels.join('/'), board: '' };
}

/**
 * The moves by roll: all of them, or those of the roll that is to be played.
 *
 * @type {(answer: Answer, place: string) => Section[]}
 */
function sections({ rolls = [] }, place) {
  const rolled = split(place).roll;
  return rolls
    .filter((other) => !rolled || other.roll === rolled)
    .map(({ roll: side, probability, moves: found }) => ({
      title: words.section(sideName(side), rolled ? '' : probability),
      note: found.length ? '' : words.passes,
      before: rolled ? [] : [side],
      moves: found,
      all: true,
    }));
}
