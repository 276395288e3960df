/** @import {Code, words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import { textsOf } from '../../../core/language.js';
import told from './zh.json' with { type: 'json' };

/** @type {Code} */
const code = {
  section: (side, chance) => `${side}${chance && `，${chance}`}`,
  willPass: (sides) =>
    sides.length > 1 ? `此后掷到${list(sides)}都白过。` : '此后只有掷到黑色才白过。',
  ending: (passed, expected) =>
    `没有积木可取了，共用 ${passed}${expected === null ? '' : `，开局时期望 ${expected}`}。`,
  luck: {
    lastRoll: (minutes, isSaved) => `这次掷骰${isSaved ? '省下' : '多花'} ${minutes}。`,
    rolls: (minutes, isSaved) => `所有掷骰与期望相比${isSaved ? '省下' : '多花'} ${minutes}。`,
  },
};

/** @type {typeof English} */
export const words = chinese(textsOf(told, code));
