/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';

/** @type {typeof English} */
export const words = chinese({
  legends: {
    outcomes: [
      { mark: '胜5', text: '再过 5 步获胜（双方合计）' },
      { mark: '负4', text: '再过 4 步输' },
      { mark: '和', text: '和棋' },
      { mark: '★', text: '最优' },
    ],
    scores: [
      { mark: '+2', text: '最后多 2 分' },
      { mark: '=', text: '打平' },
      { mark: '★', text: '最优' },
    ],
    numbers: [
      { mark: '*3', text: '留下 Grundy 值 3；*0 获胜' },
      { mark: '★', text: '最优' },
    ],
  },
  hints: {
    cell: '指向或点一个格子，看这步棋会怎样。',
    piece: '先选一个棋子，再选它去哪里。',
    target: '选它去哪里，再选一次这个棋子则取消。',
    list: '走法在列表里。指向一种，看它走到哪里。',
  },
  empty: '空',
  chosen: '已选中',
  movable: '可以选',
  reached: '可以到达',
  fromTo: (from, to) => `${from}到${to}`,
  leadsTo: (move, position) => `${move} 走到 ${position}`,
  more: (listed, more) => `这里是最好的 ${listed} 种走法，另有 ${more} 种。`,
  ended: '对局到此结束。',
  repeated: '同一个和棋局面已两次重现。',
});
