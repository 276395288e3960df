/**
 * The questions about what is shown: asked until they have an answer, and given up when something else is shown.
 *
 * @import {Answer, Oracle} from './oracle.js'
 * @import {Game} from './game.js'
 * @import {View} from './session.js'
 * @import {Node} from './tree.js'
 */
import { Failure, isAbort } from './oracle.js';
import { pause } from './pause.js';
import { toldAnswer, toldLine } from './told.js';

/** How long it takes until a question is asked again, the last one for all later times. */
const RETRIES = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** How many steps of an address are asked about, where only the oracle knows where they lead. */
const MOST_REPLAYED = 1000;

export class Questions {
  #oracle;
  #view;
  #show;
  #options;
  #controller = new AbortController();
  /** Ends the wait for the next try. */
  tryAgain = () => {};

  /**
   * @param {Oracle} oracle
   * @param {View} view is given answers and failures
   * @param {() => void} show shows what is known so far
   */
  constructor(oracle, view, show) {
    this.#oracle = oracle;
    this.#view = view;
    this.#show = show;
    const progress = (/** @type {number} */ part) => {
      view.part = part;
      if (!view.answer) this.show();
    };
    const { state, game } = view;
    const asked = { board: state.board || undefined, replies: game.hasLines };
    this.#options = { ...asked, signal: this.signal, progress };
  }

  get signal() {
    return this.#controller.signal;
  }

  /** Gives them up: something else is shown. */
  end() {
    this.#controller.abort();
  }

  show() {
    if (!this.signal.aborted) this.#show();
  }

  /** Asks about the node. */
  ask() {
    const view = this.#view;
    return this.#until(async () => {
      view.answer = await this.#learn(view.node);
    });
  }

  /**
   * Asks where steps from the root lead: of all lines at once, one step after the other.
   *
   * @param {string[][]} all
   */
  replay(all) {
    const { game, root, state } = this.#view;
    return this.#until(async () => {
      let lines = all.map((steps) => ({ steps, place: root.place }));
      for (let ply = 0; ply < MOST_REPLAYED && lines.length; ply += 1) {
        const leads = (/** @type {typeof lines[0]} */ { steps, place }) =>
          game.play(place, steps[ply], state.board);
        const unknown = lines.filter((line) => leads(line) === undefined);
        const places = [...new Set(unknown.map(({ place }) => place))];
        const answers = places.length
          ? await this.#oracle.answers(game.name, places, this.#options)
          : [];
        for (const [index, answer] of answers.entries()) {
          if (answer) game.learn?.(places[index], answer);
        }
        lines = lines.flatMap((line) => {
          const place = leads(line);
          return place && line.steps.length > ply + 1 ? [{ ...line, place }] : [];
        });
      }
    });
  }

  /** Asks for best play from the node. */
  async findLine() {
    const view = this.#view;
    const { game, node, answer } = view;
    const position = game.position(node.place);
    if (!game.hasLines || view.over || !view.results || !answer?.value || position === null) return;
    const line = await this.#oracle.line(game.name, position, this.#options).catch((error) => {
      if (isAbort(error)) throw error;
      return null;
    });
    view.line = line && toldLine(view, node, line);
    this.show();
  }

  /**
   * Asks about the positions along the path that are not known yet: what they were worth, and what
   * mistakes could have been instead.
   *
   * @returns {Promise<boolean>} whether there were any
   */
  async findValues() {
    const { game, path } = this.#view;
    const unknown = path.filter((node) => !node.answer && game.position(node.place) !== null);
    // One by one: of many positions at once the oracle does not say how soon they are won.
    await Promise.allSettled(unknown.map((node) => this.#learn(node)));
    return unknown.length > 0;
  }

  /**
   * Asks a question until there is an answer, or a failure that does not pass.
   *
   * @param {() => Promise<void>} question
   */
  async #until(question) {
    const view = this.#view;
    const { failure } = view;
    for (let tries = 0; ; tries += 1) {
      try {
        await question();
        [view.failure, view.retries] = [failure, false];
        return;
      } catch (error) {
        if (isAbort(error)) return;
        if (!(error instanceof Failure)) throw error;
        [view.answer, view.failure, view.retries] = [null, error, error.passes];
        // Of a game whose rules only the oracle knows any text could be a position.
        if (view.game.learn && error.code === 'position') view.readable = false;
        if (!error.passes) return;
      }
      this.show();
      const told = new Promise((resolve) => (this.tryAgain = () => resolve(undefined)));
      const wait = RETRIES[Math.min(tries, RETRIES.length - 1)];
      await Promise.race([told, pause(wait, this.signal)]);
      if (this.signal.aborted) return;
    }
  }

  /** @param {Node} node */
  async #learn(node) {
    const { game } = this.#view;
    const position = game.position(node.place);
    const found =
      position === null
        ? lostEnd(game)
        : await this.#oracle.answer(game.name, position, this.#options);
    game.learn?.(node.place, found);
    const answer = toldAnswer(this.#view, node, found);
    node.learn(answer);
    return answer;
  }
}

/** What is known of the end of a game that has no position. @type {(game: Game) => Answer} */
function lostEnd({ name }) {
  return { game: name, position: '', value: { outcome: 'loss' }, moves: [], table: null };
}
