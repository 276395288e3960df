/**
 * The state of the page, and its text in the address.
 *
 * @import {Game} from './game.js'
 *
 * @typedef {'analyse' | 'play' | 'puzzle' | 'today' | 'survive' | 'review' | 'lesson'} Mode
 *
 * @typedef {object} State
 * @property {string} game
 * @property {string} start
 * @property {string} board empty if the game has none beside the position
 * @property {string[]} steps
 * @property {number} at how many of the steps have been made; the others can be made again
 * @property {Mode} mode
 * @property {0 | 1} side the side that the person plays against the oracle
 * @property {number} mistakes how many of a hundred replies of the oracle are mistakes
 * @property {number} seed decides the mistakes and the rolls
 * @property {string} day of the puzzle in the mode `today`, `2026-11-26`; empty for today
 * @property {number} round how many games of a run have been won in the mode `survive`, or lessons are done in the mode `lesson`
 * @property {string} tried the step that was tried instead of a mistake in the mode `review`
 * @property {boolean} shown whether results are shown where a mode hides them
 * @property {Record<string, string>} settings how the board is shown
 */

/** The modes that end with the first mistake. @type {readonly Mode[]} */
const CHALLENGES = ['puzzle', 'today', 'survive'];

/** @type {readonly Mode[]} */
const MODES = ['analyse', 'play', 'review', 'lesson', ...CHALLENGES];

/** The seed of a state that has not been given one. */
export const FIRST_SEED = 1;

/** The state of a puzzle that is yet to be found. */
export const NEXT = { seed: FIRST_SEED, day: '', round: 0, mistakes: 0 };

/** Whether a mode ends with the first mistake. @param {Mode} mode */
export function isChallenge(mode) {
  return CHALLENGES.includes(mode);
}

/** Whether the oracle makes the other side's moves in a mode. @param {Mode} mode */
export function hasOpponent(mode) {
  return mode === 'play' || isChallenge(mode);
}

/** Whether one side is the person's, and the other one the oracle's. @param {Mode} mode */
export function hasSides(mode) {
  return mode === 'review' || hasOpponent(mode);
}

/** The address of the page that shows all games. */
export const ALL_GAMES = '#/';

/** The state in which a game is first shown. @type {(game: Game) => State} */
export function initialState(game) {
  return {
    game: game.name,
    ...game.initial,
    steps: [],
    at: 0,
    mode: 'analyse',
    side: 0,
    mistakes: 0,
    seed: FIRST_SEED,
    day: '',
    round: 0,
    tried: '',
    shown: false,
    settings: Object.fromEntries(game.settings.map(({ key, values }) => [key, values[0].value])),
  };
}

/** The part of an address behind `#`. @type {(state: State, game: Game) => string} */
export function write(state, game) {
  const initial = initialState(game);
  const fields = [];
  const isOther = state.start !== initial.start || state.board !== initial.board;
  const isGiven = isOther && state.mode !== 'lesson';
  if (isGiven && state.board !== initial.board) fields.push(['board', state.board]);
  if (isGiven) fields.push(['start', state.start]);
  if (state.steps.length) fields.push(['moves', writeSteps(state.steps)]);
  if (state.at !== state.steps.length) fields.push(['at', String(state.at)]);
  if (state.mode !== 'analyse') fields.push(['mode', state.mode]);
  if (state.side) fields.push(['side', 'second']);
  if (state.mistakes) fields.push(['mistakes', String(state.mistakes)]);
  if (state.seed !== initial.seed) fields.push(['seed', String(state.seed)]);
  if (state.mode === 'today' && state.day) fields.push(['day', state.day]);
  const hasRounds = state.mode === 'survive' || state.mode === 'lesson';
  if (hasRounds && state.round) fields.push(['round', String(state.round)]);
  if (state.mode === 'review' && state.tried) fields.push(['tried', writeSteps([state.tried])]);
  if (state.shown) fields.push(['results', 'shown']);
  for (const [key, value] of Object.entries(state.settings)) {
    if (value !== initial.settings[key]) fields.push([key, value]);
  }
  const query = fields.map(([key, value]) => `${key}=${encode(value)}`).join('&');
  return `#/${state.game}${query && `?${query}`}`;
}

/**
 * Reads the part of an address behind `#`, of a game. Fields that it cannot read are as at first;
 * whether position and moves are legal is for others to say.
 *
 * @type {(hash: string, game: Game) => State}
 */
export function read(hash, game) {
  const [, query = ''] = /^[^?]*\??(.*)$/s.exec(hash) ?? [];
  const state = initialState(game);
  const fields = new URLSearchParams(query);
  state.board = fields.get('board') ?? state.board;
  state.start = fields.get('start') ?? state.start;
  state.steps = readSteps(fields.get('moves') ?? '');
  state.at = whole(fields.get('at'), state.steps.length) ?? state.steps.length;
  state.mode = MODES.find((mode) => mode === fields.get('mode')) ?? state.mode;
  state.round = whole(fields.get('round'), 1000) ?? state.round;
  const lesson = game.lessons?.[state.round];
  if (state.mode === 'lesson' && lesson) Object.assign(state, lesson.setup);
  const isMissing = state.mode === 'lesson' ? !lesson : isChallenge(state.mode) && !game.puzzle;
  if (isMissing) state.mode = 'analyse';
  state.side = fields.get('side') === 'second' ? 1 : 0;
  state.mistakes = whole(fields.get('mistakes'), 100) ?? state.mistakes;
  state.seed = whole(fields.get('seed'), Number.MAX_SAFE_INTEGER) ?? state.seed;
  [state.day = ''] = /^\d{4}-\d{2}-\d{2}$/.exec(fields.get('day') ?? '') ?? [];
  [state.tried = ''] = readSteps(fields.get('tried') ?? '');
  state.shown = fields.get('results') === 'shown';
  for (const { key, values } of game.settings) {
    const value = values.find((candidate) => candidate.value === fields.get(key));
    if (value) state.settings[key] = value.value;
  }
  return state;
}

/** Steps as a text, with blanks between them. Those in a step are written as in an address. @param {string[]} steps */
export function writeSteps(steps) {
  return steps.map((step) => step.replace(/[%\s]/g, encodeURIComponent)).join(' ');
}

/** The steps of a text; what is not written in this way is a step as it is. @param {string} text */
export function readSteps(text) {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((step) => step.replace(/(%[0-9A-F]{2})+/g, unescaped));
}

/** What is written in percents; as it is where that is wrong. @param {string} code */
export function unescaped(code) {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** A whole number from 0 to `most`, or null. @type {(text: string | null, most: number) => number | null} */
function whole(text, most) {
  const number = text && /^\d+$/.test(text) ? Number(text) : NaN;
  return number <= most ? number : null;
}

/** Percent-encodes what an address needs encoded, and leaves what can be read. @param {string} text */
function encode(text) {
  return encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/%(2C|2F|3A|3B)/g, (code) => decodeURIComponent(code));
}
