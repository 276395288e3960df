// What can be selected on a board next follows from its moves alone. It needs no browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectionAt, waysOf } from '../page/games/ways.js';

const PIECES = waysOf(['0,0>0,1', '0,0>1,0', '1,1>0,1']);
const move = (step) => ({ kind: 'move', step });

test('a cell that is a move is played at once', () => {
  assert.deepEqual(selectionAt('1,2', waysOf(['1,2', '0,0']), null), move('1,2'));
  assert.deepEqual(selectionAt('2,2', waysOf(['1,2']), null), { kind: 'cell', cell: '2,2' });
});

test('a move from a cell to another one is a piece first, then where it goes', () => {
  const piece = { kind: 'piece', piece: '0,0', steps: ['0,0>0,1', '0,0>1,0'] };
  assert.deepEqual(selectionAt('0,0', PIECES, null), piece);
  assert.deepEqual(selectionAt('0,1', PIECES, '0,0'), move('0,0>0,1'));
  assert.deepEqual(selectionAt('0,1', PIECES, '1,1'), move('1,1>0,1'));
  assert.deepEqual(selectionAt('1,0', PIECES, '1,1'), { kind: 'cell', cell: '1,0' });
  assert.deepEqual(selectionAt('0,0', PIECES, '1,1'), piece, 'another piece can be selected');
});

test('one click is enough where a game says so and nothing else could be meant', () => {
  assert.deepEqual(selectionAt('1,0', PIECES, null, true), move('0,0>1,0'));
  assert.deepEqual(selectionAt('0,1', PIECES, null, true), { kind: 'cell', cell: '0,1' });
  assert.deepEqual(selectionAt('1,0', PIECES, null), { kind: 'cell', cell: '1,0' });
});

test('a piece that is captured is where a move goes', () => {
  const ways = waysOf(['0,0>0,1', '0,1>0,0']);
  assert.deepEqual(selectionAt('0,1', ways, '0,0'), move('0,0>0,1'));
  assert.equal(selectionAt('0,1', ways, null).kind, 'piece');
});
