/** @import {words as English} from './en.js' */
import { chinese } from '../../../core/chinese.js';
import plain from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  fromTo: (from, to) => `${from}到${to}`,
  leadsTo: (move, position) => `${move} 走到 ${position}`,
  more: (listed, more) => `这里是最好的 ${listed} 种走法，另有 ${more} 种。`,
});
