/**
 * Every text of the page in English. The other languages have the same: the page's types are checked
 * against this file.
 *
 * @import {Person} from '../core/people.js'
 */
import { capital } from '../core/capital.js';
import { described } from '../games/described.js';

/**
 * A count with its noun.
 *
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
function count(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

/** @param {readonly (string | number)[]} words */
function list(words) {
  return new Intl.ListFormat('en').format(words.map(String));
}

/** @param {readonly (string | number)[]} words */
function either(words) {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words.map(String));
}

/**
 * A person with a verb.
 *
 * @param {Person} person
 * @param {string} does as in `you win`
 * @param {string} doesThirdPerson as in `she wins`
 */
function verb({ name, you }, does, doesThirdPerson) {
  return `${name} ${you ? does : doesThirdPerson}`;
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
  },
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
  cells: (/** @type {number} */ number) => count(number, 'cell', 'cells'),
  board: { label: 'Board', last: 'last move' },
  values: {
    unknown: 'not known',
    letters: { win: 'W', loss: 'L', draw: 'D' },
    outcome: (
      /** @type {'win' | 'loss' | 'draw'} */ outcome,
      /** @type {number | undefined} */ plies,
    ) => (plies === undefined ? outcome : `${outcome} in ${plies}`),
    spokenScore: (/** @type {number} */ score) =>
      score === 0 ? 'zero' : `${score > 0 ? 'plus' : 'minus'} ${Math.abs(score)}`,
    grundy: (/** @type {number} */ number) => `Grundy value ${number}`,
    minutes: (/** @type {string} */ number, /** @type {boolean} */ isOne) =>
      `${number} ${isOne ? 'minute' : 'minutes'}`,
  },
  allGames: {
    headline: 'Six games, solved exactly',
    headlineOwn: 'Games, solved exactly',
    promise:
      'In every position: who wins, by how much, and which moves keep it. ' +
      'Look at any position, play against perfect play, or solve puzzles.',
    play: 'Play',
    look: 'Look',
    puzzle: 'Puzzle',
    notThere: (/** @type {string} */ name) =>
      `There is no game “${name.slice(0, 40)}” here. These are the games:`,
    source: {
      before: 'All answers come from tables that were computed once and checked entry by entry:',
      tables: 'the tables of this server',
      interface: 'the interface for programs',
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
      mistakes === 0
        ? 'perfectly'
        : mistakes === 100
          ? 'always wrong'
          : `1 mistake in ${Math.round(100 / mistakes)} moves`,
    start: 'Start',
    first: 'a position with one good move',
    beginning: 'the start of the game',
    random: (/** @type {string} */ size) => `random, ${size}`,
    same: 'this start again',
    begin: 'Begin',
    setUp: 'Set up a position…',
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
    close: 'Close',
    tapAgain: 'Tap it again to play it.',
  },
  keys: {
    title: 'Keys',
    list: [
      ['← →', 'take a move back, make it again; on the board they go from cell to cell'],
      ['Tab', 'to the board, the moves, the buttons'],
      ['Enter', 'play the cell or the move'],
      ['Escape', 'give up a choice, close a dialog'],
      ['Home, End', 'to the first and the last cell of a row, with Ctrl of the board'],
      ['Ctrl+Z, Ctrl+Y', 'take a move back, make it again'],
      ['?', 'these keys'],
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
      `${verb(person, 'win', 'wins')}${plies === undefined ? '' : ` in ${count(plies, 'move', 'moves')}`}`,
    ahead: (/** @type {Person} */ person, /** @type {number} */ by) =>
      `${verb(person, 'end', 'ends')} ${by} ahead`,
    minutesLeft: (/** @type {string} */ minutes) => `${minutes} to go`,
  },
  /** The same, told of a move. */
  after: {
    unknown: 'What follows is not known.',
    draw: 'Then it is a draw.',
    level: 'Then nobody ends ahead.',
    wins: (/** @type {Person} */ person, /** @type {number | undefined} */ plies) =>
      plies === 0
        ? `This ends the game: ${verb(person, 'win', 'wins')}.`
        : `Then ${verb(person, 'win', 'wins')}${plies === undefined ? '' : ` in ${count(plies, 'move', 'moves')}`}.`,
    ahead: (/** @type {Person} */ person, /** @type {number} */ by) =>
      `Then ${verb(person, 'end', 'ends')} ${by} ahead.`,
    minutesLeft: (/** @type {string} */ minutes) =>
      `${capital(minutes)} with this one, on average.`,
  },
  why: {
    givesWinAway: 'This gives the win away.',
    givesDrawAway: 'This gives the draw away.',
    again: 'The same player moves again.',
    costs: (/** @type {number} */ points) => `This costs ${count(points, 'point', 'points')}.`,
    costsMinutes: (/** @type {string} */ minutes) => `This costs ${minutes}.`,
    replies: (
      /** @type {Person} */ person,
      /** @type {string[]} */ replies,
      /** @type {number} */ more,
    ) =>
      `${capital(person.you ? 'your' : `${person.name}’s`)} best ${replies.length + more === 1 ? 'reply' : 'replies'}: ` +
      `${either(more ? [...replies, `${more} more`] : replies)}.`,
    goesOn: (
      /** @type {string} */ reply,
      /** @type {string[]} */ moves,
      /** @type {boolean} */ isMore,
    ) => `After ${reply}: ${moves.join(', ')}${isMore ? ' …' : '.'}`,
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
    showMove: 'Show me',
    playNow: 'Play a game',
    leave: 'Leave',
  },
  puzzle: {
    level: 'Difficulty',
    levels: { easy: 'easy', medium: 'medium', hard: 'hard' },
    again: 'Try again',
    solution: 'Show the solution',
    next: 'Next puzzle',
    none: 'No puzzle was found. Try the next one.',
    looking: (/** @type {number} */ positions) =>
      positions
        ? `Looking for a puzzle: ${count(positions, 'position', 'positions')} tried`
        : 'Looking for a puzzle',
    right: (/** @type {string} */ move, /** @type {string} */ worth) =>
      `Right: ${move} is the only best move, ${worth}.`,
    wrong: (
      /** @type {string} */ move,
      /** @type {string} */ worth,
      /** @type {string} */ refuted,
    ) => `Not the best: ${move}${worth && `, ${worth}`}.${refuted && ` ${refuted}`}`,
    refuted: (/** @type {string} */ reply) => `The answer to it is ${reply}.`,
  },
  end: {
    over: 'The game is over',
    draw: 'A draw',
    wins: (/** @type {Person} */ person, /** @type {number | null} */ margin) =>
      `${verb(person, 'win', 'wins')}${margin === null ? '' : ` by ${margin}`}`,
    youLose: (/** @type {number | null} */ margin) =>
      `You lose${margin === null ? '' : ` by ${margin}`}`,
    /** @returns {string} */
    noMistake: (/** @type {boolean} */ isYours) =>
      isYours ? 'You made no mistake.' : 'Nobody made a mistake.',
    mistakes: (
      /** @type {number} */ number,
      /** @type {string} */ first,
      /** @type {string} */ kept,
    ) =>
      number === 1
        ? `One mistake: ${first}${kept}.`
        : `${number} mistakes; the first was ${first}${kept}.`,
    instead: {
      wins: (/** @type {string} */ move) => `, where ${move} kept the win`,
      draws: (/** @type {string} */ move) => `, where ${move} kept the draw`,
      kept: (/** @type {string} */ move, /** @type {string} */ worth) =>
        `, where ${move} kept ${worth}`,
    },
    review: 'Review',
    rematch: 'Rematch',
    otherSide: 'Other side',
  },
  moves: {
    title: 'Moves',
    best: 'best',
    gains: (/** @type {number} */ gain) => `gains ${gain}`,
    noneKnown: 'No move is known to win.',
    someWins: 'A move wins, but it is not known which.',
    allLose: 'Every move loses.',
  },
  line: {
    title: 'Best play',
    none: 'No line is known to be best.',
    ends: 'ends the game',
    then: (/** @type {string} */ worth) => `then ${worth} for the next player`,
  },
  history: {
    title: 'Moves tried',
    start: 'Start',
    none: 'None yet.',
    mistake: (/** @type {string} */ move) => `${move}, a mistake`,
  },
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
      `after ${count(passed, 'minute', 'minutes')} ${total} in all`,
    after: (/** @type {string} */ move) => `after ${move}`,
    atStart: 'at the start',
    outcome: (
      /** @type {string} */ when,
      /** @type {boolean} */ isWon,
      /** @type {string} */ worth,
    ) => `${when} ${isWon ? 'won' : 'lost'} (${worth} for the player to move)`,
  },
  details: { title: 'About this position' },
  oracle: {
    byTheorem: 'decided by a theorem',
    solved: 'solved on the spot',
    table: (/** @type {string} */ table) => `table ${table}`,
    searched: (/** @type {number} */ positions) =>
      `a search of ${positions.toLocaleString('en')} positions`,
    theorem: (/** @type {string} */ statement) => `${capital(statement)}.`,
    reason: (/** @type {string} */ reason) => `${capital(reason)}.`,
  },
  failures: {
    noAnswer: 'The server does not answer',
    noAnswerHint: 'Moves can be made all the same; results follow when it answers.',
    noJson: (/** @type {number} */ status) =>
      `The server does not answer as expected (status ${status})`,
    noReason: 'The server refused the question',
    tryAgain: 'Try again',
    retries: 'It will be asked again by itself.',
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
    cases: (/** @type {number} */ number) => `${count(number, 'case', 'cases')}; choose one:`,
    contest: (/** @type {string} */ title) => `Input of the contest: ${title}`,
    paste: (/** @type {string} */ format) => `Paste input in the format ${format}`,
    read: 'Read the input',
    side: 'Side',
    rows: 'Rows',
    columns: 'Columns',
  },
  share: {
    title: 'Share this position',
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
    at: (
      /** @type {number} */ line,
      /** @type {number | null} */ column,
      /** @type {string} */ what,
    ) => `line ${line}${column === null ? '' : `, column ${column}`}: ${what}`,
    isNot: (/** @type {string} */ found, /** @type {string} */ expected) =>
      `\`${found.slice(0, 20)}\` is not ${expected}`,
    howMany: (/** @type {number} */ most) => `how many numbers follow, 1 to ${most}`,
    availableNumber: (/** @type {number} */ most) => `an available number, 2 to ${most}`,
    otherCount: (/** @type {number} */ found, /** @type {number} */ announced) =>
      `${count(found, 'number follows', 'numbers follow')}, ${announced} were announced`,
    twice: 'a number occurs twice',
    noCase: 'there is no case in this input',
    side: (/** @type {number} */ most) => `the size of a board, 1 to ${most}`,
    sides: (/** @type {number} */ most) => `the numbers of rows and columns, 1 to ${most}`,
    levels: (/** @type {number} */ most) => `the number of levels, 2 to ${most}`,
    rowCount: 'the number of rows',
    columnCount: 'the number of columns',
    between: (
      /** @type {string} */ what,
      /** @type {number} */ least,
      /** @type {number} */ most,
    ) => `${what}, ${least} to ${most}`,
    endsAt: (/** @type {string} */ expected) => `the input ends where this should be: ${expected}`,
    rowLength: (/** @type {number} */ found, /** @type {number} */ expected) =>
      `${found} letters in a row of ${expected}`,
    tooFew: (/** @type {number} */ found, /** @type {number} */ expected) =>
      `the input ends after ${found} of ${expected} rows`,
    tooMany: (/** @type {number} */ most) => `there is more after the last of ${most}`,
    pieces: (/** @type {number} */ found) =>
      `${count(found, 'piece', 'pieces')} \`P\` on the board; expected exactly two`,
    poj1143: 'Each line has n and the n available numbers; a line 0 ends the input.',
    poj3317: 'A case is a line with n, and n rows of n cells; a line 0 ends the input.',
    poj2990: 'A case is a line with m and n, and m rows of n cells; empty lines separate cases.',
    cf424e: 'n, then n levels of three letters R, G, B, the bottom first.',
    p4363: 'n and m, then n rows of A’s scores, then n rows of B’s.',
  },
  /** Games of a program of one's own. */
  own: {
    legends: {
      outcomes: [
        { mark: 'W5', text: 'wins in 5 moves' },
        { mark: 'L4', text: 'loses in 4' },
        { mark: 'D', text: 'draw' },
        { mark: '★', text: 'best' },
      ],
      scores: [
        { mark: '+2', text: 'ends 2 ahead' },
        { mark: '=', text: 'nobody ends ahead' },
        { mark: '★', text: 'best' },
      ],
      numbers: [
        { mark: '*3', text: 'leaves Grundy value 3; *0 wins' },
        { mark: '★', text: 'best' },
      ],
    },
    hints: {
      cell: 'Point at a cell, or tap it, to see the move.',
      piece: 'Choose a piece, then where it goes.',
      target: 'Choose where it goes, or the piece again to give it up.',
      list: 'The moves are in the list. Point at one to see where it leads.',
    },
    empty: 'empty',
    chosen: 'chosen',
    movable: 'can be chosen',
    reached: 'can be reached',
    fromTo: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`,
    leadsTo: (/** @type {string} */ move, /** @type {string} */ position) =>
      `${move} leads to ${position}`,
    more: (/** @type {number} */ listed, /** @type {number} */ more) =>
      `The best ${listed} moves; there are ${more} more.`,
    build: (/** @type {string} */ command) => `\`${command}\` makes it.`,
    ended: 'The game ends here.',
    endless: 'Nobody wins, and best play may go on without an end.',
    repeated: 'A drawn position has come back twice.',
  },
  number: {
    title: described.number.name,
    label: described.number.label,
    rule: described.number.rule,
    rules: [
      'Numbers are whole and larger than 1. A sum may use each number as often as it likes: after 4 and 5, the numbers 8, 9, 10, 12 and so on cannot be named.',
      'The dark numbers on the board have been named, the crossed and faint ones are their sums. It is always possible to count what is left once two named numbers have no common factor.',
      'John Conway invented the game as Sylver coinage; POJ 1143 is its Number Game.',
    ],
    task: 'Find the only number that wins.',
    show: 'Position as',
    available: 'Available',
    named: 'Named',
    board: 'Numbers',
    hint: 'Point at a number, or tap it, to see what falls with it.',
    legend: [
      { mark: 'W5', text: 'wins in 5 moves' },
      { mark: 'L4', text: 'loses in 4' },
      { mark: '★', text: 'best' },
    ],
    isNamed: 'named',
    isGone: 'not available',
    isAvailable: 'available',
    notAvailable: (/** @type {string} */ sum) => `not available, ${sum}`,
    showMore: (/** @type {number} */ more) => `Show ${count(more, 'more number', 'more numbers')}`,
    takes: (/** @type {number} */ number, /** @type {string} */ others) =>
      `${number} is named${others && ` and takes away ${others}`}.`,
    andMore: (/** @type {number[]} */ shown, /** @type {number | null} */ more) =>
      `${shown.join(', ')} and ${more === null ? 'more' : `${more} more`}`,
    cannot: (/** @type {number} */ number, /** @type {string} */ sum) =>
      `${number} cannot be named: ${number} = ${sum}.`,
    hasBeen: (/** @type {number} */ number) => `${number} has been named.`,
    paired: (/** @type {number} */ number, /** @type {number} */ other) =>
      `${number} and ${other} are partners: the reply to one is the other.`,
    leavesNone: 'It leaves no number.',
    leavesOne: (/** @type {number} */ left) => `It leaves only ${left}, and who names that wins.`,
    leavesTwo: (/** @type {number} */ one, /** @type {number} */ other) =>
      `It leaves only ${one} and ${other}.`,
    moreMoves: 'There are more moves; these are known to win.',
    noneLeft: 'No number is left: who named the last one wins.',
    noneAtStart: 'No number is left to be named: the player to move loses.',
    theorem: 'Theorem',
    facts: {
      available: 'Available',
      infinite: 'infinitely many',
      genus: 'numbers; with 1 this is the genus',
      largest: 'Largest',
      frobenius: 'the Frobenius number',
      multiplicity: 'Multiplicity',
      multiplicityNote: 'the least number above 1 that is not available',
      generators: 'Generators',
      generatorsNote: 'the fewest numbers that leave this position when they are named',
      named: 'Named',
      none: 'none',
    },
    editor: {
      note: 'Choose the numbers that have been named. Sums of them are not available.',
      label: 'Numbers named so far',
    },
    examples: {
      contest: '2 to 20, as in the contest',
      forty: '2 to 40',
      nothing: 'Nothing named yet',
      open: 'After 16, which is not decided',
      five: 'After 5 and 7',
      loss: 'After 11, 16, 58, a loss',
      theorem: 'After 101 and 103, by a theorem',
      pairs: 'After 8 and 12, a loss by pairs',
    },
    lesson: [
      {
        step: '19',
        text: '5 and 6 have been named, and with them fell all their sums: 10, 11, 12 and so on. Name 19: it is the largest number left, so nothing falls with it.',
      },
      {
        step: '4',
        text: 'The other player names 4. With it fall 8, 9, 13 and 14, which are sums of 4, 5 and 6.',
      },
      { step: '7', text: 'Name 7. Then only 2 and 3 are left.' },
      { step: '2', text: 'The other player names 2. It does not matter which of the two.' },
      { step: '3', text: 'Name 3, the last number.' },
    ],
    lessonEnd: 'No number is left, and the other player is to move: you win.',
  },
  stake: {
    title: described.stake.name,
    label: described.stake.label,
    rule: described.stake.rule,
    rules: [
      'On the full board each player gets the size of the largest region of their digit, and wins by the difference. Cells are connected by their sides.',
      'A move is written as its cell: 1,2 is row 1, column 2, both counted from 0.',
      'Player 0 begins. So player 0 is to move where there are as many 0s as 1s, and player 1 where there is a 0 more.',
      'The game is POJ 3317.',
    ],
    players: described.stake.players,
    task: 'Find the best cell.',
    hint: 'Point at an empty cell, or tap it, to see what filling it does.',
    legend: [
      { mark: '+2', text: 'who fills it ends 2 ahead' },
      { mark: '=', text: 'level' },
      { mark: '★', text: 'best' },
      { mark: '▢', text: 'the largest regions, with their sizes' },
    ],
    empty: 'empty',
    fills: (
      /** @type {0 | 1} */ digit,
      /** @type {string} */ cell,
      /** @type {number} */ zero,
      /** @type {number} */ one,
    ) => `${digit} in ${cell}: the largest regions then are ${zero} (of 0) and ${one} (of 1).`,
    joins: (/** @type {number[]} */ sizes, /** @type {number} */ size) =>
      `It joins regions of ${list(sizes)} to one of ${size}.`,
    separates: (/** @type {number[]} */ sizes) =>
      `It keeps the other’s regions of ${list(sizes)} from joining here.`,
    blocks: (/** @type {number} */ size) => `It stops a region of ${size} of the other here.`,
    ending: (/** @type {number} */ zero, /** @type {number} */ one) =>
      `The largest region of 0 has ${count(zero, 'cell', 'cells')}, that of 1 has ${one}.`,
    case: (/** @type {number} */ side, /** @type {number} */ empty) =>
      `${side} × ${side}, ${empty} empty`,
    facts: {
      largest: (/** @type {string} */ digit) => `Largest of ${digit}`,
      empty: 'Empty',
    },
    editor: 'A click goes through empty, 0 and 1. There are as many 0s as 1s, or one more.',
    examples: {
      contest: 'The contest’s first board',
      three: '3 × 3, empty',
      four: '4 × 4, empty',
      bySix: 'Won by 6',
      five: '5 × 5, 16 empty',
    },
    lesson: [
      {
        step: '1,2',
        text: 'You are 0, and the largest connected region counts. Fill the middle cell on the right: two more cells can join it.',
      },
      { step: '0,2', text: 'Player 1 fills the cell above: that makes a region of three 1s.' },
      {
        step: '2,2',
        text: 'Fill the last cell. It joins the 0 above it and the one left of it.',
      },
    ],
    lessonEnd:
      'Three against three: a draw. All other cells of 0 do not count, as they are not connected.',
  },
  contour: {
    title: described.contour.name,
    label: described.contour.label,
    rule: described.contour.rule,
    rules: [
      'A cell is open when all cells left of it and all above it are taken, so the taken cells always are a staircase. What a claim takes may open cells for the other player.',
      'In each cell, the upper score is what A gets for it, the lower one what B gets. Both want their own total minus the other’s to be large.',
      'A move is written as its cell: 1,2 is row 1, column 2, both counted from 0.',
      'The game is 一双木棋 of Luogu P4363.',
    ],
    task: 'Find the best cell.',
    hint: 'Point at an open cell, or tap it, to see what claiming it does.',
    legend: [
      { mark: '+7', text: 'gets 7 more than the other from here on' },
      { mark: '=', text: 'as much' },
      { mark: '★', text: 'best' },
      { mark: 'greedy', text: 'gains most at once' },
      { mark: '◤ ◢', text: 'A’s score, B’s score' },
    ],
    greedy: 'greedy',
    taken: 'taken',
    takenBy: (/** @type {string} */ player) => `taken by ${player}`,
    open: 'open',
    closed: 'not open yet',
    scores: (/** @type {number} */ a, /** @type {number} */ b) => `A ${a}, B ${b}`,
    claims: (
      /** @type {string} */ player,
      /** @type {string} */ cell,
      /** @type {number} */ gain,
      /** @type {number} */ denied,
      /** @type {string} */ other,
    ) => `${player} claims ${cell} for ${gain}; ${other} would have got ${denied}.`,
    opens: (/** @type {string} */ other, /** @type {{cell: string, gain: number}[]} */ opened) =>
      opened.length
        ? `It opens ${list(opened.map(({ cell, gain }) => `${cell} (${gain} for ${other})`))}.`
        : 'It opens nothing.',
    greed: 'Greed',
    greedIsBest: (/** @type {string} */ move, /** @type {number} */ gain) =>
      `The greedy move ${move}, which gains ${gain}, is a best one here.`,
    greedCosts: (
      /** @type {{move: string, gain: number, end: string}} */ greedy,
      /** @type {{move: string, gain: number, end: string}} */ best,
      /** @type {number} */ loss,
    ) =>
      `Greed takes ${greedy.move} and gains ${greedy.gain}, but ends at ${greedy.end}. ` +
      `The best move ${best.move} gains ${best.gain} and ends at ${best.end}: greed costs ${loss}.`,
    ending: (/** @type {number} */ a, /** @type {number} */ b, /** @type {boolean} */ isLater) =>
      `A has ${a} and B has ${b}${isLater ? ', counted from the start of this game' : ''}.`,
    facts: {
      soFar: (/** @type {string} */ player) => `${player} so far`,
      since: 'since the start of this game',
      atEnd: 'A − B at the end',
      bestPlay: 'under best play from here on',
      board: 'Board',
      fingerprint: 'its fingerprint',
    },
    scoresOf: (/** @type {string} */ player) => `Scores of ${player}`,
    scoreAt: (/** @type {string} */ player, /** @type {string} */ cell) =>
      `score of ${player} at ${cell}`,
    examples: {
      contest: 'The contest’s board',
      greed: 'Where greed loses',
      minusOne: '6 × 6, worth −1',
      random: (/** @type {number} */ side) => `${side} × ${side}, random`,
    },
    lesson: [
      {
        step: '0,0',
        text: 'You are A. Only the corner is open. You get its upper score, 3, and that opens the cells right of it and below.',
      },
      { step: '1,0', text: 'B takes the cell below, which is worth 3 to B and 2 to you.' },
      {
        step: '0,1',
        text: 'The last cell is not open before this one is taken. So take it, for 1.',
      },
      { step: '1,1', text: 'B takes the last cell for 1. You would have got 4 for it.' },
    ],
    lessonEnd:
      'A has 4 and B has 4: a draw. What a claim opens for the other player matters as much as what it gains.',
  },
  tower: {
    title: described.tower.name,
    label: described.tower.label,
    rule: described.tower.rule,
    rules: [
      'The die has one red face, two green, two blue and a black one. If a block of the rolled colour can be taken from below the top level, one must be, and it is put on top. On black, or if there is none, the minute passes.',
      'A level below the top must keep its middle block, or both blocks at its sides. The top level is filled before a new one begins.',
      'A move is written as what is taken and where it is put: 1M>L takes the middle block of level 1, the lowest, and puts it on the left of the top.',
      'The game ends when no block can be taken. You want that to happen soon: the number is how many minutes are left on average. The game is Codeforces 424E.',
    ],
    task: 'The die is rolled. Find the best move.',
    legend: [
      { mark: '+0.08', text: 'minutes lost against the best move of that colour' },
      { mark: '★', text: 'best' },
    ],
    board: 'Tower, the top level first',
    die: 'Die',
    hasRolled: (/** @type {string} */ side) => `Rolled: ${side}`,
    setIt: 'Roll the die, or set it.',
    rollIt: 'Roll',
    rollAgain: 'Roll again',
    sides: { red: 'red', green: 'green', blue: 'blue', black: 'black' },
    places: { L: 'left', M: 'middle', R: 'right' },
    at: (/** @type {number} */ level, /** @type {string} */ place) => `level ${level}, ${place}`,
    rolled: (/** @type {string} */ side) => `rolled ${side}`,
    step: (/** @type {number} */ level, /** @type {string} */ from, /** @type {string} */ to) =>
      `level ${level} ${from} to the top’s ${to}`,
    canBeTaken: 'can be taken',
    free: 'free',
    empty: 'empty',
    putHere: (/** @type {string} */ block) => `put ${block} here`,
    chooseBlock: 'Choose a block to take.',
    choosePlace: (/** @type {string} */ block) => `${block} is taken: choose where to put it.`,
    expected: (/** @type {string} */ minutes) => `${minutes} expected`,
    lost: (/** @type {string} */ minutes) => `${minutes} lost`,
    section: (/** @type {string} */ side, /** @type {string} */ chance) =>
      `${capital(side)}${chance && `, ${chance}`}`,
    passes: 'The minute passes.',
    willPass: (/** @type {string[]} */ sides) =>
      sides.length > 1
        ? `Afterwards ${list(sides)} waste a minute.`
        : 'Afterwards only black wastes a minute.',
    ends: 'Afterwards no block can be taken.',
    ending: (/** @type {string} */ passed, /** @type {string | null} */ expected) =>
      `No block can be taken. The game took ${passed}${expected === null ? '' : `; ${expected} were expected at the start`}.`,
    luck: {
      title: 'Luck and skill',
      lastRoll: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
        `This roll ${isSaved ? 'saved' : 'cost'} ${minutes}.`,
      rolls: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
        `All rolls ${isSaved ? 'saved' : 'cost'} ${minutes} against what was expected.`,
      allBest: 'The moves were all best ones.',
      movesLost: (/** @type {string} */ minutes) => `The moves lost ${minutes}.`,
    },
    facts: {
      passed: 'Minutes passed',
      atStart: 'At the start',
      bestPlay: 'expected under best play',
      levels: 'Levels',
    },
    levels: 'Levels',
    ofLevels: (/** @type {number} */ levels) => count(levels, 'level', 'levels'),
    editor: 'The first row is the top. A click goes through red, green, blue and empty.',
    examples: {
      contest: 'The contest’s tower',
      two: 'Two levels',
      red: 'Three red levels: 18 minutes',
      slower: 'More colours, and slower',
      long: '72 minutes',
    },
    lesson: [
      {
        step: 'red',
        text: 'The die shows red. A red block must be taken from below the top level, if one can be.',
      },
      {
        step: '1L>M',
        text: 'The red block at the bottom left can: its level keeps its middle. Put it on top, in the middle.',
      },
      { step: 'blue', text: 'Blue.' },
      {
        step: '1R>L',
        text: 'The blue block at the bottom right can be taken, too. Put it on top, on the left.',
      },
      { step: 'green', text: 'Green.' },
      {
        step: '2L>R',
        text: 'The green block at the bottom must stay: it is all that its level has. Take the left one of the second level, and put it on the right.',
      },
    ],
    lessonEnd:
      'So it goes on until no block can be taken, and black only costs time. The sooner it ends, the better.',
  },
  tokens: {
    title: described.tokens.name,
    label: described.tokens.label,
    rule: described.tokens.rule,
    rules: [
      'Both pieces belong to both players. A step goes up, down, left or right, onto a cell that is not removed.',
      'A pair of cells on which the pieces have stood may not come back: such moves are marked as visited. Who cannot move, loses.',
      'A move is written with the two cells: 2,1>2,2 goes from row 2, column 1 to row 2, column 2, all counted from 0.',
      'The game is POJ 2990, Board Game.',
    ],
    task: 'Find the only move that wins.',
    matching: 'Matching',
    results: 'Results',
    withMatching: 'With matching',
    legend: [
      { mark: 'W', text: 'wins' },
      { mark: 'L', text: 'loses' },
      { mark: '★', text: 'best' },
      { mark: 'visited', text: 'that pair of cells may not come back' },
    ],
    free: 'free',
    removed: 'removed',
    visited: 'visited',
    both: 'both pieces can get here: choose one first',
    piece: 'piece',
    chosen: 'chosen',
    canBeReached: 'it can go here',
    canBeCaptured: 'can be captured',
    hints: {
      choosePiece: 'Choose a piece, or a cell next to one.',
      chooseCell: 'Choose where the piece goes.',
      cannotMove: 'This piece cannot move.',
      captured: (/** @type {string} */ step) => `${capital(step)} captures.`,
    },
    step: (/** @type {string} */ from = '', /** @type {string} */ to = '') => `${from} to ${to}`,
    captures: 'It lands on the other piece.',
    besideIt: 'It stops beside the other piece, which can be captured now.',
    toPartner: 'It goes to the partner of this pair in a maximum matching.',
    answeredBy: (/** @type {string} */ cells) =>
      `In a maximum matching its partner is the pair ${cells}: the answer goes there.`,
    captured: 'A piece was captured.',
    noMove: 'No legal move is left.',
    whyWins: 'Why this wins',
    whyLoses: 'Why this loses',
    coveredText: (/** @type {number} */ pairs, /** @type {number} */ joined) =>
      `The pieces can stand on ${pairs} pairs of cells from here on. ${joined} of these pairs can be matched, each with a partner that is one move away, and however that is done, the pair on the board has a partner. The player to move goes there. Whatever the other player does next leads to a pair that has a partner again, so there is always one more move.`,
    missedText: (/** @type {number} */ pairs, /** @type {number} */ joined) =>
      `The pieces can stand on ${pairs} pairs of cells from here on. ${joined} of these pairs can be matched, each with a partner that is one move away, so that the pair on the board has none. Then each move leads to a pair with a partner, and the other player answers by going there.`,
    drawn: (/** @type {string} */ cell) =>
      `The lines on the board join partners that differ in the piece at ${cell}, or the one that is chosen.`,
    facts: { freeCells: 'Free cells', visitedPairs: 'Visited pairs', none: 'none' },
    editor: 'A click goes through free, removed and piece. There are two pieces.',
    examples: {
      only: 'The only move wins',
      corners: '4 × 4, opposite corners',
      odd: '4 × 4, odd distance',
      eight: '8 × 8, as in a contest',
    },
    lesson: [
      {
        step: '0,0>0,1',
        text: 'Both pieces belong to both players. Move the left one a step to the right.',
      },
      {
        step: '0,1>0,2',
        text: 'It may not go back: the pieces have stood there before. All other moves of the other player end beside the other piece, as this one.',
      },
      { step: '0,2>0,3', text: 'Move a piece onto the other one.' },
    ],
    lessonEnd: 'That wins. Who cannot move, loses, too.',
  },
  chomp: {
    title: described.chomp.name,
    label: described.chomp.label,
    rule: described.chomp.rule,
    rules: [
      'A bite takes a cell of the bar, and with it all cells that are not above it and not left of it.',
      'The cell at the top left, marked with !, is poisoned: the player who has to take it loses.',
      'A move is written as its cell: 1,2 is row 1, column 2, both counted from 0.',
    ],
    task: 'Find the only bite that wins.',
    board: 'Bar',
    hint: 'Point at a cell, or tap it, to see the bite.',
    legend: [
      { mark: 'W6', text: 'wins in 6 moves' },
      { mark: 'L5', text: 'loses in 5' },
      { mark: '★', text: 'best' },
      { mark: '!', text: 'the poisoned corner' },
    ],
    poisoned: 'poisoned',
    left: 'left',
    eaten: 'eaten',
    leftCells: 'Left',
    takes: (/** @type {string} */ cell, /** @type {string} */ cells) =>
      `A bite at ${cell} takes ${cells}.`,
    takesCorner: 'It takes the poisoned corner.',
    leavesCorner: 'It leaves only the poisoned corner.',
    leavesTwoRows:
      'It leaves two rows, the lower one a cell shorter: each bite from there has an answer that leaves such a bar again.',
    leavesElbow:
      'It leaves two arms of the same length: each bite of one arm is answered in the other.',
    leavesWhole: 'It leaves a whole bar, which is won by the player to move.',
    nothingLeft: 'Nothing is left: the player to move wins.',
    cornerTaken: 'The poisoned corner is taken: whoever took it loses.',
    whyFirst: {
      title: 'Why the first player wins',
      text: 'Think of the smallest bite, the lower right corner. If it wins, all is well. If not, some bite answers it, and what that bite leaves could have been left at once: so that one wins. This tells that a bite wins, and not which one.',
      source: 'Gale, A curious Nim-type game, 1974',
    },
    editor: 'A click makes the row end with that cell; a click on its last cell takes that away.',
    examples: {
      bar: (/** @type {number} */ rows, /** @type {number} */ columns) => `${rows} × ${columns}`,
      twoWinning: '8 × 10, with two winning bites',
      lost: 'A lost position',
    },
    lesson: [
      {
        step: '1,2',
        text: 'The cell with ! is poisoned. Bite off the lower right cell: then the lower row is a cell shorter than the upper one.',
      },
      { step: '0,2', text: 'The other player takes the last cell of the upper row.' },
      { step: '1,1', text: 'Do the same again: leave the lower row a cell shorter.' },
      { step: '0,1', text: 'The other player bites off the upper row but for the corner.' },
      { step: '1,0', text: 'Take the last cell besides the corner.' },
    ],
    lessonEnd: 'Only the poisoned corner is left for the other player: you win.',
  },
};
