/** @import {Answer} from '../../core/oracle.js' */
/** @import {Card, Fact, Game, Section} from '../../core/game.js' */
/** @import {View} from '../../core/session.js' */
import { poj1143 } from './contest.js';
import { NumberEditor } from './editor.js';
import { HORIZON, available, isFinite, play, read } from './rules.js';
import { Strip } from './strip.js';

/** Infinitely many numbers can be named; those up to here are enough for a reply. */
const REPLIES = 100;

/** @type {Game} */
export const number = {
  name: 'number',
  title: 'Number Game',
  rules:
    'Name a number above 1 that is no sum of numbers named before, each used as often as you ' +
    'like. If you cannot name a number, you lose. Also known as Sylver coinage.',
  players: ['the first player', 'the second player'],
  initial: { start: upTo(20), board: '' },
  settings: [
    {
      key: 'show',
      label: 'Numbers shown as',
      values: [
        { value: 'available', label: 'Available' },
        { value: 'named', label: 'Named' },
      ],
    },
  ],
  hasLines: true,
  position: (place) => place,
  copied,
  play: (place, step) => play(place, step),
  mover: (_, ply) => (ply % 2 === 0 ? 0 : 1),
  roll: null,
  gain: null,
  boardOf: null,
  over,
  ending: ({ node }) =>
    node.ply === 0
      ? 'No number is left to be named: the player to move loses.'
      : `No number is left. ${node.ply % 2 ? 'The first player' : 'The second player'} named the last one and wins.`,
  sections,
  someSteps: (place) => available(read(place) ?? neverRead(place), REPLIES).map(String),
  stepWords: (step) => step,
  createBoard: (actions) => new Strip(actions),
  facts,
  cards,
  examples: [
    { label: '2 to 20, as in the contest', setup: { start: upTo(20), board: '' } },
    { label: '2 to 40', setup: { start: upTo(40), board: '' } },
    { label: 'Nothing named yet', setup: { start: 'after:', board: '' } },
    { label: 'After 16, which is not decided', setup: { start: 'after:16', board: '' } },
    { label: 'After 5 and 7', setup: { start: 'after:5,7', board: '' } },
    { label: 'After 11, 16, 58, a loss', setup: { start: 'after:11,16,58', board: '' } },
    { label: 'After 101 and 103, by a theorem', setup: { start: 'after:101,103', board: '' } },
  ],
  contest: poj1143,
  createEditor: (change) => new NumberEditor(change),
  puzzle: {
    task: 'Find the only number that wins.',
    start: (generator) => ({ start: upTo(10 + Math.floor(generator() * 14)), board: '' }),
    steps: 6,
    choices: 3,
    margin: 1,
  },
};

/** @param {number} last */
function upTo(last) {
  return Array.from({ length: last - 1 }, (_, index) => index + 2).join(' ');
}

/** @param {string} place */
function over(place) {
  const sums = read(place);
  return sums !== null && isFinite(sums) && available(sums, HORIZON).length === 0;
}

/**
 * @param {string} place
 * @returns {never}
 */
function neverRead(place) {
  throw new Error(`not a position: ${place}`);
}

/**
 * @param {Answer} answer
 * @returns {Section[]}
 */
function sections({ moves, left }) {
  if (!moves?.length) return [];
  const isPartial = left === null || (left !== undefined && moves.length < left);
  const note = isPartial ? 'There are more moves; these are known to win.' : '';
  return [{ title: '', note, before: [], moves }];
}

/**
 * @param {View} view
 * @returns {Fact[]}
 */
function facts({ node, answer }) {
  const sums = read(node.place);
  if (!sums || !answer) return [];
  const finite = isFinite(sums);
  const left = available(sums, HORIZON);
  const exact = answer.left !== undefined && answer.left !== null;
  const count = exact ? answer.left : left.length;
  const largest = exact ? answer.largest : left.at(-1);
  const infinite = 'infinitely many';
  const multiplicity = sums.named.length ? sums.named.reduce((a, b) => (a < b ? a : b)) : null;
  return [
    {
      term: 'Available',
      text: finite ? String(count) : infinite,
      explanation: 'numbers; with 1 this is the genus',
    },
    {
      term: 'Largest',
      text: finite ? String(largest ?? 'none') : 'none',
      explanation: 'the Frobenius number',
    },
    {
      term: 'Multiplicity',
      text: multiplicity === null ? 'none' : String(multiplicity),
      explanation: 'the least number above 1 that is not available',
    },
    {
      term: sums.listed ? 'Generators' : 'Named',
      text: sums.named.join(', ') || 'none',
      explanation: sums.listed
        ? 'the fewest numbers that leave this position when they are named'
        : '',
    },
  ];
}

/**
 * The position as the board shows it: by the available numbers, or by the named ones.
 *
 * @param {View} view
 */
function copied({ node, answer, state }) {
  const sums = read(node.place);
  if (state.settings.show === 'named' && sums) return `after:${sums.named.join(',')}`;
  return answer?.position ?? node.place;
}

/**
 * @param {View} view
 * @returns {Card[]}
 */
function cards({ answer }) {
  const found = [];
  if (answer?.theorem) {
    found.push({
      title: 'Theorem',
      text: sentence(answer.theorem.statement),
      source: answer.theorem.source,
    });
  }
  if (answer?.reason) {
    found.push({ title: 'Why it is not known', text: sentence(answer.reason), source: '' });
  }
  return found;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
