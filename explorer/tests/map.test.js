// What the maps show is what the server says, and each point opens its position.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { map as chompMap } from '../page/games/chomp/map.js';
import { map as contourMap } from '../page/games/contour/map.js';
import { map as numberMap } from '../page/games/number/map.js';
import { tell } from './stories.js';
import { answer, start } from './support.js';

start();

tell('map');

/** Every cell of a map, with what it opens. */
function* cells({ rows, columns, point }) {
  for (const row of rows.keys()) {
    for (const column of columns.keys()) {
      const cell = point(row, column);
      if (cell) yield { row, column, cell, ...cell.setup };
    }
  }
}

test('chomp: the first bites of the map are those that win', async () => {
  let bars = 0;
  for (const { cell, start: bar } of cells(chompMap)) {
    const { moves } = await answer('chomp', bar);
    const winning = moves.filter(({ result }) => result.outcome === 'win');
    const shown = [cell.text, cell.small].filter(Boolean);
    assert.deepEqual(shown.sort(), winning.map(({ move }) => move).sort(), bar);
    assert.ok(shown.every((bite) => cell.label.includes(bite)));
    bars += 1;
  }
  assert.equal(bars, 144);
});

test('number: the filled pairs of the map are lost', async () => {
  let lost = 0;
  for (const { cell, start: left } of cells(numberMap)) {
    const { value } = await answer('number', left);
    assert.equal(cell.mark === 'map-most', value.outcome === 'loss', cell.label);
    assert.equal(/loses/.test(cell.label), value.outcome === 'loss');
    lost += value.outcome === 'loss' ? 1 : 0;
  }
  assert.equal(lost, 45);
});

test('contour: greed costs as much as the map says, and is best as often', async () => {
  const points = [...cells(contourMap)];
  const [{ board: text }] = points;
  const cost = ({ moves }) => {
    if (moves.length < 2) return null;
    const most = Math.max(...moves.map(({ gain }) => gain));
    return moves[0].result.score - moves.find(({ gain }) => gain === most).result.score;
  };
  for (const { cell, start: place } of points) {
    assert.equal(said(cell), cost(await answer('contour', place, text)), place);
  }
  // All positions with few cells taken.
  let answers = [await answer('contour', '0', text)];
  for (let taken = 1; taken <= 6; taken += 1) {
    const places = new Set(answers.flatMap(({ moves }) => moves.map(({ position }) => position)));
    answers = await Promise.all([...places].map((place) => answer('contour', place, text)));
    const costs = answers.map(cost).filter((one) => one !== null);
    const best = costs.filter((one) => one === 0).length;
    const cell = contourMap.point(0, taken);
    assert.ok(cell.label.includes(`in ${best} of ${costs.length} position`), cell.label);
    assert.equal(cell.text, String(Math.round((100 * best) / costs.length)));
    assert.equal(said(cell), Math.max(...costs));
  }
});

/** How many points a label says that greed costs at most. */
function said({ label }) {
  return Number(/up to ([\d,]+) point/.exec(label)[1].replaceAll(',', ''));
}
