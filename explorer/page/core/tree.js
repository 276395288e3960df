/**
 * The moves that were tried, as a tree.
 *
 * @import {Answer, Value} from './oracle.js'
 */

export class Node {
  /** @type {Node[]} */
  children = [];
  /** @type {Answer | null} */
  answer = null;
  /** The value seen by the player to move, as far as it is known. @type {Value | null} */
  value = null;
  /** How many steps led here. @type {number} */
  ply;

  /**
   * @param {string} place
   * @param {string} step how it was reached; empty at the root
   * @param {Node | null} parent
   */
  constructor(place, step = '', parent = null) {
    this.place = place;
    this.step = step;
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** @param {string} step */
  child(step) {
    return this.children.find((child) => child.step === step) ?? null;
  }

  /**
   * The child for a step, made if it is new.
   *
   * @param {string} step
   * @param {string} place where the step leads
   */
  grow(step, place) {
    const existing = this.child(step);
    if (existing) return existing;
    const node = new Node(place, step, this);
    this.children.push(node);
    return node;
  }

  /** The nodes along steps from here on, which the tree has. @param {string[]} steps */
  along(steps) {
    const path = [/** @type {Node} */ (this)];
    for (const [at, step] of steps.entries()) {
      path.push(/** @type {Node} */ (path[at].child(step)));
    }
    return path;
  }

  /** The steps from the root to here. */
  steps() {
    const steps = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      steps.unshift(node.step);
    }
    return steps;
  }

  /** The steps to each end of the tree from here on. @returns {string[][]} */
  ends() {
    if (!this.children.length) return [this.steps()];
    return this.children.flatMap((child) => child.ends());
  }

  /** Learns values: its own from an answer, and those that its moves lead to. @param {Answer} answer */
  learn(answer) {
    this.answer = answer;
    this.value = answer.value;
    const moves = answer.moves ?? [];
    for (const child of this.children) {
      const move = moves.find((candidate) => candidate.move === child.step);
      if (move && !child.value) child.value = move.value;
    }
  }
}
