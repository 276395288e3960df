/** @import {Answer} from './oracle.js' */

/** How many answers are remembered. */
const MOST = 400;

/** The answers of late. */
export class Remembered {
  /** @type {Map<string, Answer>} */
  #answers = new Map();

  /**
   * The answer for a position, asked for if it is not remembered.
   *
   * @param {string} game
   * @param {string | undefined} board
   * @param {string} position
   * @param {() => Promise<Answer>} ask
   */
  async of(game, board, position, ask) {
    const known = this.#answers.get(key(game, board, position));
    return known ?? this.add(game, board, position, await ask());
  }

  /**
   * @param {string} game
   * @param {string | undefined} board
   * @param {string} position
   * @param {Answer} answer
   */
  add(game, board, position, answer) {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= MOST) this.#answers.delete(oldest);
    this.#answers.set(key(game, board, position), answer);
    return answer;
  }
}

/** @param {(string | undefined)[]} parts */
function key(...parts) {
  return JSON.stringify(parts);
}
