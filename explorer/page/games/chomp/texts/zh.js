/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';
import plain from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  takes: (cell, cells) => `咬 ${cell}，带走 ${cells}。`,
  tookCorner: (person) => `${person.name}吃到了毒块。`,
  examples: { ...plain.examples, bar: (rows, columns) => `${rows} × ${columns}` },
  map: {
    ...plain.map,
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}：${bites.length ? `${bites.join(' 和 ')} 能赢` : '只有毒块，必负'}。`,
  },
});
