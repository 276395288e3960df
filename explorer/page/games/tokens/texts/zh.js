/** @import {Code, words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  hints: { captured: (step) => `${step}，吃子。` },
  step: (from = '', to = '') => `${from}到${to}`,
  captured: (person) => `${person.name}走到了另一子上。`,
  noMove: (person) => `${person.name}无路可走。`,
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
