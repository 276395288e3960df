/** @import {words as English} from './en.js' */
import { chinese, list } from '../../../core/chinese.js';
import plain from './zh.json' with { type: 'json' };

/** @type {typeof English} */
export const words = chinese({
  ...plain,
  hasRolled: (side) => `掷到：${side}`,
  at: (level, place) => `第 ${level} 层${place}`,
  rolled: (side) => `掷到${side}`,
  step: (level, from, to) => `第 ${level} 层${from}放到顶层${to}`,
  putHere: (block) => `把 ${block} 放在这里`,
  choosePlace: (block) => `已取 ${block}，选择放的位置。`,
  expected: (minutes) => `期望 ${minutes}`,
  lost: (minutes) => `多花 ${minutes}`,
  section: (side, chance) => `${side}${chance && `，${chance}`}`,
  willPass: (sides) =>
    sides.length > 1 ? `此后掷到${list(sides)}都白过。` : '此后只有掷到黑色才白过。',
  ending: (passed, expected) =>
    `没有积木可取了，共用 ${passed}${expected === null ? '' : `，开局时期望 ${expected}`}。`,
  standing: (passed) => `已过 ${passed}。`,
  luck: {
    ...plain.luck,
    lastRoll: (minutes, isSaved) => `这次掷骰${isSaved ? '省下' : '多花'} ${minutes}。`,
    rolls: (minutes, isSaved) => `所有掷骰与期望相比${isSaved ? '省下' : '多花'} ${minutes}。`,
    movesLost: (minutes) => `走法共亏 ${minutes}。`,
  },
  ofLevels: (levels) => `${levels} 层`,
  contest: { ...plain.contest, levels: (most) => `层数（2 到 ${most}）` },
});
