/** @import {Code, words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  willPass: (sides) =>
    sides.length > 1 ? `此后掷到${list(sides)}都白过。` : '此后只有掷到黑色才白过。',
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
