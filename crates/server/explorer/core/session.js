/** @import {Answer, LineStep, Oracle, Value} from './oracle.js' */
/** @import {Game, Setup} from './game.js' */
/** @import {State} from './location.js' */
import { initialState, read, write } from './location.js';
import { reply } from './opponent.js';
import { Failure, isAbort } from './oracle.js';
import { pause } from './pause.js';
import { random } from './random.js';
import { Node } from './tree.js';

/** An answer that comes so soon is waited for, so that the page changes once. */
const SOON = 80;

/** How long the opponent seems to think, so that its move can be followed. */
const THINKING = 500;

/**
 * Everything that the page shows.
 *
 * @typedef {object} View
 * @property {Game} game
 * @property {State} state
 * @property {Node} root
 * @property {Node[]} path from the root to the last step, of which `state.at` have been made
 * @property {Node} node where the game is
 * @property {Answer | null} answer about the node, when it has come
 * @property {Failure | null} failure why there is none
 * @property {boolean} results whether results are shown
 * @property {boolean} over
 * @property {boolean} free whether the person may move: not while the oracle or the die is due
 * @property {LineStep[] | null | undefined} line best play, null if not known, undefined before
 */

/** The state of the page, kept in its address, and the questions that it takes. */
export class Session {
  #oracle;
  #games;
  #onChange;
  /** @type {AbortController | null} */
  #current = null;
  /** @type {View | null} */
  #view = null;
  /** The state that was asked for, with steps that may not be legal. @type {State} */
  #wanted;

  /**
   * @param {Oracle} oracle
   * @param {readonly Game[]} games
   * @param {(view: View) => void} onChange called whenever something else is to be shown
   */
  constructor(oracle, games, onChange) {
    this.#oracle = oracle;
    this.#games = games;
    this.#onChange = onChange;
    this.#wanted = initialState(games[0]);
  }

  /** Shows what the address says, now and whenever it changes. */
  start() {
    const follow = () => this.#show(read(location.hash, this.#games));
    addEventListener('popstate', follow);
    follow();
  }

  get oracle() {
    return this.#oracle;
  }

  /** What is shown. There is something from the start on. */
  get view() {
    return /** @type {View} */ (this.#view);
  }

  /**
   * Goes to a changed state.
   *
   * @param {Partial<State>} changes
   * @param {{replace?: boolean}} options whether the browser's `back` is to leave the state out
   */
  change(changes, { replace = false } = {}) {
    const state = { ...this.view.state, ...changes };
    const hash = write(state, this.#gameOf(state));
    if (replace) history.replaceState(null, '', hash);
    else if (hash !== location.hash) history.pushState(null, '', hash);
    this.#show(state);
  }

  /**
   * Makes steps from where the game is.
   *
   * @param {...string} made
   */
  play(...made) {
    const { state, free } = this.view;
    if (free) this.change(after(state, made));
  }

  /**
   * Makes a step in place of the last one.
   *
   * @param {string} step
   */
  playInstead(step) {
    const { state } = this.view;
    this.change(after({ ...state, at: Math.max(0, state.at - 1) }, [step]));
  }

  /** @param {number} at how many of the steps are to be made */
  jump(at) {
    this.change({ at: Math.max(0, Math.min(at, this.view.state.steps.length)) });
  }

  /** Takes a step back: against the oracle to the move before its reply. */
  undo() {
    const { game, state, path } = this.view;
    let at = state.at - 1;
    if (state.mode === 'play') {
      while (at > 0 && !this.#isPersons(path[at], game, state)) at -= 1;
    }
    this.jump(at);
  }

  redo() {
    const { game, state, path } = this.view;
    let at = state.at + 1;
    if (state.mode === 'play') {
      while (at < state.steps.length && !this.#isPersons(path[at], game, state)) at += 1;
    }
    this.jump(at);
  }

  /** @param {Node} node of this tree */
  visit(node) {
    const steps = node.steps();
    this.change({ steps, at: steps.length });
  }

  /**
   * Begins anew.
   *
   * @param {Setup} setup
   * @param {Partial<State>} changes
   */
  begin(setup, changes = {}) {
    this.change({ ...setup, steps: [], at: 0, shown: false, ...changes });
  }

  /** @param {Game} game */
  addressOf(game) {
    return write(initialState(game), game);
  }

  /** @param {State} state */
  #gameOf(state) {
    return this.#games.find(({ name }) => name === state.game) ?? this.#games[0];
  }

  /**
   * @param {Node} node
   * @param {Game} game
   * @param {State} state
   */
  #isPersons(node, game, state) {
    if (game.roll) return game.roll(node.place, () => 0) === null;
    return game.mover(node.place, node.ply, state.board) === state.side;
  }

  /** @param {State} wanted */
  async #show(wanted) {
    this.#current?.abort();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;

    this.#wanted = wanted;
    const view = this.#lay(wanted);
    this.#view = view;
    const options = { board: view.state.board || undefined, signal };
    const asked = this.#ask(view, options);
    const soon = await Promise.race([asked.then(() => true), pause(SOON, signal)]);
    if (signal.aborted || this.#spellsBoard(view)) return;
    if (!soon) {
      this.#onChange(view);
      await asked;
      if (signal.aborted || this.#spellsBoard(view)) return;
    }
    this.#onChange(view);
    if (!view.answer) return;
    await Promise.all([
      this.#continue(view, signal),
      this.#findLine(view, options),
      this.#findValues(view, options),
    ]).catch((error) => {
      if (!isAbort(error)) throw error;
    });
  }

  /**
   * Shows the state again with the board's own text, if the address named the board by its
   * fingerprint or with other spaces.
   *
   * @param {View} view
   */
  #spellsBoard({ game, state, answer }) {
    const board = answer && game.boardOf?.(answer);
    if (!board || board === state.board) return false;
    this.change({ board, steps: this.#wanted.steps, at: this.#wanted.at }, { replace: true });
    return true;
  }

  /**
   * What a state shows before anything has been answered.
   *
   * @param {State} wanted
   * @returns {View}
   */
  #lay(wanted) {
    const game = this.#gameOf(wanted);
    const before = this.#view;
    const same =
      before &&
      before.game === game &&
      before.state.start === wanted.start &&
      before.state.board === wanted.board;
    const root = same ? before.root : new Node(wanted.start);
    const path = [root];
    /** @type {Failure | null} */
    let failure = null;
    for (const [index, step] of wanted.steps.entries()) {
      const last = path[path.length - 1];
      const place = last.child(step)?.place ?? game.play(last.place, step, wanted.board);
      if (place === null) {
        const message = `\`${step}\`, move ${index + 1} of the address, is not legal there`;
        failure = new Failure('usage', message, 'the moves before it are shown');
        break;
      }
      path.push(last.grow(step, place));
    }
    const steps = wanted.steps.slice(0, path.length - 1);
    const state = { ...wanted, steps, at: Math.min(wanted.at, steps.length) };
    const node = path[state.at];
    const over = game.over(node.place, state.board);
    const hidden = state.mode !== 'analyse' && !state.shown && !over;
    const free = state.mode !== 'play' || this.#isPersons(node, game, state);
    return {
      game,
      state,
      root,
      path,
      node,
      failure,
      over,
      free,
      answer: node.answer,
      results: !hidden,
      line: undefined,
    };
  }

  /**
   * @param {View} view is given the answer or the failure
   * @param {{board?: string, signal: AbortSignal}} options
   */
  async #ask(view, options) {
    const { game, node } = view;
    try {
      view.answer = await this.#learn(game, node, options);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Failure)) throw error;
      view.answer = null;
      view.failure ??= error;
    }
  }

  /**
   * @param {Game} game
   * @param {Node} node
   * @param {{board?: string, signal: AbortSignal}} options
   */
  async #learn(game, node, options) {
    const position = game.position(node.place);
    const answer =
      position === null ? lostEnd(game) : await this.#oracle.answer(game.name, position, options);
    node.learn(answer);
    return answer;
  }

  /**
   * Makes the oracle's move, or rolls the die, if it is time for that.
   *
   * @param {View} view
   * @param {AbortSignal} signal
   */
  async #continue(view, signal) {
    const { game, state, node, answer, over } = view;
    const waits = state.mode === 'play' && state.at === state.steps.length && !over;
    if (!waits || !answer || view.free) return;
    await pause(THINKING, signal);
    if (signal.aborted) return;
    const step = game.roll
      ? game.roll(node.place, random(state.seed, ...state.steps))
      : this.#reply(view, answer);
    if (step !== null) this.change(after(state, [step]), { replace: true });
  }

