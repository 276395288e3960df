/** @import {Code, words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  map: {
    bar: (rows, columns, bites) =>
      `${rows} × ${columns}：${bites.length ? `${bites.join(' 和 ')} 能赢` : '只有毒块，必负'}。`,
  },
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
