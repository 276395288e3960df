/**
 * What some modes add to the page: it is loaded when one of them is opened.
 *
 * @import {Mode} from '../core/location.js'
 * @import {Session} from '../core/session.js'
 * @import {View} from '../core/view.js'
 * @import {Child} from './dom.js'
 *
 * @typedef {object} Part
 * @property {(view: View) => void} show is told of each change
 * @property {(view: View) => Child[]} content what is to be known first
 * @property {(view: View) => Child[]} actions the buttons below the board
 * @property {(view: View) => Child} [below] what stands below those
 */
import { isChallenge } from '../core/location.js';
import { texts } from '../texts/en.js';
import { p, waiting } from './dom.js';

const LOADS = { challenge: () => import('./challenge.js'), review: () => import('./review.js') };

export class Parts {
  #session;
  /** @type {Map<keyof typeof LOADS, Part | Promise<void>>} */
  #parts = new Map();
  /** Why a part could not be loaded. */
  #problem = '';

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {View} view */
  show(view) {
    const name = nameOf(view.state.mode);
    if (name && !this.#parts.has(name)) this.#parts.set(name, this.#load(name));
    for (const part of this.#parts.values()) if ('show' in part) part.show(view);
  }

  /** What stands below the buttons. @param {View} view */
  below(view) {
    return this.#partOf(view)?.below?.(view);
  }

  /** What a mode adds, once it is loaded. @param {View} view */
  #partOf({ state }) {
    const name = nameOf(state.mode);
    const part = name && this.#parts.get(name);
    return part && 'show' in part ? part : null;
  }

  /** @param {keyof typeof LOADS} name */
  async #load(name) {
    try {
      const { create } = await LOADS[name]();
      this.#parts.set(name, create(this.#session));
    } catch {
      this.#problem = texts.failures.noAnswer;
    }
    this.#session.redraw();
  }

  /** What stands in place of the value, null in modes that add nothing. @type {(view: View) => Child[] | null} */
  content(view) {
    if (!nameOf(view.state.mode)) return null;
    const part = this.#partOf(view);
    if (part) return part.content(view);
    if (this.#problem) return [p('failure-message', this.#problem)];
    return [waiting(texts.challenge.looking)];
  }

  /** @type {(view: View) => Child[] | null} */
  actions(view) {
    return this.#partOf(view)?.actions(view) ?? null;
  }
}

/** @param {Mode} mode */
function nameOf(mode) {
  if (isChallenge(mode)) return 'challenge';
  return mode === 'review' ? mode : null;
}
