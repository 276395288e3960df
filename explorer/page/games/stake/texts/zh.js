/** @import {words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import plain from './zh.json' with { type: 'json' };

/** This many regions can touch a cell. */
const BLOCKS = ['', '', '两', '三', '四'];

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  players: ['先手（0）', '后手（1）'],
  fills: (digit, cell, zero, one) =>
    `在${cell}填 ${digit}：此后最大连通块 0 有 ${zero} 格，1 有 ${one} 格。`,
  joins: (sizes, size) => `它把 ${list(sizes)} 格的几块连成 ${size} 格。`,
  separates: (sizes) => `它隔断了对方大小为 ${sizes.join(' 和 ')} 的${BLOCKS[sizes.length]}块。`,
  blocks: (size) => `它挡住对方 ${size} 格的一块。`,
  ending: (zero, one) => `0 的最大连通块有 ${zero} 格，1 的有 ${one} 格。`,
  case: (side, empty) => `${side} × ${side}，${empty} 个空格`,
  facts: { ...plain.facts, largest: (digit) => `${digit} 的最大块` },
});
