/** @import {Answer} from './oracle.js' */

/** How many answers are remembered. */
const MOST = 400;

/** The answers of late, by what was asked: the game, the board if it has one, the position. */
export class Remembered {
  /** @type {Map<string, Answer>} */
  #answers = new Map();

  /**
   * The answer to a question, asked for if it is not remembered.
   *
   * @type {(asked: (string | undefined)[], ask: () => Promise<Answer>) => Promise<Answer>}
   */
  async of(asked, ask) {
    return this.#answers.get(JSON.stringify(asked)) ?? this.add(asked, await ask());
  }

  /** @type {(asked: (string | undefined)[], answer: Answer) => Answer} */
  add(asked, answer) {
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= MOST) this.#answers.delete(oldest);
    this.#answers.set(JSON.stringify(asked), answer);
    return answer;
  }
}
