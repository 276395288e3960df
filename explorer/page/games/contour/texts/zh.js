/** @import {Code, words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { grouped } from '../../../core/figures.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  players: ['先手（A）', '后手（B）'],
  opens: (other, opened) =>
    opened.length
      ? `它解锁 ${list(opened.map(({ cell, gain }) => `${cell}（${other.name}得 ${grouped(gain)}）`))}。`
      : '它没有解锁新格子。',
  greedCosts: (greedy, best, loss) =>
    `贪心走 ${greedy.move} 得 ${grouped(greedy.gain)}，但最后是 ${greedy.end}。` +
    `最优的 ${best.move} 得 ${grouped(best.gain)}，最后是 ${best.end}：贪心亏 ${grouped(loss)} 分。`,
  ending: (people, totals, isLater) => {
    const told = people.map(({ name }, at) => `${name}得 ${grouped(totals[at])} 分`);
    return `${isLater ? '从本局开始算，' : ''}${told.join('，')}。`;
  },
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
