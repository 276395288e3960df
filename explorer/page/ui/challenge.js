/**
 * Puzzles, today's puzzle and survival: games against the oracle that begin won, and end with the
 * first mistake.
 *
 * @import {Game} from '../core/game.js'
 * @import {State} from '../core/location.js'
 * @import {Puzzle} from '../core/puzzles.js'
 * @import {Level} from '../core/records.js'
 * @import {Mistake} from '../core/review.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 */
import { legal, moverAt } from '../core/known.js';
import { FIRST_SEED, NEXT, initialState, isChallenge } from '../core/location.js';
import { isRollDue } from '../core/people.js';
import { findPuzzle, findStart } from '../core/puzzles.js';
import { newSeed } from '../core/random.js';
import { decided, levelOf, longest, today, todays } from '../core/records.js';
import { ownSteps } from '../core/review.js';
import { Node } from '../core/tree.js';
import { MINUTES, decimal, minutes } from '../core/values.js';
import { texts } from '../texts/en.js';
import { copyRow } from './copy-row.js';
import { days } from './days.js';
import { button, element, p, star, waiting } from './dom.js';
import { turn } from './verdict.js';
import { sentences } from './why.js';

/**
 * What is looked for, and what it is found for.
 *
 * @typedef {object} Search
 * @property {Game} game
 * @property {Partial<State>} state
 * @property {Level} level
 * @property {Promise<Puzzle | null>} found
 * @property {AbortController} ending
 */

