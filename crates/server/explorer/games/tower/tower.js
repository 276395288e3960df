/** @import {Answer} from '../../core/oracle.js' */
/** @import {Card, Fact, Game, Section} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { pick } from '../../core/random.js';
import { minutes } from '../../core/values.js';
import { TowerBoard } from './board.js';
import { cf424e } from './contest.js';
import { TowerEditor } from './editor.js';
import { account } from './luck.js';
import { COLOURS, isRoll, levelsOf, play, roll, split, takes } from './rules.js';

/** @type {Record<string, string>} */
const PLACE_NAMES = { L: 'left', M: 'middle', R: 'right' };

/** @type {Game} */
export const tower = {
  name: 'tower',
  title: 'Colored Jenga',
  rules:
    'Every minute a die is rolled. If a block of that colour can be taken from below the top ' +
    'level, one must be, and is put on top. A level below the top keeps its middle or both its ' +
    'sides. On black the minute passes. The sooner no block can be taken, the better.',
  players: null,
  initial: { start: 'RGB/GRG/BBB/GGR', board: '' },
  settings: [],
  hasLines: false,
  position: (place) => split(place).position,
  copied: ({ node, answer }) => answer?.position ?? split(node.place).position,
  play: (place, step) => play(place, step),
  mover: () => 0,
  roll,
  gain: null,
  boardOf: null,
  over: (place) => levelsOf(place) !== null && !takes(split(place).position).length,
  ending: (view) => {
    const { passed, expected } = account(view);
    const hoped = expected === null ? '' : ` ${minutes(expected)} were expected at the start.`;
    return `No block can be taken. The game took ${minutes(passed)}.${hoped}`;
  },
  sections,
  someSteps: () => [],
  stepWords: (step) => {
    const [, level, from, to] = /^(\d+)([LMR])>([LMR])$/.exec(step) ?? [];
    if (!level) return `rolled ${step}`;
    return `level ${level} ${PLACE_NAMES[from]} to the top\u2019s ${PLACE_NAMES[to]}`;
  },
  createBoard: (actions) => new TowerBoard(actions),
  facts,
  cards,
  examples: [
    { label: 'The contest\u2019s tower', setup: { start: 'RGB/GRG/BBB/GGR/BRG/BRB', board: '' } },
    { label: 'Two levels', setup: { start: 'RGB/GRG', board: '' } },
    { label: 'Three red levels: 18 minutes', setup: { start: 'RRR/RRR/RRR', board: '' } },
    { label: 'More colours, and slower', setup: { start: 'RRG/RRB/RRR', board: '' } },
    { label: '72 minutes', setup: { start: 'RR./RR./RR./RR./RR./RR./RR./RR./RR.', board: '' } },
  ],
  contest: cf424e,
  createEditor: (change) => new TowerEditor(change),
  puzzle: {
    task: 'The die is rolled. Find the best move.',
    start: (generator) => ({ start: randomTower(generator), board: '' }),
    steps: 6,
    choices: 3,
    margin: 0.1,
  },
};

/** @param {() => number} generator */
function randomTower(generator) {
  const level = () =>
    Array.from({ length: 3 }, () => pick(Object.keys(COLOURS), generator)).join('');
  return Array.from({ length: 3 + Math.floor(generator() * 2) }, level).join('/');
}

/**
 * The moves by roll: all of them, or those of the roll that is to be played.
 *
 * @param {Answer} answer
 * @param {string} place
 * @returns {Section[]}
 */
function sections({ rolls = [] }, place) {
  const rolled = split(place).roll;
  return rolls
    .filter((other) => !rolled || other.roll === rolled)
    .map(({ roll: side, probability, moves }) => ({
      title: `${side.charAt(0).toUpperCase()}${side.slice(1)}${rolled ? '' : `, ${probability}`}`,
      note: moves.length ? '' : 'The minute passes.',
      before: rolled ? [] : [side],
      moves,
    }));
}

/**
 * @param {View} view
 * @returns {Fact[]}
 */
function facts(view) {
  const { passed, expected } = account(view);
  return [
    { term: 'Minutes passed', text: String(passed), explanation: '' },
    ...(expected === null
      ? []
      : [
          {
            term: 'At the start',
            text: minutes(expected),
            explanation: 'expected under best play',
          },
        ]),
    { term: 'Levels', text: String(levelsOf(view.node.place)?.length ?? 0), explanation: '' },
  ];
}

/**
 * @param {View} view
 * @returns {Card[]}
 */
function cards(view) {
  const { passed, luck, lost, complete } = account(view);
  if (!passed || !complete || !view.path.some(({ step }) => isRoll(step))) return [];
  const saved = luck >= 0 ? `saved ${minutes(luck)}` : `cost ${minutes(-luck)}`;
  const moves = lost < 1e-9 ? 'The moves were all best ones' : `The moves lost ${minutes(lost)}`;
  return [
    {
      title: 'Luck and skill',
      text: `The rolls ${saved} against what was expected. ${moves}.`,
      source: '',
    },
  ];
}
