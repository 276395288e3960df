/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';
import plain from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  hints: { ...plain.hints, captured: (step) => `${step}，吃子。` },
  step: (from = '', to = '') => `${from}到${to}`,
  answeredBy: (cells) => `在最大匹配中与它相配的是 ${cells}：对方就走到那里。`,
  captured: (person) => `${person.name}走到了另一子上。`,
  noMove: (person) => `${person.name}无路可走。`,
  coveredText: (pairs, joined) =>
    `两子此后能站的格子对有 ${pairs} 个。其中 ${joined} 个能两两相配（相差一步），而当前这一对总有相配的。轮到的一方就走到相配的那一对；对方接着无论走到哪里，那里也有相配的，所以总能再走一步。`,
  missedText: (pairs, joined) =>
    `两子此后能站的格子对有 ${pairs} 个。其中 ${joined} 个能两两相配（相差一步），而当前这一对没有相配的。所以每步都走到一个有相配的对，对方走到相配的那一对就能应对。`,
  drawn: (cell) => `棋盘上的连线是相配的两对之间的走法，移动的是 ${cell} 的棋子或已选的棋子。`,
  contest: { ...plain.contest, pieces: (found) => `棋盘上有 ${found} 个 \`P\`，应当正好有两个` },
});
