/**
 * Every text of the page in Chinese, but those of each game, which are in the game's own folder.
 *
 * @import {texts as English} from './en.js'
 */
import { chinese, list } from '../core/chinese.js';
import { grouped } from '../core/figures.js';
import plain from './zh.json' with { type: 'json' };

/** Why the value of a position is not known, as the server says it. @type {Record<string, string>} */
const REASONS = {
  'no theorem that is known here decides it': '没有已知的定理能判定它',
  'the search reached its limit': '搜索到了上限',
  'a search can try some of its moves only': '搜索只能试其中一部分走法',
};

/** Whose moves are counted. */
const COUNTING = '（双方合计）';

/** @type {(plies: number | undefined, counting: string) => string} */
function winning(plies, counting) {
  if (!plies) return '必胜';
  return plies === 1 ? '下一步获胜' : `再过 ${grouped(plies)} 步获胜${counting}`;
}

/** @param {number} mistakes in a hundred moves */
function wrongMoves(mistakes) {
  return mistakes === 100 ? '每步都错' : `每 ${Math.round(100 / mistakes)} 步错一步`;
}

/** @type {typeof English} */
export const texts = chinese({
  ...plain,
  between: '',
  sentence: (text) => `${text}。`,
  theme: { ...plain.theme, label: (theme) => `外观：${theme}` },
  people: { ...plain.people, firstAndSecond: ['先手', '后手'] },
  sizes: { ...plain.sizes, square: (side) => `${side} × ${side}` },
  cell: (row, column) => `第 ${row} 行第 ${column} 列`,
  cells: (number) => `${number} 格`,
  values: {
    ...plain.values,
    outcome: (outcome, plies) => {
      if (outcome === 'draw') return '和棋';
      const word = outcome === 'win' ? '胜' : '负';
      return plies === undefined ? `必${word}` : `${grouped(plies)} 步${word}`;
    },
    spokenScore: (score) =>
      score === 0 ? '零' : `${score > 0 ? '正' : '负'} ${grouped(Math.abs(score))}`,
    grundy: (number) => `Grundy 值 ${number}`,
    minutes: (number) => `${number} 分钟`,
  },
  allGames: {
    ...plain.allGames,
    notThere: (name) => `这里没有名为「${name.slice(0, 40)}」的游戏。以下是全部游戏：`,
  },
  newGame: {
    ...plain.newGame,
    strengths: (mistakes) => (mistakes === 0 ? '从不出错' : wrongMoves(mistakes)),
    random: (size) => `随机，${size}`,
  },
  opponent: {
    ...plain.opponent,
    plays: (mistakes) =>
      mistakes === 0 ? '电脑从不出错。' : `电脑${wrongMoves(mistakes)}；你赢了之后它会变强。`,
    next: (mistakes) => `下一局电脑${mistakes ? wrongMoves(mistakes) : '从不出错'}。`,
  },
  live: {
    made: (by, step) => (by ? `${by.name}：${step}。` : `${step}。`),
    over: (ending) => `对局结束。${ending}`,
    next: (next, worth) => {
      if (!next) return worth && `${worth}。`;
      return `轮到${next.name}${worth && `：${worth}`}。`;
    },
  },
  verdict: {
    ...plain.verdict,
    yours: (side) => (side ? `轮到你了：${side}` : '轮到你了'),
    turn: (person) => `轮到${person.name}。`,
    wins: (person, plies) => `${person.name}${winning(plies, '')}`,
    counting: COUNTING,
    ahead: (person, by) => `${person.name}最后多 ${grouped(by)} 分`,
    minutesLeft: (minutes) => `还需 ${minutes}`,
  },
  after: {
    ...plain.after,
    wins: (person, plies) => {
      if (plies === 0) return `对局就此结束：${person.name}获胜。`;
      return `之后${person.name}${winning(plies, COUNTING)}。`;
    },
    ahead: (person, by) => `之后${person.name}最后多 ${grouped(by)} 分。`,
    minutesLeft: (minutes) => `连这一分钟在内，期望 ${minutes}。`,
  },
  why: {
    ...plain.why,
    givesAway: (whose, isDraw) => `这样${whose ?? ''}就丢掉了${isDraw ? '和棋' : '胜局'}。`,
    costs: (points) => `亏 ${grouped(points)} 分。`,
    costsMinutes: (minutes) => `亏 ${minutes}。`,
    replies: (person, replies, more) =>
      `${person.name}的最佳应对：${list(replies)}${more ? ` 等 ${replies.length + more} 种` : ''}。`,
    goesOn: (reply, moves, isMore) => `${reply} 之后：${list(moves)}${isMore ? '……' : '。'}`,
    allLose: (moves) => (moves === 1 ? '唯一的走法也输。' : `${moves} 种走法都输。`),
    keep: (keep, moves, what) => {
      if (keep === moves) return `${moves} 种走法都${what}。`;
      return keep === 1
        ? `${moves} 种走法中只有一种${what}。`
        : `${moves} 种走法中有 ${keep} 种${what}。`;
    },
  },
  lesson: {
    ...plain.lesson,
    step: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
    goesOn: (step) => `本课走的是 ${step}。`,
  },
  challenge: {
    ...plain.challenge,
    task: {
      win: (moves) => `${moves} 种走法中只有一种能赢，请找出来。`,
      score: (moves) => `${moves} 种走法中只有一种能保住胜局，请找出来。`,
      minutes: (moves) => `${moves} 种走法中有一种最好，请找出来。`,
    },
    survive: (game, isTower) =>
      isTower ? `第 ${game} 座塔。不要失误。` : `第 ${game} 局。这一局你能赢。`,
    rule: {
      win: () => '一直下到终局，丢掉胜局即告失败。',
      score: () => '一直下到终局，丢掉胜局即告失败，少赢几分不要紧。',
      minutes: (most) => `一直走到结束，一步损失 ${most} 分钟或更多即告失败。`,
    },
    soFar: (moves) => `已走 ${moves} 步，没有失误。`,
    side: (side) => `你是${side}。`,
    inRow: (row) => `已连续解出 ${row} 题。`,
    solved: (moves) => `解出：${moves} 步，没有失误。`,
    survived: (games) => `赢了：已连胜 ${games} 局。`,
    runEnds: (games) => `连胜止于 ${games} 局。`,
    best: (games) => `最高纪录：${games} 局。`,
    gives: (move) => `${move} 丢掉了胜局。`,
    costs: (move, time) => `${move} 损失 ${time}。`,
    refuted: (reply) => `对方应以 ${reply}。`,
    result: {
      ...plain.challenge.result,
      line: (isSolved, moves) => {
        if (isSolved) return `✓ ${moves} 步，无失误`;
        if (!moves) return '✗ 看了答案';
        return `✗ ${moves > 1 ? `走对 ${moves - 1} 步后失误` : '第一步就失误'}`;
      },
    },
    others: (game) => `${game}的今日残局`,
  },
  review: {
    ...plain.review,
    place: (at, all) => {
      if (!all) return '没有失误。';
      return at ? `失误 ${at}/${all}。` : `共失误 ${all} 次。`;
    },
    move: (number, move) => `第 ${number} 步 ${move}`,
    gaveAway: (move, isDraw) => `${move} 丢掉了${isDraw ? '和棋' : '胜局'}。`,
    gavePoints: (move, points) => `${move} 亏了 ${points} 分。`,
    gaveMinutes: (move, time) => `${move} 损失 ${time}。`,
    right: (move, worth) => `正确：${move}${worth && `，${worth}`}。`,
    wrong: (move) => `${move} 也不是最好的，请再试。`,
    again: (move) => `${move} 正是当时走的，请另试一步。`,
  },
  end: {
    ...plain.end,
    wins: (person, margin) =>
      `${person.name}${margin === null ? '获胜' : `赢 ${grouped(margin)} 分`}`,
    youLose: (margin) => `你输了${margin === null ? '' : `，差 ${grouped(margin)} 分`}`,
    noMistake: (isYours, isLost) => {
      if (!isYours) return '双方都没有失误。';
      return isLost ? '你没有失误：这个开局本来就输。' : '你没有失误。';
    },
    mistakes: (mistakes) => (mistakes === 1 ? '失误一次。' : `失误 ${mistakes} 次，第一次：`),
    mistake: (number, move, instead) =>
      `第 ${number} 步 ${move} 失误${instead && `，${instead}`}。`,
    instead: {
      keeps: (move, isDraw) => `应走 ${move}${isDraw ? '，可以和棋' : ''}`,
      leads: (move, worth) => `应走 ${move}，结果是 ${worth}`,
    },
  },
  legend: {
    ...plain.legend,
    outcome: (outcome, plies, isFirst) => {
      const does = { win: '获胜', loss: '输', draw: '和棋' }[outcome];
      if (plies === undefined) return does;
      return `再过 ${plies} 步${does}${isFirst ? '（双方合计）' : ''}`;
    },
    score: (score) =>
      score === 0 ? '打平' : `最后${score > 0 ? '多' : '少'} ${grouped(Math.abs(score))} 分`,
    grundy: (left) => `留下 Grundy 值 ${left}${left ? '' : '，获胜'}`,
  },
  moves: { ...plain.moves, gains: (gain) => `得 ${grouped(gain)}` },
  line: { ...plain.line, then: (worth) => `之后对下一位玩家：${worth}` },
  plot: {
    ...plain.plot,
    valuesNote: (first, second) => `线上为${first}，线下为${second}`,
    label: (first, points) => `形势走势，线上为${first}：${points}`,
    minutesLabel: (points) => `对局中的分钟数：${points}`,
    minute: (passed, total) => `${passed} 分钟后共 ${total} 分钟`,
    after: (move) => `${move} 之后`,
    outcome: (when, isWon, worth) => `${when}${isWon ? '胜' : '负'}（轮到的一方：${worth}）`,
  },
  oracle: {
    ...plain.oracle,
    table: (table) => `数据表 ${table}`,
    searched: (positions) => `搜索了 ${grouped(positions)} 个局面`,
    theorem: (statement) => `定理原文：${statement}。`,
    reason: (reason) => {
      const parts = reason.split('; ').map((part) => REASONS[part] ?? part);
      return `未知的原因：${parts.join('；')}。`;
    },
  },
  failures: {
    ...plain.failures,
    noPart: (table) => `这个局面需要数据表 \`${table}\` 的一些部分，现在无法下载`,
    noJson: (status) => `服务器的回应不正常（状态 ${status}）`,
    build: (command) => `\`${command}\` 可以生成它。`,
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
  setup: {
    ...plain.setup,
    ofTable: (size) => `${size}，数据表的棋盘`,
    cases: (number) => `共 ${number} 组数据，请选一组：`,
    contest: (title) => `题目输入：${title}`,
    paste: (format) => `粘贴 ${format} 格式的输入`,
  },
  contest: {
    ...plain.contest,
    at: (line, column, what) => `第 ${line} 行${column === null ? '' : `第 ${column} 列`}：${what}`,
    isNot: (found, expected) => `\`${found.slice(0, 20)}\` 不是${expected}`,
    side: (most) => `棋盘的边长（1 到 ${most}）`,
    sides: (most) => `行数和列数（1 到 ${most}）`,
    between: (what, least, most) => `${what}（${least} 到 ${most}）`,
    endsAt: (expected) => `输入提前结束，这里应当是：${expected}`,
    rowLength: (found, expected) => `一行应有 ${expected} 个字符，这里有 ${found} 个`,
    tooFew: (found, expected) => `应有 ${expected} 行，输入只有 ${found} 行`,
    tooMany: (most) => `第 ${most} 个之后还有多余的内容`,
  },
});
