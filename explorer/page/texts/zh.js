/**
 * Every text of the page in Chinese, but those of each game, which are in the game's own folder.
 *
 * @import {Code, texts as English} from './en.js'
 */
import { chinese, list } from '../core/chinese.js';
import { grouped } from '../core/figures.js';
import { textsOf } from '../core/language.js';
import told from './zh.json' with { type: 'json' };

/** Why the value of a position is not known, as the server says it. @type {Record<string, string>} */
const REASONS = {
  'no theorem that is known here decides it': '没有已知的定理能判定它',
  'the search reached its limit': '搜索到了上限',
  'a search can try some of its moves only': '搜索只能试其中一部分走法',
};

/** @param {number | undefined} plies */
function winning(plies) {
  if (!plies) return '必胜';
  return plies === 1 ? '下一步获胜' : `再过 ${grouped(plies)} 步获胜`;
}

/** @param {number} mistakes in a hundred moves */
function wrongMoves(mistakes) {
  if (mistakes === 0) return '从不出错';
  if (mistakes === 100) return '每步都错';
  if (mistakes <= 50) return `每 ${Math.round(100 / mistakes)} 步错一步`;
  const moves = Math.round(100 / (100 - mistakes));
  return `每 ${moves} 步错 ${moves - 1} 步`;
}

/** @type {Code} */
const code = {
  between: '',
  people: { firstAndSecond: ['先手', '后手'] },
  values: {
    outcome: (outcome, plies) => {
      if (outcome === 'draw') return '和棋';
      const word = outcome === 'win' ? '胜' : '负';
      return plies === undefined ? `必${word}` : `${grouped(plies)} 步${word}`;
    },
    spokenScore: (score) =>
      score === 0 ? '零' : `${score > 0 ? '正' : '负'} ${grouped(Math.abs(score))}`,
  },
  allGames: {
    notThere: (name) => `这里没有名为「${name.slice(0, 40)}」的游戏。以下是全部游戏：`,
  },
  opponent: { mistakes: wrongMoves },
  live: {
    next: (next, worth) => {
      if (!next) return worth && `${worth}。`;
      return `轮到${next.name}${worth && `：${worth}`}。`;
    },
  },
  verdict: {
    turn: (person) => `轮到${person.name}。`,
    wins: (person, plies) => `${person.name}${winning(plies)}`,
  },
  after: {
    wins: (person, plies) => {
      if (plies === 0) return `对局就此结束：${person.name}获胜。`;
      return `之后${person.name}${winning(plies)}。`;
    },
  },
  why: {
    replies: (replies, more) =>
      `最佳应对：${list(replies)}${more ? ` 等 ${replies.length + more} 种` : ''}。`,
    goesOn: (reply, moves, isMore) => `${reply} 之后：${list(moves)}${isMore ? '……' : '。'}`,
    allLose: (moves) => (moves === 1 ? '唯一的走法也输。' : `${moves} 种走法都输。`),
    keep: (keep, moves, what) => {
      if (keep === moves) return `${moves} 种走法都${what}。`;
      return keep === 1
        ? `${moves} 种走法中只有一种${what}。`
        : `${moves} 种走法中有 ${keep} 种${what}。`;
    },
  },
  challenge: {
    result: {
      line: (isSolved, moves) => {
        if (isSolved) return `✓ ${moves} 步，无失误`;
        if (!moves) return '✗ 看了答案';
        return `✗ ${moves > 1 ? `走对 ${moves - 1} 步后失误` : '第一步就失误'}`;
      },
    },
  },
  review: {
    place: (at, all) => {
      if (!all) return '没有失误。';
      return at ? `失误 ${at}/${all}。` : `共失误 ${all} 次。`;
    },
  },
  end: {
    mistakes: (mistakes) => (mistakes === 1 ? '失误一次。' : `失误 ${mistakes} 次，第一次：`),
  },
  legend: {
    outcome: (outcome, plies, isFirst) => {
      const does = { win: '获胜', loss: '输', draw: '和棋' }[outcome];
      if (plies === undefined) return does;
      return `再过 ${plies} 步${does}${isFirst ? '（双方合计）' : ''}`;
    },
    score: (score) =>
      score === 0 ? '打平' : `最后${score > 0 ? '多' : '少'} ${grouped(Math.abs(score))} 分`,
  },
  oracle: {
    reason: (reason) => {
      const parts = reason.split('; ').map((part) => REASONS[part] ?? part);
      return `未知的原因：${parts.join('；')}。`;
    },
  },
  failures: {
    notLegal: (step, number) => ({
      message: `网址中的第 ${number} 步 \`${step}\` 在那里不合规则`,
      hint: '只显示它之前的走法。',
    }),
    byCode: (code, message, hint) => {
      /** @type {Record<string, string>} */
      const known = {
        usage: '查询的内容不存在',
        position: '这不是合法的局面',
        board: '这不是合法的棋盘',
        input: '输入的格式不对',
        beyond: '这个局面太大，既没有数据表，也无法当场求解',
        missing: '缺少数据表',
        damaged: '服务器的数据表已损坏',
        refused: '服务器太忙或资源不足',
        interrupted: '求解时间太长，已停止',
        internal: '服务器内部出错',
      };
      const isChinese = /[\u4e00-\u9fff]/.test(message);
      const told = known[code];
      if (isChinese || !told) return { message, hint };
      return { message: told, hint: `(${message})` };
    },
  },
  contest: {
    isNot: (found, expected) => `\`${found.slice(0, 20)}\` 不是${expected}`,
  },
};

/** @type {typeof English} */
export const texts = chinese(textsOf(told, code));
