/**
 * Every text of the page in Chinese, but those of each game, which are in the game's own folder.
 *
 * @import {texts as English} from './en.js'
 */
import { chinese, list } from '../core/chinese.js';
import { grouped } from '../core/figures.js';

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
  language: { code: 'zh', other: 'en', name: 'English', title: 'English version' },
  between: '',
  sentence: (text) => `${text}。`,
  and: ' 与 ',
  page: {
    title: 'perfectplay：六个游戏的精确解',
    skip: '跳到棋盘',
    games: '游戏',
    outside: '在 perfectplay 中打开',
    newVersion: '载入新版本',
  },
  menu: { search: '搜索游戏', none: '没有这样的游戏。' },
  theme: { label: (theme) => `外观：${theme}`, system: '跟随系统', light: '浅色', dark: '深色' },
  people: { you: '你', oracle: '电脑', firstAndSecond: ['先手', '后手'] },
  sizes: { small: '小', medium: '中', large: '大', square: (side) => `${side} × ${side}` },
  cell: (row, column) => `第 ${row} 行第 ${column} 列`,
  cells: (number) => `${number} 格`,
  board: {
    label: '棋盘',
    last: '上一步',
    empty: '空',
    chosen: '已选中',
    movable: '可以选',
    reached: '可以到达',
  },
  values: {
    unknown: '未知',
    letters: { win: '胜', loss: '负', draw: '和' },
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
    headline: '六个游戏，全部精确求解',
    headlineOwn: '游戏，全部精确求解',
    promise:
      '每个局面谁赢、赢多少、哪些走法能保住，全都算清。可以分析任意局面，与越来越强的对手对弈，或者解残局，每个游戏每天一道。',
    learn: '学习',
    notThere: (name) => `这里没有名为「${name.slice(0, 40)}」的游戏。以下是全部游戏：`,
    source: {
      before: '答案来自预先算好并逐项验证的数据表；没有数据表的小局面当场求解。',
      interface: '程序接口',
      documents: '文档',
      document: 'README.zh-CN.html',
      code: '源代码',
      readme: 'README.zh-CN.md',
    },
  },
  modes: { title: '模式', analyse: '分析', play: '对弈', puzzle: '残局' },
  newGame: {
    title: '新对局',
    who: '谁来下',
    againstOracle: '你与电脑对弈',
    bothSides: '双方都自己下，显示结果',
    withDie: '你来下，骰子自动掷',
    ownDie: '自己掷骰子，显示结果',
    side: '你是',
    strength: '电脑水平',
    strengths: (mistakes) => (mistakes === 0 ? '从不出错' : wrongMoves(mistakes)),
    start: '开局',
    first: '只有一步好棋的局面',
    beginning: '游戏的开局',
    random: (size) => `随机，${size}`,
    same: '再用这个开局',
    begin: '开始',
    setUp: '自己摆局面…',
  },
  opponent: {
    plays: (mistakes) =>
      mistakes === 0 ? '电脑从不出错。' : `电脑${wrongMoves(mistakes)}；你赢了之后它会变强。`,
    lostStart: '面对最优策略，这个开局必输。',
    next: (mistakes) => `下一局电脑${mistakes ? wrongMoves(mistakes) : '从不出错'}。`,
  },
  controls: {
    moves: '走法',
    toStart: '回到开头',
    undo: '悔棋',
    redo: '前进',
    toLast: '到最后一步',
    share: '分享',
    setUp: '摆局面',
    showResults: '显示结果',
    hideResults: '隐藏结果',
    rules: '完整规则',
    lesson: '边玩边学',
    map: '全景图',
    close: '关闭',
    tapAgain: '再点一次就走这步。',
  },
  map: { hint: '指向或点一格查看；单击（触屏再点一次）打开该局面。' },
  keys: {
    title: '按键',
    list: [
      ['← →', '悔棋、前进；在棋盘上则在格子间移动'],
      ['Tab', '到棋盘、走法和按钮'],
      ['Enter', '走选中的格子或走法'],
      ['Escape', '取消选择，关闭对话框'],
      ['Home, End', '到一行的第一格和最后一格，加 Ctrl 则到棋盘的首尾'],
      ['Ctrl+Z, Ctrl+Y', '悔棋、前进'],
    ],
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
    title: '结果',
    asking: '正在查询',
    unknown: '未知',
    draw: '和棋',
    level: '最后打平',
    yours: (side) => (side ? `轮到你了：${side}` : '轮到你了'),
    oracles: '轮到电脑',
    rolls: '正在掷骰子',
    average: '最优策略下的期望。',
    turn: (person) => `轮到${person.name}。`,
    wins: (person, plies) => `${person.name}${winning(plies, '')}`,
    counting: COUNTING,
    ahead: (person, by) => `${person.name}最后多 ${grouped(by)} 分`,
    minutesLeft: (minutes) => `还需 ${minutes}`,
  },
  after: {
    unknown: '之后的结果未知。',
    draw: '之后是和棋。',
    level: '之后打平。',
    wins: (person, plies) => {
      if (plies === 0) return `对局就此结束：${person.name}获胜。`;
      return `之后${person.name}${winning(plies, COUNTING)}。`;
    },
    ahead: (person, by) => `之后${person.name}最后多 ${grouped(by)} 分。`,
    minutesLeft: (minutes) => `连这一分钟在内，期望 ${minutes}。`,
  },
  why: {
    givesAway: (whose, isDraw) => `这样${whose ?? ''}就丢掉了${isDraw ? '和棋' : '胜局'}。`,
    again: '同一方再走一步。',
    costs: (points) => `亏 ${grouped(points)} 分。`,
    costsMinutes: (minutes) => `亏 ${minutes}。`,
    replies: (person, replies, more) =>
      `${person.name}的最佳应对：${list(replies)}${more ? ` 等 ${replies.length + more} 种` : ''}。`,
    goesOn: (reply, moves, isMore) => `${reply} 之后：${list(moves)}${isMore ? '……' : '。'}`,
    allLose: (moves) => (moves === 1 ? '唯一的走法也输。' : `${moves} 种走法都输。`),
    onlyLegal: '只有一种走法。',
    win: '能赢',
    draw: '能和',
    best: '能保住这个结果',
    keep: (keep, moves, what) => {
      if (keep === moves) return `${moves} 种走法都${what}。`;
      return keep === 1
        ? `${moves} 种走法中只有一种${what}。`
        : `${moves} 种走法中有 ${keep} 种${what}。`;
    },
  },
  lesson: {
    step: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
    done: '这就是一局',
    notThis: '不是这一步。',
    goesOn: (step) => `本课走的是 ${step}。`,
    again: '请再试一次。',
    showMove: '演示给我看',
    playNow: '下一局',
    leave: '退出',
  },
  challenge: {
    which: '选择残局',
    kinds: {
      today: '今日',
      easy: '简单',
      medium: '中等',
      hard: '困难',
      survive: '连胜挑战',
    },
    looking: '正在找残局',
    none: '没有找到残局。',
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
    again: '再试一次',
    solution: '看答案',
    next: '下一题',
    more: '更多残局',
    nextBoard: '下一局',
    newRun: '重新挑战',
    result: {
      label: '首次尝试的成绩，可粘贴',
      line: (isSolved, moves) => {
        if (isSolved) return `✓ ${moves} 步，无失误`;
        if (!moves) return '✗ 看了答案';
        return `✗ ${moves > 1 ? `走对 ${moves - 1} 步后失误` : '第一步就失误'}`;
      },
    },
    others: (game) => `${game}的今日残局`,
    allPlayed: '今日的残局都做过了，新的在世界时（UTC）零点出现。',
  },
  review: {
    place: (at, all) => {
      if (!all) return '没有失误。';
      return at ? `失误 ${at}/${all}。` : `共失误 ${all} 次。`;
    },
    move: (number, move) => `第 ${number} 步 ${move}`,
    gaveAway: (move, isDraw) => `${move} 丢掉了${isDraw ? '和棋' : '胜局'}。`,
    gavePoints: (move, points) => `${move} 亏了 ${points} 分。`,
    gaveMinutes: (move, time) => `${move} 损失 ${time}。`,
    instead: '换作你现在会怎么走？',
    right: (move, worth) => `正确：${move}${worth && `，${worth}`}。`,
    wrong: (move) => `${move} 也不是最好的，请再试。`,
    again: (move) => `${move} 正是当时走的，请另试一步。`,
    previous: '上一处失误',
    next: '下一处失误',
    better: '看更好的走法',
  },
  end: {
    over: '对局结束',
    draw: '平局',
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
    review: '复盘',
    rematch: '再来一局',
    otherSide: '换边',
  },
  legend: {
    now: '现在可以选',
    outcome: (outcome, plies, isFirst) => {
      const does = { win: '获胜', loss: '输', draw: '和棋' }[outcome];
      if (plies === undefined) return does;
      return `再过 ${plies} 步${does}${isFirst ? '（双方合计）' : ''}`;
    },
    score: (score) =>
      score === 0 ? '打平' : `最后${score > 0 ? '多' : '少'} ${grouped(Math.abs(score))} 分`,
    grundy: (left) => `留下 Grundy 值 ${left}${left ? '' : '，获胜'}`,
  },
  moves: {
    title: '走法',
    best: '最优',
    counts: '步数按双方合计。',
    gains: (gain) => `得 ${grouped(gain)}`,
    noneKnown: '没有已知的必胜走法。',
    someWins: '有必胜走法，但不知道是哪一种。',
    allLose: '所有走法都输。',
  },
  line: {
    title: '最优变化',
    none: '没有已知的最优变化。',
    ends: '对局结束',
    then: (worth) => `之后对下一位玩家：${worth}`,
    endless: '谁也赢不了，最优变化可能没有尽头。',
  },
  history: { title: '走法记录', start: '开局', none: '还没有。', mistake: '，失误' },
  plot: {
    values: '形势走势',
    valuesNote: (first, second) => `线上为${first}，线下为${second}`,
    label: (first, points) => `形势走势，线上为${first}：${points}`,
    minutes: '对局中的分钟数',
    minutesNote: '下方为已过去的，上方为期望的',
    minutesLabel: (points) => `对局中的分钟数：${points}`,
    minute: (passed, total) => `${passed} 分钟后共 ${total} 分钟`,
    after: (move) => `${move} 之后`,
    atStart: '开局时',
    outcome: (when, isWon, worth) => `${when}${isWon ? '胜' : '负'}（轮到的一方：${worth}）`,
  },
  details: { title: '局面信息' },
  oracle: {
    byTheorem: '由定理判定',
    solved: '当场求解',
    table: (table) => `数据表 ${table}`,
    searched: (positions) => `搜索了 ${grouped(positions)} 个局面`,
    theorem: (statement) => `定理原文：${statement}。`,
    reason: (reason) => {
      const parts = reason.split('; ').map((part) => REASONS[part] ?? part);
      return `未知的原因：${parts.join('；')}。`;
    },
  },
  failures: {
    noModule: '无法载入求解模块',
    noPart: (table) => `这个局面需要数据表 \`${table}\` 的一些部分，现在无法下载`,
    noPartHint: '照样可以走子；以前在这里看过答案的局面仍然可以查看。',
    noAnswer: '服务器没有回应',
    noAnswerHint: '可以照常走棋，恢复后会显示结果。',
    noPage: '页面的这一部分还没有载入，等服务器恢复后请刷新页面。',
    noJson: (status) => `服务器的回应不正常（状态 ${status}）`,
    noReason: '服务器拒绝了这次查询',
    tryAgain: '重试',
    toStart: '看游戏的开局',
    retries: '稍后会自动重试。',
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
    title: '摆局面',
    examples: '例子',
    editor: '编辑器',
    boardText: '棋盘文本',
    positionText: '局面文本',
    show: '显示这个局面',
    ofTable: (size) => `${size}，数据表的棋盘`,
    cases: (number) => `共 ${number} 组数据，请选一组：`,
    contest: (title) => `题目输入：${title}`,
    paste: (format) => `粘贴 ${format} 格式的输入`,
    read: '读取输入',
    side: '边长',
    rows: '行数',
    columns: '列数',
  },
  share: {
    title: '分享这个局面',
    send: '发送…',
    link: '链接',
    position: '局面文本',
    command: '终端命令',
    frame: '嵌入其他网站',
    picture: '棋盘图片，或打印本页',
    paper: '打印本页',
    print: '打印',
    copy: '复制',
    copied: '已复制',
    selected: '已选中，请复制',
  },
  contest: {
    at: (line, column, what) => `第 ${line} 行${column === null ? '' : `第 ${column} 列`}：${what}`,
    isNot: (found, expected) => `\`${found.slice(0, 20)}\` 不是${expected}`,
    noCase: '输入中没有数据',
    side: (most) => `棋盘的边长（1 到 ${most}）`,
    sides: (most) => `行数和列数（1 到 ${most}）`,
    rowCount: '行数',
    columnCount: '列数',
    between: (what, least, most) => `${what}（${least} 到 ${most}）`,
    endsAt: (expected) => `输入提前结束，这里应当是：${expected}`,
    rowLength: (found, expected) => `一行应有 ${expected} 个字符，这里有 ${found} 个`,
    tooFew: (found, expected) => `应有 ${expected} 行，输入只有 ${found} 行`,
    tooMany: (most) => `第 ${most} 个之后还有多余的内容`,
  },
});
