/** @import {Code, words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  andMore: (shown, more) => `${list(shown)}${more === null ? ' 等' : ` 等，另有 ${more} 个`}`,
  contest: {
    otherCount: (found, announced) => `后面有 ${found} 个数，开头写的是 ${announced} 个`,
  },
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