/** @param {Session} session */
export function create(session) {
  /** The search that is waited for. @type {Search | null} */
  let awaited = null;
  /** The search for the puzzle after this one, begun before it is asked for. @type {Search | null} */
  let ahead = null;
  let problem = '';

  /** @param {View} view */
  function show(view) {
    const { state, game } = view;
    if (awaited && !isFor(awaited, view)) {
      awaited.ending.abort();
      [awaited, problem] = [null, ''];
    }
    if (ahead && !isFor(ahead, view)) {
      ahead.ending.abort();
      ahead = null;
    }
    if (!isChallenge(state.mode)) return;
    if (state.seed === FIRST_SEED) {
      if (!awaited && !problem) showNext();
      return;
    }
    problem = '';
    keepResult(view);
    if (state.mode === 'puzzle' && view.answer) ahead ??= begin(game, state);
  }

  /** @type {(game: Game, asked: State) => Search} */
  function begin(game, asked) {
    const { oracle } = session;
    const { mode, round } = asked;
    const ending = new AbortController();
    const level = levelOf();
    const day = mode === 'today' ? asked.day || today() : '';
    const isSame = mode === 'survive' && asked.seed !== FIRST_SEED;
    const seed = isSame ? asked.seed : day ? Number(day.replaceAll('-', '')) : newSeed();
    const found =
      mode === 'survive'
        ? findStart(oracle, game, round, seed, ending.signal)
        : findPuzzle(oracle, game, day ? 'medium' : level, day || seed, ending.signal);
    found.catch(() => (ahead = null));
    return { game, level, found, ending, state: { mode, day, round, seed } };
  }

  /** Shows what is played next as soon as there is one. @param {State} [asked] */
  async function showNext(asked = session.view.state) {
    const { game, state } = session.view;
    const search = ahead ?? begin(game, asked);
    [awaited, ahead, problem] = [search, null, ''];
    session.redraw();
    let puzzle = null;
    let why = texts.challenge.none;
    try {
      puzzle = await search.found;
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    if (awaited !== search) return;
    [awaited, problem] = [null, puzzle ? '' : why];
    if (!puzzle) {
      session.redraw();
      return;
    }
    const { setup, steps } = puzzle;
    const side = moverAt(game, new Node(setup.start), setup.board);
    const changes = { ...search.state, steps, at: steps.length, side, mistakes: 0, tried: '' };
    session.begin(setup, changes, { replace: state.seed === FIRST_SEED });
  }

  /** @type {(view: View) => Child[]} */
  function content(view) {
    if (awaited) return [waiting(texts.challenge.looking)];
    if (problem) {
      return [element('p', { class: 'failure-message', role: 'alert' }, problem)];
    }
    return told(view);
  }

  /** @type {(view: View) => Child[]} */
  function actions(view) {
    const { state, failed } = view;
    if (awaited) return [];
    const { again, solution, next, more, nextBoard, newRun } = texts.challenge;
    const isSolved = solved(view);
    const main = (/** @type {unknown} */ is) => (is ? 'button button-main' : 'button');
    if (problem) return [button('next', texts.failures.tryAgain, () => showNext())];
    if (state.mode === 'survive') {
      const review = () =>
        failed &&
        session.change({ mode: 'review', at: failed.node.ply - 1, tried: '', shown: false });
      const anew = { ...state, seed: FIRST_SEED, round: 0 };
      const grown = { ...state, round: state.round + 1 };
      return [
        isSolved && button('next', nextBoard, () => showNext(grown), main(true)),
        failed && button('next', newRun, () => showNext(anew), main(true)),
        failed && button('review', texts.end.review, review),
      ];
    }
    const given = givenOf(view);
    const retry = { steps: given.steps(), at: given.ply, shown: false };
    const toNext = () =>
      state.mode === 'puzzle' ? showNext() : session.begin(state, { ...NEXT, mode: 'puzzle' });
    return [
      (failed || state.shown) && button('again', again, () => session.change(retry)),
      !state.shown &&
        !isSolved &&
        button('solution', solution, () => session.change({ shown: true, at: given.ply })),
      button('next', state.mode === 'puzzle' ? next : more, toNext, main(isSolved)),
    ];
  }

  const below = (/** @type {View} */ view) => pasted(view, session);
  return { show, content, below, actions };
}

/** Whether a search is for what is shown. @type {(search: Search, view: View) => boolean} */
function isFor({ game, level, state: { mode, day } }, { game: shown, state }) {
  const isDay = mode !== 'today' || day === (state.day || today());
  return game === shown && mode === state.mode && level === levelOf() && isDay;
}

/** The position of the puzzle: after the roll, where there is one. @param {View} view */
function givenOf({ game, root, path }) {
  return path.find(({ place }) => !isRollDue(game, place)) ?? root;
}

/** @param {View} view */
function solved({ over, failed, state }) {
  return over && !failed && !state.shown;
}

/** Counts what has been decided: what was solved without help, at the first try. @param {View} view */
function keepResult(view) {
  const { state, game, failed } = view;
  const isSolved = solved(view);
  if (!isSolved && !failed && !state.shown) return;
  if (state.mode === 'survive') longest(game.name, state.round + (isSolved ? 1 : 0));
  else if (state.mode === 'puzzle') decided(game.name, state.seed, isSolved);
  else todays(game.name, state.day, { isSolved, moves: ownSteps(view, view.node).length });
}

/** What is to be done, or how it ended. @type {(view: View) => Child[]} */
function told(view) {
  const { state, game, failed, node, root } = view;
  const { task, survive, rule, side, inRow, best, solved: done, survived } = texts.challenge;
  const isRun = state.mode === 'survive';
  const row = state.mode === 'puzzle' ? decided(game.name).row : 0;
  const run = isRun ? longest(game.name) : 0;
  const record = run ? best(run) : row > 1 ? inRow(row) : '';
  if (failed) return result('bad', mistakeOf(view, failed), record);
  const made = ownSteps(view, node).length;
  if (solved(view)) {
    const text = isRun ? survived(state.round + 1) : done(made);
    return result('good', [text], record);
  }
  const isScore = root.value && 'score' in root.value;
  const kind = game.roll ? 'minutes' : isScore ? 'score' : 'win';
  const isFirst = node === givenOf(view);
  const choices = legal(game, node.place, state.board).length;
  const first = isRun ? survive(state.round + 1, game.roll !== null) : task[kind](choices);
  const who = isFirst && game.players ? side(game.players[state.side]) : '';
  return [
    ...(isFirst ? [element('h2', { class: 'verdict-turn' }, first)] : turn(view)),
    paragraph(who, isFirst ? rule[kind](decimal(MINUTES)) : texts.challenge.soFar(made), record),
  ];
}

/** @param {...string} all */
function paragraph(...all) {
  const text = sentences(...all);
  return text && p('verdict-who', text);
}

/**
 * Sentences, of which the first one stands out.
 *
 * @type {(kind: 'good' | 'bad', all: string[], record: string) => Child[]}
 */
function result(kind, [text, ...rest], record) {
  const properties = { class: `puzzle-result tone-${kind}`, role: 'status' };
  return [element('p', properties, kind === 'good' && star(), text), paragraph(...rest, record)];
}

/**
 * Which move was the mistake, what refutes it, and what that ended.
 *
 * @type {(view: View, failed: Mistake) => string[]}
 */
function mistakeOf({ state, game }, { node: { parent, step }, cost }) {
  const { gives, costs, refuted, runEnds } = texts.challenge;
  const sections = parent?.answer ? game.sections(parent.answer, parent.place) : [];
  const made = sections.flatMap(({ moves }) => moves).find(({ move }) => move === step);
  return [
    game.roll ? costs(step, minutes(cost)) : gives(step),
    made?.replies?.length && game.players ? refuted(made.replies[0]) : '',
    state.mode === 'survive' ? runEnds(state.round) : '',
  ];
}

/**
 * The result of the puzzle of a date as a line to paste, once there is one, and where to go on.
 *
 * @type {(view: View, session: Session) => HTMLElement | null}
 */
function pasted({ state, game }, session) {
  const result = state.mode === 'today' && todays(game.name, state.day);
  if (!result) return null;
  const { label, line } = texts.challenge.result;
  const address = session.linkTo(game, { mode: 'today', day: state.day });
  const text = `perfectplay ${state.day} ${game.label} ${line(result.isSolved, result.moves)} ${address}`;
  const left = session.games.find(({ name, puzzle }) => puzzle && !todays(name, today()));
  const { others, allPlayed } = texts.challenge;
  const next = left
    ? button('others', others(left.label), () =>
        session.change({ ...initialState(left), ...NEXT, mode: 'today' }),
      )
    : p('note', allPlayed);
  return element(
    'section',
    { class: 'card' },
    days([game], session),
    copyRow('result', label, text),
    next,
  );
}
