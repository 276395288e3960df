/**
 * Every text of the page in English, but those of each game, which are in the game's own folder. The
 * other languages have the same: their types are checked against the files in English.
 *
 * @import {Person} from '../core/people.js'
 * @import {Outcome} from '../core/values.js'
 */
import { capital } from '../core/capital.js';
import { count, either, inMoves, verb } from '../core/english.js';
import { grouped } from '../core/figures.js';

/** Whose moves are counted. */
const COUNTING = ', counting both sides';

/** @param {number} mistakes in a hundred moves */
function mistakenMoves(mistakes) {
  const moves = Math.round(100 / mistakes);
  return moves === 1 ? 'a mistake in every move' : `1 mistake in ${moves} moves`;
}

export const texts = {
  language: { code: 'en', other: 'zh', name: '中文', title: '中文版' },
  /** Between two sentences. */
  between: ' ',
  sentence: (/** @type {string} */ text) => `${capital(text)}.`,
  and: ' and ',
  page: {
    title: 'perfectplay: six games solved exactly',
    skip: 'Skip to the board',
    games: 'Games',
    outside: 'Open in perfectplay',
    newVersion: 'Load new version',
  },
  menu: { search: 'Search games', none: 'There is no such game.' },
  theme: {
    label: (/** @type {string} */ theme) => `Theme: ${theme}`,
    system: 'as the system',
    light: 'light',
    dark: 'dark',
  },
  people: {
    you: 'you',
    oracle: 'the oracle',
    firstAndSecond: /** @type {[string, string]} */ (['the first player', 'the second player']),
  },
  sizes: {
    small: 'small',
    medium: 'medium',
    large: 'large',
    square: (/** @type {number} */ side) => `${side} × ${side}`,
  },
  cell: (/** @type {number} */ row, /** @type {number} */ column) => `row ${row}, column ${column}`,
  cells: (/** @type {number} */ number) => count(number, 'cell'),
  board: {
    label: 'Board',
    last: 'last move',
    empty: 'empty',
    chosen: 'chosen',
    movable: 'can be chosen',
    reached: 'can be reached',
  },
  values: {
    unknown: 'not known',
    letters: { win: 'W', loss: 'L', draw: 'D' },
    /** @type {(outcome: Outcome, plies: number | undefined) => string} */
    outcome: (outcome, plies) => (plies === undefined ? outcome : `${outcome} in ${plies}`),
    spokenScore: (/** @type {number} */ score) =>
      score === 0 ? 'zero' : `${score > 0 ? 'plus' : 'minus'} ${grouped(Math.abs(score))}`,
    grundy: (/** @type {number} */ number) => `Grundy value ${number}`,
    minutes: (/** @type {string} */ number, /** @type {boolean} */ isOne) =>
      `${number} ${isOne ? 'minute' : 'minutes'}`,
  },
  allGames: {
    headline: 'Six games, solved exactly',
    headlineOwn: 'Games, solved exactly',
    promise:
      'In every position: who wins, by how much, and which moves keep it. ' +
      'Analyse any position, play against an opponent that gets stronger, or solve puzzles: each game has one for every day.',
    learn: 'Learn',
    notThere: (/** @type {string} */ name) =>
      `There is no game “${name.slice(0, 40)}” here. These are the games:`,
    source: {
      before:
        'Answers come from tables that were computed once and checked entry by entry; small positions without a table are solved on the spot.',
      interface: 'The interface for programs',
      documents: 'Documentation',
      document: 'index.html',
      code: 'Source code',
      readme: 'README.md',
    },
  },
  modes: { title: 'Mode', analyse: 'Analyse', play: 'Play', puzzle: 'Puzzle' },
  newGame: {
    title: 'New game',
    who: 'Who plays',
    againstOracle: 'You against the oracle',
    bothSides: 'Both sides by hand, with results',
    withDie: 'You, the die rolls by itself',
    ownDie: 'By hand, with results',
    side: 'You are',
    strength: 'The oracle plays',
    strengths: (/** @type {number} */ mistakes) =>
      mistakes === 0 ? 'perfectly' : mistakes === 100 ? 'always wrong' : mistakenMoves(mistakes),
    start: 'Start',
    first: 'a position with one good move',
    beginning: 'the start of the game',
    random: (/** @type {string} */ size) => `random, ${size}`,
    same: 'this start again',
    begin: 'Begin',
    setUp: 'Set up a position…',
  },
  opponent: {
    plays: (/** @type {number} */ mistakes) =>
      mistakes === 0
        ? 'The oracle makes no mistake.'
        : `The oracle makes ${mistakenMoves(mistakes)}, and fewer once you have won.`,
    lostStart: 'This start is lost against perfect play.',
    next: (/** @type {number} */ mistakes) =>
      `Next time the oracle makes ${mistakes ? mistakenMoves(mistakes) : 'no mistake'}.`,
  },
  controls: {
    moves: 'Moves',
    toStart: 'To the start',
    undo: 'Undo',
    redo: 'Redo',
    toLast: 'To the last move',
    share: 'Share',
    setUp: 'Set up',
    showResults: 'Show results',
    hideResults: 'Hide results',
    rules: 'All rules',
    lesson: 'Learn by playing',
    map: 'Map',
    close: 'Close',
    tapAgain: 'Tap it again to play it.',
  },
  map: { hint: 'Point at a cell, or tap it; a click, or a second tap, opens its position.' },
  keys: {
    title: 'Keys',
    list: [
      ['← →', 'take a move back, make it again; on the board they go from cell to cell'],
      ['Tab', 'to the board, the moves, the buttons'],
      ['Enter', 'play the cell or the move'],
      ['Escape', 'give up a choice, close a dialog'],
      ['Home, End', 'to the first and the last cell of a row, with Ctrl of the board'],
      ['Ctrl+Z, Ctrl+Y', 'take a move back, make it again'],
    ],
  },
  live: {
    made: (/** @type {Person | null} */ by, /** @type {string} */ step) =>
      by ? `${by.name}: ${step}.` : `${step}.`,
    over: (/** @type {string} */ ending) => `The game is over. ${ending}`,
    next: (/** @type {Person | null} */ next, /** @type {string} */ worth) => {
      if (!next) return worth && `${worth}.`;
      const who = next.you ? 'your move' : `${next.name} to move`;
      return worth ? `${capital(who)}: ${worth}.` : `${capital(who)}.`;
    },
  },
  verdict: {
    title: 'Value',
    asking: 'Asking the oracle',
    unknown: 'not known',
    draw: 'a draw',
    level: 'nobody ends ahead',
    yours: (/** @type {string | null} */ side) => (side ? `your move, as ${side}` : 'your move'),
    oracles: 'the oracle moves',
    rolls: 'the die is rolled',
    average: 'on average, under best play.',
    turn: (/** @type {Person} */ person) =>
      person.you ? 'your move.' : `${person.name} is to move.`,
    wins: (/** @type {Person} */ person, /** @type {number | undefined} */ plies) =>
      verb(person, 'win') + inMoves(plies, ''),
    counting: COUNTING,
    ahead: (/** @type {Person} */ person, /** @type {number} */ by) =>
      `${verb(person, 'end')} ${grouped(by)} ahead`,
    minutesLeft: (/** @type {string} */ minutes) => `${minutes} to go`,
  },
  /** An outcome, told of a move. */
  after: {
    unknown: 'What follows is not known.',
    draw: 'Then it is a draw.',
    level: 'Then nobody ends ahead.',
    wins: (/** @type {Person} */ person, /** @type {number | undefined} */ plies) =>
      plies === 0
        ? `This ends the game: ${verb(person, 'win')}.`
        : `Then ${verb(person, 'win')}${inMoves(plies, COUNTING)}.`,
    ahead: (/** @type {Person} */ person, /** @type {number} */ by) =>
      `Then ${verb(person, 'end')} ${grouped(by)} ahead.`,
    minutesLeft: (/** @type {string} */ minutes) =>
      `${capital(minutes)} with this one, on average.`,
  },
  why: {
    givesAway: (/** @type {string | null} */ whose, /** @type {boolean} */ isDraw) =>
      `This gives ${whose ? `${whose}’s` : 'the'} ${isDraw ? 'draw' : 'win'} away.`,
    again: 'The same player moves again.',
    costs: (/** @type {number} */ points) => `This costs ${count(points, 'point')}.`,
    costsMinutes: (/** @type {string} */ minutes) => `This costs ${minutes}.`,
    /** @type {(person: Person, replies: string[], more: number) => string} */
    replies: (person, replies, more) =>
      `${capital(person.you ? 'your' : `${person.name}’s`)} best ${replies.length + more === 1 ? 'reply' : 'replies'}: ` +
      `${either(more ? [...replies, `${more} more`] : replies)}.`,
    /** @type {(reply: string, moves: string[], isMore: boolean) => string} */
    goesOn: (reply, moves, isMore) => `After ${reply}: ${moves.join(', ')}${isMore ? ' …' : '.'}`,
    allLose: (/** @type {number} */ moves) =>
      moves === 1 ? 'The only move loses.' : `All ${moves} moves lose.`,
    onlyLegal: 'There is one move.',
    win: 'the win',
    draw: 'the draw',
    best: 'this result',
    keep: (/** @type {number} */ keep, /** @type {number} */ moves, /** @type {string} */ what) => {
      if (keep === moves) return `All ${moves} moves keep ${what}.`;
      return keep === 1
        ? `Only one of ${moves} moves keeps ${what}.`
        : `${keep} of ${moves} moves keep ${what}.`;
    },
  },
  lesson: {
    step: (/** @type {number} */ step, /** @type {number} */ steps) => `Step ${step} of ${steps}`,
    done: 'That was a game',
    notThis: 'Not this move.',
    goesOn: (/** @type {string} */ step) => `The lesson goes on with ${step}.`,
    again: 'Try again.',
    showMove: 'Show me',
    playNow: 'Play a game',
    leave: 'Leave',
  },
  challenge: {
    which: 'Which puzzle',
    kinds: {
      today: 'Today’s',
      easy: 'Easy',
      medium: 'Medium',
      hard: 'Hard',
      survive: 'Survive',
    },
    looking: 'Looking for a puzzle',
    none: 'No puzzle was found.',
    task: {
      win: (/** @type {number} */ moves) => `Only one of ${moves} moves wins. Find it.`,
      score: (/** @type {number} */ moves) => `Only one of ${moves} moves keeps the win. Find it.`,
      minutes: (/** @type {number} */ moves) => `One of ${moves} moves is the best. Find it.`,
    },
    survive: (/** @type {number} */ game, /** @type {boolean} */ isTower) =>
      isTower ? `Tower ${game}. Make no mistake.` : `Game ${game}. It is yours to win.`,
    rule: {
      win: () => 'Play on to the end. Giving the win away ends it.',
      score: () => 'Play on to the end. Giving the win away ends it; winning by less does not.',
      minutes: (/** @type {string} */ most) =>
        `Play on to the end. A move that costs ${most} minutes or more ends it.`,
    },
    soFar: (/** @type {number} */ moves) => `No mistake so far, in ${count(moves, 'move')}.`,
    side: (/** @type {string} */ side) => `You are ${side}.`,
    inRow: (/** @type {number} */ row) => `${row} in a row.`,
    solved: (/** @type {number} */ moves) => `Solved: ${count(moves, 'move')}, no mistake.`,
    survived: (/** @type {number} */ games) => `Won: ${count(games, 'game')} in this run.`,
    runEnds: (/** @type {number} */ games) => `The run ends after ${count(games, 'game')}.`,
    best: (/** @type {number} */ games) => `Your best run: ${games}.`,
    gives: (/** @type {string} */ move) => `${move} gives the win away.`,
    costs: (/** @type {string} */ move, /** @type {string} */ time) => `${move} costs ${time}.`,
    refuted: (/** @type {string} */ reply) => `The oracle answers ${reply}.`,
    again: 'Try again',
    solution: 'Show the solution',
    next: 'Next puzzle',
    more: 'More puzzles',
    nextBoard: 'Next game',
    newRun: 'New run',
    result: {
      label: 'Result of your first try, to paste',
      line: (/** @type {boolean} */ isSolved, /** @type {number} */ moves) => {
        if (isSolved) return `✓ ${count(moves, 'move')}, no mistake`;
        if (!moves) return '✗ solution shown';
        const right = count(moves - 1, 'right move');
        return moves > 1 ? `✗ ${right}, then a mistake` : '✗ a mistake at once';
      },
    },
    others: (/** @type {string} */ game) => `Today’s puzzle of ${game}`,
    allPlayed: 'These were today’s puzzles. The next ones come at midnight UTC.',
  },
  review: {
    place: (/** @type {number} */ at, /** @type {number} */ all) => {
      if (!all) return 'No mistakes.';
      return at ? `Mistake ${at} of ${all}.` : `${count(all, 'mistake')}.`;
    },
    move: (/** @type {number} */ number, /** @type {string} */ move) => `Move ${number} (${move})`,
    gaveAway: (/** @type {string} */ move, /** @type {boolean} */ isDraw) =>
      `${move} gave the ${isDraw ? 'draw' : 'win'} away.`,
    gavePoints: (/** @type {string} */ move, /** @type {number} */ points) =>
      `${move} cost ${count(points, 'point')}.`,
    gaveMinutes: (/** @type {string} */ move, /** @type {string} */ time) =>
      `${move} cost ${time}.`,
    instead: 'What would you play instead?',
    right: (/** @type {string} */ move, /** @type {string} */ worth) =>
      `Right: ${move}${worth && `, ${worth}`}.`,
    wrong: (/** @type {string} */ move) => `${move} is not best either. Try another move.`,
    again: (/** @type {string} */ move) => `${move} is what was played. Try another move.`,
    previous: 'Previous mistake',
    next: 'Next mistake',
    better: 'Show the better move',
  },
  end: {
    over: 'The game is over',
    draw: 'A draw',
    wins: (/** @type {Person} */ person, /** @type {number | null} */ margin) =>
      `${verb(person, 'win')}${margin === null ? '' : ` by ${grouped(margin)}`}`,
    youLose: (/** @type {number | null} */ margin) =>
      `You lose${margin === null ? '' : ` by ${grouped(margin)}`}`,
    /** @returns {string} */
    noMistake: (/** @type {boolean} */ isYours, /** @type {boolean} */ isLost) => {
      if (!isYours) return 'Nobody made a mistake.';
      return isLost ? 'You made no mistake: the start was lost.' : 'You made no mistake.';
    },
    mistakes: (/** @type {number} */ mistakes) => {
      if (mistakes === 1) return 'One mistake.';
      return `${count(mistakes, 'mistake')}; the first one:`;
    },
    /** @type {(number: number, move: string, instead: string) => string} */
    mistake: (number, move, instead) => `Move ${number} (${move})${instead && `: ${instead}`}.`,
    instead: {
      keeps: (/** @type {string} */ move, /** @type {boolean} */ isDraw) =>
        `${move} would have kept the ${isDraw ? 'draw' : 'win'}`,
      leads: (/** @type {string} */ move, /** @type {string} */ worth) =>
        `${move} would have led to ${worth}`,
    },
    review: 'Review',
    rematch: 'Rematch',
    otherSide: 'Other side',
  },
  legend: {
    now: 'can be chosen now',
    /** @type {(outcome: Outcome, plies: number | undefined, isFirst: boolean) => string} */
    outcome: (outcome, plies, isFirst) => {
      const does = { win: 'wins', loss: 'loses', draw: 'is a draw' }[outcome];
      if (plies === undefined) return does;
      return `${does} in ${count(plies, 'move')}${isFirst ? ', counting both sides' : ''}`;
    },
    score: (/** @type {number} */ score) =>
      score === 0
        ? 'nobody ends ahead'
        : `ends ${grouped(Math.abs(score))} ${score > 0 ? 'ahead' : 'behind'}`,
    grundy: (/** @type {number} */ left) => `leaves Grundy value ${left}${left ? '' : ': it wins'}`,
  },
  moves: {
    title: 'Moves',
    best: 'best',
    counts: 'The moves of both sides are counted.',
    gains: (/** @type {number} */ gain) => `gains ${grouped(gain)}`,
    noneKnown: 'No move is known to win.',
    someWins: 'A move wins, but it is not known which.',
    allLose: 'Every move loses.',
  },
  line: {
    title: 'Best play',
    none: 'No line is known to be best.',
    ends: 'ends the game',
    then: (/** @type {string} */ worth) => `then ${worth} for the next player`,
    endless: 'Nobody wins, and best play may go on without an end.',
  },
  history: { title: 'Moves tried', start: 'Start', none: 'None yet.', mistake: ', a mistake' },
  plot: {
    values: 'Value over the game',
    valuesNote: (/** @type {string} */ first, /** @type {string} */ second) =>
      `above the line ${first}, below it ${second}`,
    label: (/** @type {string} */ first, /** @type {string} */ points) =>
      `Value over the game, above the line ${first}: ${points}`,
    minutes: 'Minutes over the game',
    minutesNote: 'below those that have passed, above them those expected',
    minutesLabel: (/** @type {string} */ points) => `Minutes over the game: ${points}`,
    minute: (/** @type {number} */ passed, /** @type {string} */ total) =>
      `after ${count(passed, 'minute')} ${total} in all`,
    after: (/** @type {string} */ move) => `after ${move}`,
    atStart: 'at the start',
    /** @type {(when: string, isWon: boolean, worth: string) => string} */
    outcome: (when, isWon, worth) =>
      `${when} ${isWon ? 'won' : 'lost'} (${worth} for the player to move)`,
  },
  details: { title: 'About this position' },
  oracle: {
    byTheorem: 'decided by a theorem',
    solved: 'solved on the spot',
    table: (/** @type {string} */ table) => `table ${table}`,
    searched: (/** @type {number} */ positions) => `a search of ${count(positions, 'position')}`,
    theorem: (/** @type {string} */ statement) => `${capital(statement)}.`,
    reason: (/** @type {string} */ reason) => `${capital(reason)}.`,
  },
  failures: {
    noModule: 'The oracle cannot be loaded',
    noPart: (/** @type {string} */ table) =>
      `The parts of the table \`${table}\` that this position needs cannot be fetched now`,
    noPartHint:
      'You can still make moves, and positions that were answered here before are still answered.',
    noAnswer: 'The server does not answer',
    noAnswerHint: 'Moves can be made all the same; results follow when it answers.',
    noPage: 'This part of the page was not loaded yet. Reload the page when the server answers.',
    noJson: (/** @type {number} */ status) =>
      `The server does not answer as expected (status ${status})`,
    noReason: 'The server refused the question',
    tryAgain: 'Try again',
    toStart: 'Show the start of the game',
    retries: 'It will be asked again by itself.',
    build: (/** @type {string} */ command) => `\`${command}\` makes it.`,
    notLegal: (/** @type {string} */ step, /** @type {number} */ number) => ({
      message: `\`${step}\`, move ${number} of the address, is not legal there`,
      hint: 'The moves before it are shown.',
    }),
    /** The server tells its errors in English. */
    byCode: (
      /** @type {string} */ _,
      /** @type {string} */ message,
      /** @type {string | null} */ hint,
    ) => ({ message, hint }),
  },
  setup: {
    title: 'Set up a position',
    examples: 'Examples',
    editor: 'Editor',
    boardText: 'Board as text',
    positionText: 'Position as text',
    show: 'Show this position',
    ofTable: (/** @type {string} */ size) => `${size}, the board of a table`,
    cases: (/** @type {number} */ number) => `${count(number, 'case')}; choose one:`,
    contest: (/** @type {string} */ title) => `Input of the contest: ${title}`,
    paste: (/** @type {string} */ format) => `Paste input in the format ${format}`,
    read: 'Read the input',
    side: 'Side',
    rows: 'Rows',
    columns: 'Columns',
  },
  share: {
    title: 'Share this position',
    send: 'Send…',
    link: 'Link',
    position: 'Position as text',
    command: 'Command for the terminal',
    frame: 'Frame for another site',
    picture: 'Picture of the board, or the page on paper',
    paper: 'The page on paper',
    print: 'Print',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected: copy it',
  },
  contest: {
    /** @type {(line: number, column: number | null, what: string) => string} */
    at: (line, column, what) =>
      `line ${line}${column === null ? '' : `, column ${column}`}: ${what}`,
    isNot: (/** @type {string} */ found, /** @type {string} */ expected) =>
      `\`${found.slice(0, 20)}\` is not ${expected}`,
    noCase: 'there is no case in this input',
    side: (/** @type {number} */ most) => `the size of a board, 1 to ${most}`,
    sides: (/** @type {number} */ most) => `the numbers of rows and columns, 1 to ${most}`,
    rowCount: 'the number of rows',
    columnCount: 'the number of columns',
    /** @type {(what: string, least: number, most: number) => string} */
    between: (what, least, most) => `${what}, ${least} to ${most}`,
    endsAt: (/** @type {string} */ expected) => `the input ends where this should be: ${expected}`,
    rowLength: (/** @type {number} */ found, /** @type {number} */ expected) =>
      `${found} letters in a row of ${expected}`,
    tooFew: (/** @type {number} */ found, /** @type {number} */ expected) =>
      `the input ends after ${found} of ${expected} rows`,
    tooMany: (/** @type {number} */ most) => `there is more after the last of ${most}`,
  },
};
