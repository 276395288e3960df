/** @import {words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { grouped } from '../../../core/figures.js';
import plain from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  players: ['先手（A）', '后手（B）'],
  takenBy: (player) => `${player} 的子`,
  scores: (a, b) => `A ${grouped(a)}，B ${grouped(b)}`,
  claims: (person, cell, gain, denied, other) =>
    `${person.name}下在${cell}，得 ${grouped(gain)} 分；${other.name}本可得 ${grouped(denied)} 分。`,
  opens: (other, opened) =>
    opened.length
      ? `它解锁 ${list(opened.map(({ cell, gain }) => `${cell}（${other.name}得 ${grouped(gain)}）`))}。`
      : '它没有解锁新格子。',
  greedIsBest: (move, gain) => `贪心的 ${move}（得 ${grouped(gain)}）在这里也是最优。`,
  greedCosts: (greedy, best, loss) =>
    `贪心走 ${greedy.move} 得 ${grouped(greedy.gain)}，但最后是 ${greedy.end}。` +
    `最优的 ${best.move} 得 ${grouped(best.gain)}，最后是 ${best.end}：贪心亏 ${grouped(loss)} 分。`,
  ending: (people, totals, isLater) => {
    const told = people.map(({ name }, at) => `${name}得 ${grouped(totals[at])} 分`);
    return `${isLater ? '从本局开始算，' : ''}${told.join('，')}。`;
  },
  standing: (a, b) => `目前 A 得 ${grouped(a)} 分，B 得 ${grouped(b)} 分。`,
  scoresOf: (player) => `${player} 的分数`,
  scoreAt: (player, cell) => `${player} 在 ${cell}的分数`,
  examples: { ...plain.examples, random: (side) => `${side} × ${side}，随机` },
  map: {
    ...plain.map,
    point: (taken, best, all, cost) =>
      `已下 ${taken} 子：${grouped(all)} 个局面中贪心在 ${grouped(best)} 个里最优，最多损失 ${grouped(cost)} 分。`,
  },
});
