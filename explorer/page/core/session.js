/**
 * The state of the page, kept in its address: what leads from one to the next, and what each shows.
 *
 * @import {Answer, Oracle} from './oracle.js'
 * @import {Game, Setup} from './game.js'
 * @import {State} from './location.js'
 * @import {Questions} from './questions.js'
 * @import {View} from './view.js'
 */
import { texts } from '../texts/en.js';
import { keepTree, keptTree, treeKey } from './kept-tree.js';
import { hasOpponent, initialState, read, write } from './location.js';
import { accepts, dueOf } from './lesson.js';
import { reply } from './opponent.js';
import { legal, play } from './known.js';
import { rollOf } from './people.js';
import { Failure, isAbort } from './oracle.js';
import { hashOf, pathOf } from './path.js';
import { pause } from './pause.js';
import { createQuestions } from './questions.js';
import { random } from './random.js';
import { Node } from './tree.js';
import { isPersons, viewOf } from './view.js';

/** An answer that comes so soon is waited for, so that the page changes once. */
const SOON = 10;

/** How long the opponent seems to think, so that its move can be followed. */
const THINKING = 500;

/**
 * Who is told of changes.
 *
 * @typedef {object} Screen
 * @property {(view: View) => void} show
 * @property {(unknown: string, isLoaded: boolean) => void} showAll shows all games; `unknown` is the name in the
 *     address if it is that of no game, as far as they are loaded
 */

export class Session {
  oracle;
  games;
  #screen;
  #hasPaths;
  /** Loads further games, when the address names one that is not there. @type {(() => Promise<Game[]>) | null} */
  #loadMore;
  /** @type {Questions | null} */
  #questions = null;
  /** @type {View | null} */
  #view = null;
  /** The state that was asked for, with steps that may not be legal. @type {State} */
  #wanted;
  /** Whether the view lacks steps, as the page has yet to learn where they lead. */
  #isPartial = false;

  /**
   * @param {Oracle} oracle
   * @param {readonly Game[]} games
   * @param {Screen} screen
   * @param {boolean} hasPaths whether addresses have positions in their paths
   * @param {(() => Promise<Game[]>) | null} loadMore loads further games
   */
  constructor(oracle, games, screen, hasPaths, loadMore = null) {
    this.oracle = oracle;
    this.games = games;
    this.#screen = screen;
    this.#hasPaths = hasPaths;
    this.#loadMore = loadMore;
    this.#wanted = initialState(games[0]);
  }

