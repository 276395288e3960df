/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese(textsOf(told, {}));
