/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';

/** @type {typeof English} */
export const words = chinese({
  hints: {
    cell: '指向或点一个格子，看这步棋会怎样。',
    piece: '先选一个棋子，再选它去哪里。',
    target: '选它去哪里，再选一次这个棋子则取消。',
    list: '走法在列表里。指向一种，看它走到哪里。',
  },
  fromTo: (from, to) => `${from}到${to}`,
  leadsTo: (move, position) => `${move} 走到 ${position}`,
  more: (listed, more) => `这里是最好的 ${listed} 种走法，另有 ${more} 种。`,
  ended: '对局到此结束。',
  repeated: '同一个和棋局面已两次重现。',
});