  /** Shows what the address says, now and whenever it changes. */
  start() {
    addEventListener('popstate', () => this.#follow());
    addEventListener('online', () => this.retry());
    this.#follow();
  }

  #follow() {
    const hash = this.#hasPaths ? hashOf(location) : location.hash;
    // As it stands there: it may be that of no game, and is empty where all games are shown.
    const [, name = ''] = /^#\/?([^?]*)/s.exec(hash) ?? [];
    const game = this.games.find((candidate) => candidate.name === name);
    const isOld = this.#hasPaths && location.hash.startsWith('#/');
    if (game) {
      const state = read(hash, game);
      if (isOld) history.replaceState(null, '', this.#address(state));
      this.#show(state);
      return;
    }
    this.#questions?.end();
    const load = this.#loadMore;
    if (name && load) {
      this.#loadMore = null;
      const add = (/** @type {Game[]} */ games) => (this.games = [...this.games, ...games]);
      // Some browsers fetch again what failed, others only with the page.
      const fail = () => {
        this.#loadMore = load;
        this.#screen.showAll(name, false);
      };
      load()
        .then(add)
        .then(() => this.#follow(), fail);
      return;
    }
    if (isOld) history.replaceState(null, '', pathOf(hash, null, location.search));
    this.#screen.showAll(name, true);
  }

  /** The game that is shown, or was shown last. There is one as soon as one was shown. */
  get view() {
    return /** @type {View} */ (this.#view);
  }

  /** Shows the same again: something beside the game has changed. */
  redraw() {
    if (this.#view) this.#screen.show(this.#view);
  }

  /** Asks again at once what had no answer. */
  retry() {
    if (this.#view?.retries) this.#questions?.tryAgain();
    else if (this.#view?.failure) this.#show(this.#wanted);
  }

  /**
   * Goes to a changed state.
   *
   * @param {Partial<State>} changes
   * @param {{replace?: boolean}} options whether the browser's `back` is to leave the state out
   */
  change(changes, { replace = false } = {}) {
    const state = { ...(this.#isPartial ? this.#wanted : this.view.state), ...changes };
    const address = this.#address(state);
    if (replace) history.replaceState(null, '', address);
    else if (new URL(address, location.href).href !== location.href)
      history.pushState(null, '', address);
    this.#show(state);
  }

  /**
   * Makes steps from where the game is, if they can be made now.
   *
   * @param {...string} made
   * @returns {boolean} whether they could
   */
  play(...made) {
    const { state, free, results } = this.view;
    if (state.mode === 'review') {
      // What is tried instead of a mistake is told, and the game stays as it was.
      if (results) this.explore(...made);
      else this.change({ tried: made[made.length - 1] }, { replace: true });
      return true;
    }
    const isMade = free && (state.mode !== 'lesson' || accepts(this.view, made));
    if (isMade) this.change(after(state, made));
    return isMade;
  }

  /** Makes steps, and analyses from there if nothing can be played. @param {...string} made */
  explore(...made) {
    const { state, free } = this.view;
    if (free && state.mode !== 'review') this.play(...made);
    else this.change({ ...after(state, made), mode: 'analyse', shown: false });
  }

  /** Makes a step in place of the last one. @param {string} step */
  playInstead(step) {
    const { state } = this.view;
    this.change(after({ ...state, at: Math.max(0, state.at - 1) }, [step]));
  }

  /** @param {number} at how many of the steps are to be made */
  jump(at) {
    this.change({ at: Math.max(0, Math.min(at, this.view.state.steps.length)), tried: '' });
  }

  /** Takes a step back: against the oracle to the move before its reply. */
  undo() {
    this.#go(-1, hasOpponent(this.view.state.mode) || this.view.state.mode === 'lesson');
  }

  redo() {
    this.#go(1, hasOpponent(this.view.state.mode));
  }

  /** @type {(by: -1 | 1, isToPerson: boolean) => void} */
  #go(by, isToPerson) {
    const { game, state, path } = this.view;
    const isBetween = () => at > 0 && at < state.steps.length;
    let at = state.at + by;
    while (isToPerson && isBetween() && !isPersons(path[at], game, state)) at += by;
    this.jump(at);
  }

  /** @param {Node} node of this tree */
  visit(node) {
    const steps = node.steps();
    this.change({ steps, at: steps.length });
  }

  /** Begins anew. @type {(setup: Setup, changes?: Partial<State>, options?: {replace?: boolean}) => void} */
  begin(setup, changes = {}, options) {
    this.change({ ...setup, steps: [], at: 0, shown: false, ...changes }, options);
  }

  /** The address of a game in a mode, from its first start. @type {(game: Game, changes?: Partial<State>) => string} */
  addressOf(game, changes = {}) {
    return write({ ...initialState(game), ...changes }, game);
  }

  /** An address that works from anywhere, to be sent to others. @type {(game: Game, changes: Partial<State>) => string} */
  linkTo(game, changes) {
    return new URL(this.#address({ ...initialState(game), ...changes }), location.href).href;
  }

  /** The address of a state, relative to that of the page. @param {State} state */
  #address(state) {
    const game = this.#gameOf(state);
    const hash = write(state, game);
    if (!this.#hasPaths) return hash;
    let place = state.start;
    for (const step of state.steps.slice(0, state.at)) {
      place = play(game, place, step, state.board) ?? place;
    }
    return pathOf(hash, game.position(place), location.search);
  }

  /** @param {State} state */
  #gameOf(state) {
    return this.games.find(({ name }) => name === state.game) ?? this.games[0];
  }

  /**
   * @param {State} wanted
   * @param {boolean} [isReplayed] whether it was asked where its steps lead
   */
  async #show(wanted, isReplayed = false) {
    this.#questions?.end();
    this.#wanted = wanted;
    const laid = this.#lay(wanted, isReplayed);
    this.#view = laid;
    const questions = createQuestions(this.oracle, laid, (view) => {
      this.#view = view;
      this.#screen.show(view);
    });
    this.#questions = questions;
    const { signal } = questions;
    const isPartial = this.#isPartial;
    const asked = isPartial
      ? questions.replay(() => unknownPlaces(laid.game, laid.root, wanted))
      : questions.ask();
    await Promise.race([asked, pause(SOON, signal)]);
    if (!questions.view().answer) questions.show();
    await asked;
    if (signal.aborted) return;
    const view = questions.view();
    if (isPartial && !view.failure) {
      this.#show(wanted, true);
      return;
    }
    const board = view.answer && view.game.boardOf?.(view.answer);
    if (board && board !== view.state.board) {
      // The address named the board by its fingerprint, or with other spaces.
      const { steps, at } = wanted;
      this.change({ board, steps, at }, { replace: true });
      return;
    }
    questions.show();
    if (!view.answer) return;
    const all = [this.#continue(questions), questions.findLine(), questions.findValues()];
    await Promise.all(all).catch((error) => {
      // What these find out stands beside the game, which goes on without it.
      if (!isAbort(error) && !(error instanceof Failure)) throw error;
    });
  }

  /** What a state shows before anything has been answered. @type {(wanted: State, isReplayed: boolean) => View} */
  #lay(wanted, isReplayed) {
    const game = this.#gameOf(wanted);
    const before = this.#view;
    const isShown = before && treeKey(before.state) === treeKey(wanted);
    const root = isShown ? before.root : new Node(wanted.start);
    this.#isPartial = unknownPlaces(game, root, wanted).length > 0 && !isReplayed;
    if (!this.#isPartial) keepTree(wanted, root);
    let made = 0;
    for (let node = root.child(wanted.steps[0]); node; made += 1) {
      node = node.child(wanted.steps[made + 1]);
    }
    const steps = wanted.steps.slice(0, made);
    let failure = null;
    if (made < wanted.steps.length && !this.#isPartial) {
      const { message, hint } = texts.failures.notLegal(wanted.steps[made], made + 1);
      failure = new Failure('usage', message, hint);
    }
    const state = { ...wanted, steps, at: Math.min(wanted.at, made) };
    return viewOf({ game, state, root, answer: root.along(steps)[state.at].answer, failure });
  }

  /**
   * Makes the oracle's move or that of a lesson's other player, or rolls the die, if it is time for that.
   *
   * @param {Questions} questions
   */
  async #continue({ view, signal }) {
    const { game, state, node, answer, over, free, stopped } = view();
    const told = dueOf(view())?.step;
    const waits = told ?? (hasOpponent(state.mode) && state.at === state.steps.length && !over);
    if (!waits || !answer || free || stopped) return;
    await pause(THINKING, signal);
    if (signal.aborted || view().stopped) return;
    const step =
      told ??
      rollOf(game, node.place, random(state.seed, ...state.steps)) ??
      (game.roll ? null : this.#reply(view(), answer));
    if (step !== null) this.change(after(state, [step]), { replace: true });
  }

  /** @type {(view: View, answer: Answer) => string} */
  #reply({ game, state, node }, answer) {
    const [section] = game.sections(answer, node.place);
    if (section?.moves.length) return reply(section, state);
    const steps = legal(game, node.place, state.board);
    return steps[Math.floor(random(state.seed, ...state.steps)() * steps.length)] ?? null;
  }
}

/**
 * The state after steps: those that could be made again are kept if they are the same.
 *
 * @type {(state: State, made: string[]) => Pick<State, 'steps' | 'at'>}
 */
function after(state, made) {
  const at = state.at + made.length;
  const steps = [...state.steps.slice(0, state.at), ...made];
  const again = state.steps.slice(0, at).join(' ') === steps.join(' ');
  return { steps: again ? state.steps : steps, at };
}

/**
 * Adds the steps of an address to a tree, and those of the tree that was kept for it, as far as it is known where they
 * lead: the places from which that is yet to be learnt.
 *
 * @type {(game: Game, root: Node, wanted: State) => string[]}
 */
function unknownPlaces(game, root, wanted) {
  const found = [...keptTree(wanted), wanted.steps].flatMap((steps) => {
    let node = root;
    for (const step of steps) {
      const place = node.child(step)?.place ?? play(game, node.place, step, wanted.board);
      if (!place) return place === undefined ? [node.place] : [];
      node = node.grow(step, place);
    }
    return [];
  });
  return [...new Set(found)];
}
