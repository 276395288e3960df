/**
 * The questions about what is shown: asked until they have an answer, and given up when something else is shown.
 *
 * @import {Answer, Oracle} from './oracle.js'
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

/**
 * @typedef {ReturnType<typeof createQuestions>} Questions
 *
 * @param {Oracle} oracle
 * @param {View} view is given answers and failures
 * @param {() => void} redraw shows what is known so far
 */
export function createQuestions(oracle, view, redraw) {
  const { game, state } = view;
  const controller = new AbortController();
  const { signal } = controller;
  /** Ends the wait for the next try. */
  let wake = () => {};
  const progress = (/** @type {number} */ part) => {
    view.part = part;
    if (!view.answer) show();
  };
  const asked = { board: state.board || undefined, replies: game.hasLines };
  const options = { ...asked, signal, progress };

  function show() {
    if (!signal.aborted) redraw();
  }

  /** Asks about the node. */
  function ask() {
    return until(async () => {
      view.answer = await learn(view.node);
    });
  }

  /** Asks where steps from the root lead: of all lines at once, one step after the other. @param {string[][]} all */
  function replay(all) {
    return until(async () => {
      let lines = all.map((steps) => ({ steps, place: view.root.place }));
      for (let ply = 0; ply < MOST_REPLAYED && lines.length; ply += 1) {
        const leads = (/** @type {typeof lines[0]} */ { steps, place }) =>
          game.play(place, steps[ply], state.board);
        const unknown = lines.filter((line) => leads(line) === undefined);
        const places = [...new Set(unknown.map(({ place }) => place))];
        const answers = places.length ? await oracle.answers(game.name, places, options) : [];
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
  async function findLine() {
    const { node, answer } = view;
    const position = game.position(node.place);
    if (!game.hasLines || view.over || !view.results || !answer?.value || position === null) return;
    const line = await oracle.line(game.name, position, options).catch((error) => {
      if (isAbort(error)) throw error;
      return null;
    });
    view.line = line && toldLine(view, node, line);
    show();
  }

  /**
   * Asks about the positions along the path that are not known yet: what they were worth, and what
   * mistakes could have been instead.
   *
   * @returns {Promise<boolean>} whether there were any
   */
  async function findValues() {
    const unknown = view.path.filter((node) => !node.answer && game.position(node.place) !== null);
    // One by one: of many positions at once the oracle does not say how soon they are won.
    await Promise.allSettled(unknown.map(learn));
    return unknown.length > 0;
  }

  /**
   * Asks a question until there is an answer, or a failure that does not pass.
   *
   * @param {() => Promise<void>} question
   */
  async function until(question) {
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
        if (game.learn && error.code === 'position') view.readable = false;
        if (!error.passes) return;
      }
      show();
      const told = new Promise((resolve) => (wake = () => resolve(undefined)));
      const wait = RETRIES[Math.min(tries, RETRIES.length - 1)];
      await Promise.race([told, pause(wait, signal)]);
      if (signal.aborted) return;
    }
  }

  /** @param {Node} node */
  async function learn(node) {
    const { name } = game;
    const position = game.position(node.place);
    /** @type {Answer} */
    const end = { game: name, position: '', value: { outcome: 'loss' }, moves: [], table: null };
    // The end of a game that has no position is lost.
    const found = position === null ? end : await oracle.answer(name, position, options);
    game.learn?.(node.place, found);
    const answer = toldAnswer(view, node, found);
    node.learn(answer);
    return answer;
  }

  // To end them is to give them up: something else is shown.
  const end = () => controller.abort();
  return { signal, show, ask, replay, findLine, findValues, tryAgain: () => wake(), end };
}
