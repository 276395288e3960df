/**
 * Every text of the page in English, but those of each game, which are in the game's own folder: what
 * is put together is here, and all else in `en.json`. The other languages have the same: their types
 * are checked against the files in English.
 *
 * @import {Person} from '../core/people.js'
 * @import {Outcome} from '../core/values.js'
 */
import { capital } from '../core/capital.js';
import { count, either, inMoves, verb } from '../core/english.js';
import { grouped } from '../core/figures.js';
import plain from './en.json' with { type: 'json' };

/** Whose moves are counted. */
const COUNTING = ', counting both sides';

/** @param {number} mistakes in a hundred moves */
function mistakenMoves(mistakes) {
  const moves = Math.round(100 / mistakes);
  return moves === 1 ? 'a mistake in every move' : `1 mistake in ${moves} moves`;
}

export const texts = {
  ...plain,
  /** Between two sentences. */
  between: ' ',
  sentence: (/** @type {string} */ text) => `${capital(text)}.`,
  theme: { ...plain.theme, label: (/** @type {string} */ theme) => `Theme: ${theme}` },
  people: {
    ...plain.people,
    firstAndSecond: /** @type {[string, string]} */ (['the first player', 'the second player']),
  },
  sizes: { ...plain.sizes, square: (/** @type {number} */ side) => `${side} × ${side}` },
  cell: (/** @type {number} */ row, /** @type {number} */ column) => `row ${row}, column ${column}`,
  cells: (/** @type {number} */ number) => count(number, 'cell'),
  values: {
    ...plain.values,
    /** @type {(outcome: Outcome, plies: number | undefined) => string} */
    outcome: (outcome, plies) => (plies === undefined ? outcome : `${outcome} in ${plies}`),
    spokenScore: (/** @type {number} */ score) =>
      score === 0 ? 'zero' : `${score > 0 ? 'plus' : 'minus'} ${grouped(Math.abs(score))}`,
    grundy: (/** @type {number} */ number) => `Grundy value ${number}`,
    minutes: (/** @type {string} */ number, /** @type {boolean} */ isOne) =>
      `${number} ${isOne ? 'minute' : 'minutes'}`,
  },
  allGames: {
    ...plain.allGames,
    notThere: (/** @type {string} */ name) =>
      `There is no game “${name.slice(0, 40)}” here. These are the games:`,
  },
  newGame: {
    ...plain.newGame,
    strengths: (/** @type {number} */ mistakes) =>
      mistakes === 0 ? 'perfectly' : mistakes === 100 ? 'always wrong' : mistakenMoves(mistakes),
    random: (/** @type {string} */ size) => `random, ${size}`,
  },
  opponent: {
    ...plain.opponent,
    plays: (/** @type {number} */ mistakes) =>
      mistakes === 0
        ? 'The oracle makes no mistake.'
        : `The oracle makes ${mistakenMoves(mistakes)}, and fewer once you have won.`,
    next: (/** @type {number} */ mistakes) =>
      `Next time the oracle makes ${mistakes ? mistakenMoves(mistakes) : 'no mistake'}.`,
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
    ...plain.verdict,
    yours: (/** @type {string | null} */ side) => (side ? `your move, as ${side}` : 'your move'),
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
    ...plain.after,
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
    ...plain.why,
    givesAway: (/** @type {string | null} */ whose, /** @type {boolean} */ isDraw) =>
      `This gives ${whose ? `${whose}’s` : 'the'} ${isDraw ? 'draw' : 'win'} away.`,
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
    keep: (/** @type {number} */ keep, /** @type {number} */ moves, /** @type {string} */ what) => {
      if (keep === moves) return `All ${moves} moves keep ${what}.`;
      return keep === 1
        ? `Only one of ${moves} moves keeps ${what}.`
        : `${keep} of ${moves} moves keep ${what}.`;
    },
  },
  lesson: {
    ...plain.lesson,
    step: (/** @type {number} */ step, /** @type {number} */ steps) => `Step ${step} of ${steps}`,
    goesOn: (/** @type {string} */ step) => `The lesson goes on with ${step}.`,
  },
  challenge: {
    ...plain.challenge,
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
    result: {
      ...plain.challenge.result,
      line: (/** @type {boolean} */ isSolved, /** @type {number} */ moves) => {
        if (isSolved) return `✓ ${count(moves, 'move')}, no mistake`;
        if (!moves) return '✗ solution shown';
        const right = count(moves - 1, 'right move');
        return moves > 1 ? `✗ ${right}, then a mistake` : '✗ a mistake at once';
      },
    },
    others: (/** @type {string} */ game) => `Today’s puzzle of ${game}`,
  },
  review: {
    ...plain.review,
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
    right: (/** @type {string} */ move, /** @type {string} */ worth) =>
      `Right: ${move}${worth && `, ${worth}`}.`,
    wrong: (/** @type {string} */ move) => `${move} is not best either. Try another move.`,
    again: (/** @type {string} */ move) => `${move} is what was played. Try another move.`,
  },
  end: {
    ...plain.end,
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
  },
  legend: {
    ...plain.legend,
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
  moves: { ...plain.moves, gains: (/** @type {number} */ gain) => `gains ${grouped(gain)}` },
  line: {
    ...plain.line,
    then: (/** @type {string} */ worth) => `then ${worth} for the next player`,
  },
  plot: {
    ...plain.plot,
    valuesNote: (/** @type {string} */ first, /** @type {string} */ second) =>
      `above the line ${first}, below it ${second}`,
    label: (/** @type {string} */ first, /** @type {string} */ points) =>
      `Value over the game, above the line ${first}: ${points}`,
    minutesLabel: (/** @type {string} */ points) => `Minutes over the game: ${points}`,
    minute: (/** @type {number} */ passed, /** @type {string} */ total) =>
      `after ${count(passed, 'minute')} ${total} in all`,
    after: (/** @type {string} */ move) => `after ${move}`,
    /** @type {(when: string, isWon: boolean, worth: string) => string} */
    outcome: (when, isWon, worth) =>
      `${when} ${isWon ? 'won' : 'lost'} (${worth} for the player to move)`,
  },
  oracle: {
    ...plain.oracle,
    table: (/** @type {string} */ table) => `table ${table}`,
    searched: (/** @type {number} */ positions) => `a search of ${count(positions, 'position')}`,
    theorem: (/** @type {string} */ statement) => `${capital(statement)}.`,
    reason: (/** @type {string} */ reason) => `${capital(reason)}.`,
  },
  failures: {
    ...plain.failures,
    noPart: (/** @type {string} */ table) =>
      `The parts of the table \`${table}\` that this position needs cannot be fetched now`,
    noJson: (/** @type {number} */ status) =>
      `The server does not answer as expected (status ${status})`,
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
    ...plain.setup,
    ofTable: (/** @type {string} */ size) => `${size}, the board of a table`,
    cases: (/** @type {number} */ number) => `${count(number, 'case')}; choose one:`,
    contest: (/** @type {string} */ title) => `Input of the contest: ${title}`,
    paste: (/** @type {string} */ format) => `Paste input in the format ${format}`,
  },
  contest: {
    ...plain.contest,
    /** @type {(line: number, column: number | null, what: string) => string} */
    at: (line, column, what) =>
      `line ${line}${column === null ? '' : `, column ${column}`}: ${what}`,
    isNot: (/** @type {string} */ found, /** @type {string} */ expected) =>
      `\`${found.slice(0, 20)}\` is not ${expected}`,
    side: (/** @type {number} */ most) => `the size of a board, 1 to ${most}`,
    sides: (/** @type {number} */ most) => `the numbers of rows and columns, 1 to ${most}`,
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
