/** @import {Answer, LineStep, Options, Oracle, TableInfo, Value} from './oracle.js' */
import { Failure, isAbort } from './oracle.js';

/** Longer addresses go into the body of a request, since servers limit them. */
const LONGEST_QUERY = 6000;

/** How many answers are remembered. */
const REMEMBERED = 400;

/**
 * The oracle behind a server's HTTP interface.
 *
 * @implements {Oracle}
 */
export class HttpOracle {
  /** @type {Map<string, Answer>} */
  #answers = new Map();
  #base;

  /** @param {string} base the address under which the interface is, without a slash at the end */
  constructor(base) {
    this.#base = base;
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  async answer(game, position, { board, signal }) {
    const key = JSON.stringify([game, board, position]);
    const remembered = this.#answers.get(key);
    if (remembered) return remembered;
    const answer = await this.#ask(game, position, board, signal);
    if (this.#answers.size >= REMEMBERED) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest);
        break;
      }
    }
    this.#answers.set(key, answer);
    return answer;
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {string | undefined} board
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Answer>}
   */
  async #ask(game, position, board, signal) {
    const query = new URLSearchParams({ position, ...(board ? { board } : {}) }).toString();
    if (query.length <= LONGEST_QUERY) return this.#fetch(`/${game}?${query}`, { signal });
    const { answers } = await this.#post(game, { positions: [position], board }, signal);
    const [answer] = answers;
    if ('error' in answer) throw failureFrom(answer);
    return answer;
  }

  /**
   * @param {string} game
   * @param {string[]} positions
   * @param {Options} options
   * @returns {Promise<(Value | null)[]>}
   */
  async values(game, positions, { board, signal }) {
    const { answers } = await this.#post(game, { positions, board, moves: false }, signal);
    return answers.map((/** @type {any} */ answer) => answer.value ?? null);
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {Options} options
   * @returns {Promise<LineStep[] | null>}
   */
  async line(game, position, { board, signal }) {
    const query = new URLSearchParams({ position, ...(board ? { board } : {}) });
    const { line } = await this.#fetch(`/${game}/line?${query}`, { signal });
    return line ?? null;
  }

  /**
   * @param {{signal?: AbortSignal}} options
   * @returns {Promise<TableInfo[]>}
   */
  async tables({ signal }) {
    const { tables } = await this.#fetch('/tables', { signal });
    return tables;
  }

  /**
   * @param {string} game
   * @param {object} body
   * @param {AbortSignal | undefined} signal
   */
  #post(game, body, signal) {
    const headers = { 'content-type': 'application/json' };
    return this.#fetch(`/${game}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  /**
   * @param {string} path
   * @param {RequestInit} init
   * @returns {Promise<any>}
   */
  async #fetch(path, init) {
    let response, body;
    try {
      response = await fetch(this.#base + path, init);
      body = await response.json();
    } catch (error) {
      if (isAbort(error)) throw error;
      const status = response && !response.ok ? ` (status ${response.status})` : '';
      const message = response
        ? `the server did not answer with JSON${status}`
        : 'the server does not answer';
      throw new Failure('connection', message, 'check that `perfectplay serve` is running');
    }
    if (!response.ok || 'error' in body) throw failureFrom(body);
    return body;
  }
}

/** @param {any} body */
function failureFrom(body) {
  const { code, message, hint } = body.error ?? {};
  return new Failure(
    code ?? 'connection',
    message ?? 'the server refused the question',
    hint ?? null,
  );
}
