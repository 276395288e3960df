// What the page shows follows from the state, the tree and the answers. It needs no browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { custom } from '../page/games/custom/custom.js';
import { GAMES } from '../page/games/games.js';
import { learn } from '../page/core/known.js';
import { initialState } from '../page/core/location.js';
import { Failure } from '../page/core/oracle.js';
import { Node } from '../page/core/tree.js';
import { viewOf } from '../page/core/view.js';
import { canTap, shownOf } from '../page/ui/preview.js';

const stake = GAMES.find(({ name }) => name === 'stake');
const START = '01./.../...';

/** A view of stake after steps; `told` are what answers say of the moves at the start. */
function shown(changes, { steps = [], told, start = START, ...found } = {}) {
  const root = new Node(start);
  let node = root;
  for (const step of steps) node = node.grow(step, stake.lead(node.place, step));
  if (told) root.learn({ value: told[0].result, moves: told });
  node.value ??= { score: 0 };
  const state = { ...initialState(stake), start, steps, at: steps.length, ...changes };
  return viewOf({ game: stake, state, root, ...found });
}

const TOLD = [
  { move: '0,2', result: { score: 2 }, value: { score: -2 }, best: true },
  { move: '2,2', result: { score: -1 }, value: { score: 1 }, best: false },
];
const FULL = { start: '010/101/01.', steps: ['2,2'] };
learn(stake, START, '', { moves: TOLD });
learn(stake, '010/101/010', '', { moves: [] });
const [move, dead] = [
  { kind: 'move', step: '2,2' },
  { kind: 'cell', cell: '0,0' },
];

test('an analysis shows results, and whoever looks may move', () => {
  const { results, free, over, node } = shown({}, { steps: ['0,2'] });
  assert.deepEqual([results, free, over, node.place], [true, true, false, '010/.../...']);
});

test('a game against the oracle hides results until its end, and the person waits for the reply', () => {
  const mode = 'play';
  assert.deepEqual([shown({ mode }).results, shown({ mode }).free], [false, true]);
  assert.equal(shown({ mode }, { steps: ['0,2'] }).free, false);
  assert.equal(shown({ mode, side: 1 }).free, false);
  assert.equal(shown({ mode, shown: true }).results, true);
  const end = shown({ mode }, FULL);
  assert.deepEqual([end.over, end.results], [true, true]);
});

test('a mistake ends a puzzle, which shows results then', () => {
  const puzzle = { mode: 'puzzle', seed: 7 };
  const wrong = shown(puzzle, { steps: ['2,2'], told: TOLD });
  assert.deepEqual([wrong.failed.cost, wrong.stopped, wrong.results], [3, true, true]);
  const right = shown(puzzle, { steps: ['0,2'], told: TOLD });
  assert.deepEqual([right.failed, right.stopped, right.results], [null, false, false]);
  assert.equal(shown({ mode: 'puzzle' }).stopped, true, 'there is none yet');
});

test('nothing is taken back in a run', () => {
  const run = { mode: 'survive', seed: 7 };
  const steps = ['0,2', '1,0'];
  assert.equal(shown(run, { steps }).free, true);
  assert.equal(shown({ ...run, at: 0 }, { steps }).free, false);
});

test('a review asks for what would have been better, until it is found', () => {
  const asked = { mode: 'review', at: 0 };
  const made = { steps: ['2,2'], told: TOLD };
  for (const [tried, results] of [
    ['', false],
    ['2,2', false],
    ['0,2', true],
  ]) {
    const view = shown({ ...asked, tried }, made);
    assert.deepEqual([view.reviewed.node.step, view.results], ['2,2', results]);
    assert.deepEqual(shownOf(view, null, null), tried ? { kind: 'move', step: tried } : null);
    assert.equal(canTap(view, move, null), tried !== '2,2');
  }
  assert.equal(shown(asked, { ...made, steps: ['0,2'] }).reviewed, null);
});

test('a custom game is drawn when a drawn position comes back twice, and its text can be refused', () => {
  const game = custom({ name: 'to-and-fro', rules: '', start: 'a' });
  for (const [place, position] of ['ab', 'ba'])
    learn(game, place, '', { moves: [{ move: position, position }] });
  const state = { ...initialState(game), mode: 'play', steps: ['b', 'a', 'b', 'a'], at: 4 };
  const root = new Node('a');
  const end = state.steps.reduce((node, step) => node.grow(step, step), root);
  assert.equal(viewOf({ game, state, root }).over, false);
  end.value = { outcome: 'draw' };
  assert.equal(viewOf({ game, state, root }).over, true);
  const failure = new Failure('position', 'no position', null);
  assert.deepEqual([viewOf({ game, state, root, failure }).readable], [false]);
});

test('a lesson points at the other move, what was tried, or what is pointed at', () => {
  const [{ setup, steps }] = stake.lessons;
  const at = steps.findIndex(({ text }) => text === undefined);
  const made = steps.slice(0, at + 1).map(({ step }) => step);
  const lesson = (past) => shown({ mode: 'lesson', at: past }, { start: setup.start, steps: made });
  const other = { kind: 'move', step: steps[at].step };
  assert.deepEqual(shownOf(lesson(at), null, null), other);
  assert.deepEqual(shownOf(lesson(at), dead, null), other);
  assert.deepEqual(shownOf(lesson(at), move, null), move);
  assert.equal(shownOf(lesson(0), null, null), null);
  assert.deepEqual(shownOf(lesson(0), null, '2,2'), move);
});

test('only what is pointed at and can be played is tapped again', () => {
  assert.equal(canTap(shown({}), move, null), true);
  assert.equal(canTap(shown({}), move, '2,2'), false);
  assert.equal(canTap(shown({}), { kind: 'move', step: '0,0' }, null), false);
  assert.equal(canTap(shown({}), { kind: 'piece', piece: '0', steps: [] }, null), false);
  assert.equal(canTap(shown({}), dead, null), false);
  assert.equal(canTap(shown({ mode: 'play', side: 1 }), move, null), false);
});
