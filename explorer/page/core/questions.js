/**
 * The questions about what is shown: asked until they have an answer, and given up when something else is shown.
 *
 * @import {Answer, Oracle} from './oracle.js'
 * @import {Node} from './tree.js'
 * @import {Found, View} from './view.js'
 */
import { learn } from './known.js';
import { Failure, isAbort } from './oracle.js';
import { pause } from './pause.js';
import { toldAnswer, toldLine } from './told.js';
import { viewOf } from './view.js';

/** How long it takes until a question is asked again, the last one for all later times. */
const RETRIES = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** About how many places it is asked where the steps of an address lead. */
const MOST_REPLAYED = 1000;

/** Of a position that has no answer only the steps are not known. @param {unknown} error */
function passOver(error) {
  if (!(error instanceof Failure) || error.passes) throw error;
}

/**
 * @typedef {ReturnType<typeof createQuestions>} Questions
 *
 * @param {Oracle} oracle
 * @param {View} laid what is shown before anything has been answered
 * @param {(view: View) => void} redraw shows what is known so far
 */
export function createQuestions(oracle, laid, redraw) {
  const { game, state, node, failure } = laid;
  let view = laid;
  const controller = new AbortController();
  const { signal } = controller;
  /** Ends the wait for the next try. */
  let wake = () => {};
  const progress = (/** @type {number} */ part) => {
    tell({ part });
    if (!view.answer) show();
  };
  const asked = { board: state.board || undefined, replies: game.hasLines };
  const options = { ...asked, signal, progress };

  function show() {
    if (!signal.aborted) redraw(view);
  }

  /** What is known changes what is shown. @param {Found} found */
  function tell(found) {
    view = viewOf({ ...view, ...found });
  }

  /** Asks about the node. */
  function ask() {
    return until(async () => ({ answer: await find(node) }));
  }

  /** Asks about places as long as there are unknown ones, each of them once. @param {() => string[]} unknown */
  function replay(unknown) {
    const studied = new Set();
    return until(async () => {
      while (studied.size < MOST_REPLAYED) {
        const places = unknown().filter((place) => !studied.has(place));
        if (!places.length) break;
        await Promise.all(places.map((place) => study(place).catch(passOver)));
        for (const place of places) studied.add(place);
      }
      return {};
    });
  }

  /** Asks for best play from the node. */
  async function findLine() {
    const { answer, over, results } = view;
    const position = game.position(node.place);
    if (!game.hasLines || over || !results || !answer?.value || position === null) return;
    const line = await oracle.line(game.name, position, options).catch((error) => {
      if (isAbort(error)) throw error;
      return null;
    });
    tell({ line: line && toldLine(view, node, line) });
    show();
  }

  /**
   * Asks about the positions along the path that are not known yet: what they were worth, and what
   * mistakes could have been instead.
   */
  async function findValues() {
    const unknown = view.path.filter((node) => !node.answer);
    // One by one: of many positions at once the oracle does not say how soon they are won.
    await Promise.allSettled(unknown.map(find));
    if (!unknown.length) return;
    tell({});
    show();
  }

  /**
   * Asks a question until there is an answer, or a failure that does not pass.
   *
   * @param {() => Promise<Found>} question
   */
  async function until(question) {
    for (let tries = 0; ; tries += 1) {
      try {
        tell({ ...(await question()), failure, retries: false });
        return;
      } catch (error) {
        if (isAbort(error)) return;
        if (!(error instanceof Failure)) throw error;
        tell({ answer: null, failure: error, retries: error.passes });
        if (!error.passes) return;
      }
      show();
      const told = new Promise((resolve) => (wake = () => resolve(undefined)));
      const wait = RETRIES[Math.min(tries, RETRIES.length - 1)];
      await Promise.race([told, pause(wait, signal)]);
      if (signal.aborted) return;
    }
  }

  /** Asks about a place, and learns where its steps lead. @param {string} place */
  async function study(place) {
    const { name } = game;
    const position = game.position(place);
    /** @type {Answer} */
    const end = { game: name, position: '', value: { outcome: 'loss' }, moves: [], table: null };
    try {
      // The end of a game that has no position is lost.
      const answer = position === null ? end : await oracle.answer(name, position, options);
      learn(game, place, state.board, answer);
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.code === 'beyond')
        learn(game, place, state.board, null);
      throw error;
    }
  }

  /** @param {Node} node */
  async function find(node) {
    const answer = toldAnswer(view, node, await study(node.place));
    node.learn(answer);
    return answer;
  }

  // To end them is to give them up: something else is shown.
  const end = () => controller.abort();
  return {
    signal,
    view: () => view,
    show,
    ask,
    replay,
    findLine,
    findValues,
    tryAgain: () => wake(),
    end,
  };
}
