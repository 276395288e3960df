/** @import {Code, words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  takes: (number, others) => `说 ${number}${others && `，同时带走 ${others}`}。`,
  andMore: (shown, more) => `${list(shown)}${more === null ? ' 等' : ` 等，另有 ${more} 个`}`,
  namedLast: (person) => `${person.name}说出了最后一个数。`,
  map: {
    pair: (one, other, isLost) =>
      `说了 ${one} 和 ${other} 之后，接下来的一方${isLost ? '输' : '赢'}。`,
  },
  contest: {
    otherCount: (found, announced) => `后面有 ${found} 个数，开头写的是 ${announced} 个`,
  },
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
