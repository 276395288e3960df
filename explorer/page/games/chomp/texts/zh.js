/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';

/** @type {typeof English} */
export const words = chinese({
  title: '吃巧克力（Chomp）',
  label: '巧克力',
  rule: '咬掉一格及其右下方的全部。吃到左上角毒块的一方输。',
  rules: [
    '左上角标有 ! 的格子有毒：吃到它的一方输。',
    '走法写作格子：1,2 是第 1 行第 2 列，都从 0 数起。',
  ],
  board: '巧克力',
  hint: '指向或点一格，看会咬掉哪些。',
  legend: '毒块',
  poisoned: '有毒',
  left: '还在',
  eaten: '已吃',
  leftCells: '剩余',
  takes: (cell, cells) => `咬 ${cell}，带走 ${cells}。`,
  takesCorner: '吃到了毒块。',
  leavesCorner: '只剩毒块。',
  leavesTwoRows: '剩下两行，下面一行少一格：对方每咬一口，都能再次变成这种形状。',
  leavesElbow: '剩下两条一样长的边：对方咬一边，就在另一边照样咬。',
  leavesWhole: '剩下一整块长方形，轮到的一方必胜。',
  nothingLeft: '什么都不剩：轮到的一方赢。',
  tookCorner: (person) => `${person.name}吃到了毒块。`,
  whyFirst: {
    title: '为什么先手必胜',
    text: '设想咬最小的一口，即右下角。如果它能赢，先手就赢了。如果不能，后手必有一口应对；而那一口留下的形状，先手一开始就能咬出来，所以那一口必胜。这说明必有一口能赢，但不知道是哪一口。',
    source: 'Gale, A curious Nim-type game, 1974',
  },
  editor: '点击一格，该行就到那里为止；点击最后一格则去掉它。',
  examples: {
    bar: (rows, columns) => `${rows} × ${columns}`,
    twoWinning: '8 × 10，有两种必胜的第一口',
    lost: '必负的局面',
  },
  map: {
    title: '所有长方形的必胜第一口',
    note: '每一格代表一整块巧克力（行数 × 列数），写的是能赢的第一口（行,列），来自包含所有局面的数据表。至今无人知道其中的规律。',
    some: '只有一种第一口能赢',
    most: '有两种第一口能赢',
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}：${bites.length ? `${bites.join(' 和 ')} 能赢` : '只有毒块，必负'}。`,
  },
  lesson: [
    { step: '1,2', text: '标有 ! 的格子有毒。咬哪一格，能使下面一行比上面少一格？' },
    { step: '0,2', told: '对：面对这样两行，轮到谁走谁输。对方吃掉上面一行的最后一格。' },
    { step: '1,1', text: '咬哪一格，能再让下面一行少一格？' },
    { step: '0,1', told: '对方咬掉上面一行，只剩毒块。' },
    { step: '1,0', text: '咬哪一格，就只剩毒块了？' },
  ],
  lessonEnd: '只剩毒块留给对方：你赢了。',
});
