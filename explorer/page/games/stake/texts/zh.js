/** @import {Code, words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** This many regions can touch a cell. */
const BLOCKS = ['', '', '两', '三', '四'];

/** @type {Code} */
const code = {
  players: ['先手（0）', '后手（1）'],
  joins: (sizes, size) => `它把 ${list(sizes)} 格的几块连成 ${size} 格。`,
  separates: (sizes) => `它隔断了对方大小为 ${sizes.join(' 和 ')} 的${BLOCKS[sizes.length]}块。`,
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
