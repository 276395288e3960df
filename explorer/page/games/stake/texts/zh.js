/** @import {words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';

/** This many regions can touch a cell. */
const BLOCKS = ['', '', '两', '三', '四'];

/** @type {typeof English} */
export const words = chinese({
  title: '占地盘（Stake Your Claim）',
  label: '占地盘',
  rule: '轮流把自己的数字 0 或 1 填入空格，最大连通块更大者胜。',
  rules: [
    '填满后，每方的得分是自己数字的最大连通块的格数，赢的分数是两者之差。上下左右相邻才算连通。',
    '先手填 0，后手填 1：0 和 1 一样多时轮到先手，0 多一个时轮到后手。',
    '走法写作格子：1,2 是第 1 行第 2 列，都从 0 数起。',
    '题目是 POJ 3317。',
  ],
  players: ['先手（0）', '后手（1）'],
  hint: '指向或点一个空格，看填它会怎样。',
  legend: '最大连通块及格数',
  empty: '空',
  fills: (digit, cell, zero, one) =>
    `在${cell}填 ${digit}：此后最大连通块 0 有 ${zero} 格，1 有 ${one} 格。`,
  joins: (sizes, size) => `它把 ${list(sizes)} 格的几块连成 ${size} 格。`,
  separates: (sizes) => `它隔断了对方大小为 ${sizes.join(' 和 ')} 的${BLOCKS[sizes.length]}块。`,
  blocks: (size) => `它挡住对方 ${size} 格的一块。`,
  ending: (zero, one) => `0 的最大连通块有 ${zero} 格，1 的有 ${one} 格。`,
  case: (side, empty) => `${side} × ${side}，${empty} 个空格`,
  facts: { largest: (digit) => `${digit} 的最大块`, empty: '空格' },
  editor: '点击格子依次变为空、0、1。0 与 1 一样多，或多一个。',
  examples: {
    contest: '题目的第一个棋盘',
    three: '3 × 3，空',
    four: '4 × 4，空',
    bySix: '赢 6 分',
    five: '5 × 5，16 个空格',
  },
  lesson: [
    { step: '1,2', text: '你是先手，填 0，只算最大的连通块。填哪个空格，另外两格都能与它相连？' },
    { step: '0,2', told: '对，是中间那格。后手填上面的格子，连成三个 1。' },
    { step: '2,2', text: '填最后一格，它连上上面的 0 和左边的 0。' },
  ],
  lessonEnd: '三比三，平局。其余的 0 没有连上，不算分。',
  contest: { format: '每组数据先是 n，再是 n 行、每行 n 个字符；单独一行 0 表示结束。' },
});
