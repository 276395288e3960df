/** @import {Answer, LineStep, Options, Oracle, TableInfo} from './oracle.js' */
import { texts } from '../texts/en.js';
import { Failure, failureFrom, isAbort } from './oracle.js';
import { Remembered } from './remembered.js';

/** Longer addresses go into the body of a request, since servers limit them. */
const LONGEST_QUERY = 6000;

/**
 * The oracle behind a server's HTTP interface.
 *
 * @implements {Oracle}
 */
export class HttpOracle {
  #answers = new Remembered();
  #base;

  /** @param {string} base the address under which the interface is, without a slash at the end */
  constructor(base) {
    this.#base = base;
  }

  /** @type {(game: string, position: string, options: Options) => Promise<Answer>} */
  async answer(game, position, { board, replies, signal }) {
    return this.#answers.of([game, board, position], async () => {
      const fields = { position, ...(board && { board }), ...(replies && { replies: 'true' }) };
      const query = new URLSearchParams(fields).toString();
      if (query.length <= LONGEST_QUERY) return this.#fetch(`/${game}?${query}`, { signal });
      const { answers } = await this.#post(game, { positions: [position], board, replies }, signal);
      if ('error' in answers[0]) throw failureFrom(answers[0]);
      return answers[0];
    });
  }

  /** @type {(game: string, positions: string[], options: Options) => Promise<(Answer | null)[]>} */
  async answers(game, positions, { board, replies, signal }) {
    const { answers } = await this.#post(game, { positions, board, replies }, signal);
    return answers.map((/** @type {any} */ answer, /** @type {number} */ index) => {
      if ('error' in answer) return null;
      if (replies) this.#answers.add([game, board, positions[index]], answer);
      return answer;
    });
  }

  /** @type {(game: string, position: string, options: Options) => Promise<LineStep[] | null>} */
  async line(game, position, { board, signal }) {
    const query = new URLSearchParams({ position, ...(board ? { board } : {}) });
    const { line } = await this.#fetch(`/${game}/line?${query}`, { signal });
    return line ?? null;
  }

  /** @type {(options: {signal?: AbortSignal}) => Promise<TableInfo[]>} */
  async tables({ signal }) {
    const { tables } = await this.#fetch('/tables', { signal });
    return tables;
  }

  /** @type {(game: string, body: object, signal?: AbortSignal) => Promise<any>} */
  #post(game, body, signal) {
    const headers = { 'content-type': 'application/json' };
    return this.#fetch(`/${game}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  /** @type {(path: string, init: RequestInit) => Promise<any>} */
  async #fetch(path, init) {
    let response, body;
    try {
      response = await fetch(this.#base + path, init);
      body = await response.json();
    } catch (error) {
      if (isAbort(error)) throw error;
      // A server in between may answer for one that is gone.
      const { noAnswer, noJson } = texts.failures;
      const message = response ? noJson(response.status) : noAnswer;
      throw new Failure('connection', message, texts.failures.noAnswerHint);
    }
    if (!response.ok || 'error' in body) throw failureFrom(body);
    return body;
  }
}
