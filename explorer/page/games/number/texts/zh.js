/** @import {words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import plain from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  notAvailable: (sum) => `不可用，${sum}`,
  showMore: (more) => `再显示 ${more} 个数`,
  takes: (number, others) => `说 ${number}${others && `，同时带走 ${others}`}。`,
  andMore: (shown, more) => `${list(shown)}${more === null ? ' 等' : ` 等，另有 ${more} 个`}`,
  cannot: (number, sum) => `不能说 ${number}：${number} = ${sum}。`,
  hasBeen: (number) => `${number} 已经说过。`,
  paired: (number, other) => `${number} 与 ${other} 是一对：对方说其中一个，就回应另一个。`,
  leavesOne: (left) => `此后只剩 ${left}，谁说它谁赢。`,
  leavesTwo: (one, other) => `此后只剩 ${one} 和 ${other}。`,
  namedLast: (person) => `${person.name}说出了最后一个数。`,
  map: {
    ...plain.map,
    note: (largest, last) =>
      `已经说了两个不超过 ${largest} 的数：行和列。如果不能说大于 ${largest} 的数，实心格表示接下来的一方输，其余则赢。两个数都大于 ${last} 时，接下来的一方总能赢。来自数据表 number-${largest}。`,
    pair: (one, other, isLost) =>
      `说了 ${one} 和 ${other} 之后，接下来的一方${isLost ? '输' : '赢'}。`,
  },
  contest: {
    ...plain.contest,
    howMany: (most) => `后面数字的个数（1 到 ${most}）`,
    availableNumber: (most) => `可用的数（2 到 ${most}）`,
    otherCount: (found, announced) => `后面有 ${found} 个数，开头写的是 ${announced} 个`,
  },
});
