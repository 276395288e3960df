/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';

/** @type {typeof English} */
export const words = chinese({
  title: '双子棋（Two Tokens）',
  label: '双子棋',
  rule: '把任意一子走一步。局面不能重复出现；走到另一子上就赢。',
  rules: [
    '两个棋子属于双方。每步上下左右走一格，不能走到障碍上。',
    '两子到过的一对格子不能再次出现，这样的格子标为「到过」。无路可走的一方输。',
    '走法写作两个格子：2,1>2,2 是从第 2 行第 1 列走到第 2 行第 2 列，都从 0 数起。',
    '题目是 POJ 2990 Board Game。',
  ],
  matching: '匹配',
  results: '结果',
  withMatching: '显示匹配',
  legend: '这一对格子不能再次出现',
  free: '可走的格子',
  removed: '障碍',
  visited: '到过',
  both: '两子都能到：请先选一子',
  piece: '棋子',
  canBeReached: '可以走到这里',
  hints: {
    choosePiece: '选一个棋子，或者棋子旁边的格子。',
    chooseCell: '选择走到哪里。',
    cannotMove: '这个棋子无路可走。',
    captured: (step) => `${step}，吃子。`,
  },
  step: (from = '', to = '') => `${from}到${to}`,
  captures: '走到另一子上。',
  besideIt: '停在另一子旁边，会被吃掉。',
  toPartner: '走到最大匹配中与当前一对格子相配的一对。',
  answeredBy: (cells) => `在最大匹配中与它相配的是 ${cells}：对方就走到那里。`,
  captured: (person) => `${person.name}走到了另一子上。`,
  noMove: (person) => `${person.name}无路可走。`,
  whyWins: '为什么赢',
  whyLoses: '为什么输',
  coveredText: (pairs, joined) =>
    `两子此后能站的格子对有 ${pairs} 个。其中 ${joined} 个能两两相配（相差一步），而当前这一对总有相配的。轮到的一方就走到相配的那一对；对方接着无论走到哪里，那里也有相配的，所以总能再走一步。`,
  missedText: (pairs, joined) =>
    `两子此后能站的格子对有 ${pairs} 个。其中 ${joined} 个能两两相配（相差一步），而当前这一对没有相配的。所以每步都走到一个有相配的对，对方走到相配的那一对就能应对。`,
  drawn: (cell) => `棋盘上的连线是相配的两对之间的走法，移动的是 ${cell} 的棋子或已选的棋子。`,
  facts: { freeCells: '可走的格子', visitedPairs: '到过的格子对', none: '无' },
  editor: '点击依次变为可走的格子、障碍、棋子。棋子共两个。',
  examples: {
    only: '唯一的走法获胜',
    corners: '4 × 4，对角',
    odd: '4 × 4，距离为奇数',
    eight: '8 × 8，同题目',
  },
  lesson: [
    { step: '0,0>0,1', text: '两个棋子都归双方使用，走到另一子上面就赢。把左边的棋子向右走一步。' },
    {
      step: '0,1>0,2',
      told: '它不能走回去，因为两子在那里站过。对方怎么走，都会有一子停在另一子旁边，这一步也是。',
    },
    { step: '0,2>0,3', text: '左边的棋子怎么走能赢？' },
  ],
  lessonEnd: '这样就赢了。无路可走也算输。',
  contest: {
    format: '每组数据先是 m 和 n，再是 m 行、每行 n 个字符；各组之间有空行。',
    pieces: (found) => `棋盘上有 ${found} 个 \`P\`，应当正好有两个`,
  },
});
