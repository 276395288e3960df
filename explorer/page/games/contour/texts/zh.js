/** @import {words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { grouped } from '../../../core/figures.js';

/** @type {typeof English} */
export const words = chinese({
  title: '一双木棋（Contour）',
  label: '木棋',
  rule: '轮流落子，左边和上边都有子的格子才能下。每格对双方的分数不同。',
  rules: [
    '左边和上边都有子的格子才能下，所以有子的格子总是阶梯形。落一子可能给对方解锁新的格子。',
    '每格左上角是先手 A 的得分，右下角是后手 B 的得分。双方都希望自己的总分减去对方的总分尽量大。',
    '走法写作格子：1,2 是第 1 行第 2 列，都从 0 数起。',
    '题目是洛谷 P4363。',
  ],
  hint: '指向或点一个可下的格子，看下在那里会怎样。',
  legend: { greedy: '眼前得分最多', corners: 'A 和 B 的分数' },
  players: ['先手（A）', '后手（B）'],
  greedy: '贪心',
  taken: '有子',
  takenBy: (player) => `${player} 的子`,
  open: '可下',
  closed: '还不能下',
  scores: (a, b) => `A ${grouped(a)}，B ${grouped(b)}`,
  claims: (person, cell, gain, denied, other) =>
    `${person.name}下在${cell}，得 ${grouped(gain)} 分；${other.name}本可得 ${grouped(denied)} 分。`,
  opens: (other, opened) =>
    opened.length
      ? `它解锁 ${list(opened.map(({ cell, gain }) => `${cell}（${other.name}得 ${grouped(gain)}）`))}。`
      : '它没有解锁新格子。',
  greed: '贪心',
  greedIsBest: (move, gain) => `贪心的 ${move}（得 ${grouped(gain)}）在这里也是最优。`,
  greedCosts: (greedy, best, loss) =>
    `贪心走 ${greedy.move} 得 ${grouped(greedy.gain)}，但最后是 ${greedy.end}。` +
    `最优的 ${best.move} 得 ${grouped(best.gain)}，最后是 ${best.end}：贪心亏 ${grouped(loss)} 分。`,
  ending: (people, totals, isLater) => {
    const told = people.map(({ name }, at) => `${name}得 ${grouped(totals[at])} 分`);
    return `${isLater ? '从本局开始算，' : ''}${told.join('，')}。`;
  },
  standing: (a, b) => `目前 A 得 ${grouped(a)} 分，B 得 ${grouped(b)} 分。`,
  facts: {
    atEnd: '最后 A − B',
    bestPlay: '此后双方都走最优',
    board: '棋盘',
    fingerprint: '它的指纹',
  },
  scoresOf: (player) => `${player} 的分数`,
  scoreAt: (player, cell) => `${player} 在 ${cell}的分数`,
  examples: {
    contest: '题目的棋盘',
    greed: '贪心会输的例子',
    minusOne: '6 × 6，结果是 −1',
    random: (side) => `${side} × ${side}，随机`,
  },
  map: {
    title: '贪心有多常是最优',
    note: '一块 10 × 10 的棋盘及其全部 184,756 个局面。每一格代表已下这么多子的所有局面（行号和列号是两位数字），写的是每 100 个局面中有几个立即得分最多的一步是最优的。点开的是这一步损失最大的局面。',
    some: '多数局面如此',
    most: '不到一半',
    point: (taken, best, all, cost) =>
      `已下 ${taken} 子：${grouped(all)} 个局面中贪心在 ${grouped(best)} 个里最优，最多损失 ${grouped(cost)} 分。`,
  },
  lesson: [
    {
      step: '1,0',
      text: '你是先手 A。左边和上边的格子都被占了，一格才可下：这里有两格可下。你得所下格子的上方分数，B 得所下格子的下方分数。你下哪一格？',
    },
    {
      step: '0,2',
      told: '对：你得 2 分，还让 B 少得 5 分，比另一格的 3 分更值。B 下那一格，得 1 分。',
    },
    { step: '1,1', text: '现在哪一格可下？' },
    { step: '1,2', told: 'B 下最后一格，得 1 分。' },
  ],
  lessonEnd: '你得 3 分，B 得 2 分：你赢 1 分。不让对方得到什么，和自己得多少一样重要。',
  contest: { format: '先是 n 和 m，再是 A 的 n 行分数，最后是 B 的 n 行分数。' },
});