  /**
   * @param {View} view
   * @param {Answer} answer
   */
  #reply({ game, state, node }, answer) {
    const [section] = game.sections(answer, node.place);
    if (section?.moves.length) return reply(section, state);
    const steps = game.someSteps(node.place, state.board);
    return steps[Math.floor(random(state.seed, ...state.steps)() * steps.length)] ?? null;
  }

  /**
   * @param {View} view
   * @param {{board?: string, signal: AbortSignal}} options
   */
  async #findLine(view, options) {
    const { game, node, answer } = view;
    const position = game.position(node.place);
    if (!game.hasLines || view.over || !view.results || !answer?.value || position === null) return;
    const line = await this.#oracle.line(game.name, position, options).catch((error) => {
      if (isAbort(error)) throw error;
      return null;
    });
    if (options.signal.aborted) return;
    view.line = line;
    this.#onChange(view);
  }

  /**
   * Asks for the values along the path that are not known yet.
   *
   * @param {View} view
   * @param {{board?: string, signal: AbortSignal}} options
   */
  async #findValues(view, options) {
    const { game, path } = view;
    const unknown = path.filter(
      (node) => !node.answer && (game.roll || !node.value) && game.position(node.place) !== null,
    );
    if (!unknown.length) return;
    if (game.roll) {
      // What luck and moves have done follows from whole answers.
      await Promise.all(unknown.map((node) => this.#learn(game, node, options)));
      if (!options.signal.aborted) this.#onChange(view);
      return;
    }
    /** @type {(Value | null)[]} */
    const values = await this.#oracle
      .values(
        game.name,
        unknown.map((node) => game.position(node.place) ?? ''),
        options,
      )
      .catch((error) => {
        if (isAbort(error)) throw error;
        return [];
      });
    if (options.signal.aborted) return;
    for (const [index, node] of unknown.entries()) node.value ??= values[index] ?? null;
    this.#onChange(view);
  }
}

/**
 * The state after steps: those that could be made again are kept if they are the same.
 *
 * @param {State} state
 * @param {string[]} made
 * @returns {Pick<State, 'steps' | 'at'>}
 */
function after(state, made) {
  const at = state.at + made.length;
  const steps = [...state.steps.slice(0, state.at), ...made];
  const again = state.steps.slice(0, at).join(' ') === steps.join(' ');
  return { steps: again ? state.steps : steps, at };
}

/**
 * What is known of the end of a game that has no position.
 *
 * @param {Game} game
 * @returns {Answer}
 */
function lostEnd({ name }) {
  return { game: name, position: '', value: { outcome: 'loss' }, moves: [], table: null };
}
