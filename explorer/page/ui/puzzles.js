/**
 * Puzzles: one is looked for before it is asked for.
 *
 * @import {Level, Puzzle} from '../core/puzzles.js'
 * @import {Game} from '../core/game.js'
 * @import {Session, View} from '../core/session.js'
 * @import {Child} from './dom.js'
 */
import { capital } from '../core/capital.js';
import { texts } from '../texts/en.js';
import { FIRST_SEED } from '../core/location.js';
import { LEVELS, findPuzzle } from '../core/puzzles.js';
import { newSeed } from '../core/random.js';
import { keep, kept } from '../core/storage.js';
import { personAt } from '../core/people.js';
import { words } from '../core/values.js';
import { element, star } from './dom.js';

/** A search for a puzzle, begun before or when it is asked for. */
class Search {
  game;
  level;
  /** How many positions were looked at. */
  positions = 0;
  #ending = new AbortController();
  /** @type {Promise<Puzzle | null>} */
  found;

  /**
   * @param {Session} session
   * @param {Game} game
   * @param {Level} level
   * @param {() => void} onProgress
   */
  constructor(session, game, level, onProgress) {
    this.game = game;
    this.level = level;
    const count = (/** @type {number} */ positions) => {
      this.positions = positions;
      onProgress();
    };
    const { signal } = this.#ending;
    this.found = findPuzzle(session.oracle, game, level, newSeed(), signal, count);
    // What was looked for early, and failed, is looked for again when it is asked for.
    this.found.catch(() => (this.hasFailed = true));
  }

  end() {
    this.#ending.abort();
  }
}

export class Puzzles {
  #session;
  /** @type {Search | null} */
  #search = null;
  /** Whether somebody waits for the search. */
  #isAwaited = false;
  #problem = '';

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @returns {Level} */
  get level() {
    const level = kept('localStorage', 'level');
    return LEVELS.find((known) => known === level) ?? 'medium';
  }

  /** @param {Level} level */
  set level(level) {
    keep('localStorage', 'level', level);
    this.next();
  }

  /** @param {View} view */
  show(view) {
    const { state, game } = view;
    if (state.mode !== 'puzzle') {
      this.#search?.end();
      [this.#search, this.#isAwaited, this.#problem] = [null, false, ''];
      return;
    }
    if (this.#search && this.#search.game !== game) this.#search.end();
    // An address without a seed asks for any puzzle.
    const isThere = state.seed !== FIRST_SEED;
    if (!isThere && !this.#isAwaited && !this.#problem) this.next();
    else if (view.answer) this.#begin(game);
  }

  /**
   * Looks for a puzzle of the level, unless one is being looked for.
   *
   * @param {Game} game
   */
  #begin(game) {
    const { level } = this;
    const before = this.#search;
    if (before?.game === game && before.level === level && !before.hasFailed) return before;
    before?.end();
    const changed = () => {
      if (this.#isAwaited && this.#search === search) this.#session.redraw();
    };
    const search = new Search(this.#session, game, level, changed);
    this.#search = search;
    return search;
  }

  /** Shows the next puzzle as soon as there is one. */
  async next() {
    const { game } = this.#session.view;
    const search = this.#begin(game);
    [this.#isAwaited, this.#problem] = [true, ''];
    this.#session.redraw();
    /** @type {Puzzle | null} */
    let puzzle = null;
    let problem = texts.puzzle.none;
    try {
      puzzle = await search.found;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (this.#search !== search) return;
    [this.#search, this.#isAwaited, this.#problem] = [null, false, puzzle ? '' : problem];
    if (puzzle) {
      const { setup, steps } = puzzle;
      const seed = newSeed();
      this.#session.begin(setup, { mode: 'puzzle', steps, at: steps.length, seed });
    } else {
      this.#session.redraw();
    }
  }

  /**
   * What is to be found, and whether the move that was tried is it.
   *
   * @param {View} view
   * @returns {Child[]}
   */
  task(view) {
    const { game } = view;
    if (this.#isAwaited) {
      const looked = this.#search?.positions ?? 0;
      const spinner = element('span', { class: 'spinner' });
      return [
        element('p', { class: 'waiting', role: 'status' }, spinner, texts.puzzle.looking(looked)),
      ];
    }
    if (this.#problem) {
      return [element('p', { class: 'failure-message', role: 'alert' }, this.#problem)];
    }
    const given = givenOf(view);
    const tried = view.path[given.ply + 1];
    if (!given.answer || view.state.at <= given.ply || !tried) {
      const side = game.players ? personAt(view, game.mover(given, view.state.board)) : null;
      return [
        element('p', { class: 'verdict-turn' }, game.puzzle?.task),
        side && element('p', { class: 'verdict-who' }, capital(texts.verdict.turn(side))),
      ];
    }
    return resultOf(view);
  }

  /**
   * What can be done: with the puzzle, and next.
   *
   * @param {View} view
   */
  actions(view) {
    const { state } = view;
    const given = givenOf(view);
    const wasTried = state.at > given.ply;
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ text,
      /** @type {() => void} */ click,
      className = 'button',
    ) => element('button', { type: 'button', class: className, 'data-key': key, click }, text);
    const { again, solution, next } = texts.puzzle;
    if (this.#isAwaited) return [this.#levels()];
    return [
      wasTried &&
        !isSolved(view) &&
        button('again', again, () => this.#session.change({ steps: given.steps(), at: given.ply })),
      !state.shown &&
        button('solution', solution, () => this.#session.change({ shown: true, at: given.ply })),
      button('next', next, () => this.next(), isSolved(view) ? 'button button-main' : 'button'),
      this.#levels(),
    ];
  }

  #levels() {
    const options = LEVELS.map((level) =>
      element(
        'option',
        { value: level, selected: level === this.level },
        texts.puzzle.levels[level],
      ),
    );
    const change = (/** @type {any} */ event) => {
      this.level = event.target.value;
    };
    return element(
      'select',
      { 'data-key': 'level', 'aria-label': texts.puzzle.level, change },
      ...options,
    );
  }
}

/**
 * The position of the puzzle: after the roll, where there is one.
 *
 * @param {View} view
 */
function givenOf({ game, root, path }) {
  return path.find((node) => game.roll === null || game.roll(node.place, () => 0) === null) ?? root;
}

/** @param {View} view */
function triedIn(view) {
  const given = givenOf(view);
  const tried = view.path[given.ply + 1];
  const sections = given.answer ? view.game.sections(given.answer, given.place) : [];
  const moves = sections.flatMap((section) => section.moves);
  return { tried, move: moves.find(({ move }) => move === tried?.step), best: moves[0] };
}

/** @param {View} view */
function isSolved(view) {
  return view.state.at > givenOf(view).ply && Boolean(triedIn(view).move?.best);
}

/**
 * @param {View} view
 * @returns {Child[]}
 */
function resultOf(view) {
  const { tried, move } = triedIn(view);
  if (move?.best) {
    const text = texts.puzzle.right(move.move, words(move.result));
    return [element('p', { class: 'puzzle-result tone-good', role: 'status' }, star(), text)];
  }
  const refuted = move?.replies?.length ? texts.puzzle.refuted(move.replies[0]) : '';
  const text = texts.puzzle.wrong(tried.step, move?.result ? words(move.result) : '', refuted);
  return [element('p', { class: 'puzzle-result tone-bad', role: 'status' }, text)];
}
