/** @import {Oracle} from './oracle.js' */
import { texts } from '../texts/en.js';
import { Failure, failureFrom, isAbort } from './oracle.js';
import { Remembered } from './remembered.js';

/** Longer addresses go into the body of a request, since servers limit them. */
const LONGEST_QUERY = 6000;

/**
 * The oracle behind a server's HTTP interface, whose address has no slash at the end.
 *
 * @type {(base: string) => Oracle}
 */
export function httpOracle(base) {
  const remembered = new Remembered();

  /** @type {(path: string, init: RequestInit) => Promise<any>} */
  async function ask(path, init) {
    let response, body;
    try {
      response = await fetch(base + path, init);
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

  /** @type {(game: string, body: object, signal?: AbortSignal) => Promise<any>} */
  function post(game, body, signal) {
    const headers = { 'content-type': 'application/json' };
    return ask(`/${game}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  return {
    answer: (game, position, { board, replies, signal }) =>
      remembered.of([game, board, position], async () => {
        const fields = { position, ...(board && { board }), ...(replies && { replies: 'true' }) };
        const query = new URLSearchParams(fields).toString();
        if (query.length <= LONGEST_QUERY) return ask(`/${game}?${query}`, { signal });
        const { answers } = await post(game, { positions: [position], board, replies }, signal);
        if ('error' in answers[0]) throw failureFrom(answers[0]);
        return answers[0];
      }),

    async answers(game, positions, { board, replies, signal }) {
      const { answers } = await post(game, { positions, board, replies }, signal);
      return answers.map((/** @type {any} */ answer, /** @type {number} */ index) => {
        if ('error' in answer) return null;
        if (replies) remembered.add([game, board, positions[index]], answer);
        return answer;
      });
    },

    async line(game, position, { board, signal }) {
      const query = new URLSearchParams({ position, ...(board ? { board } : {}) });
      return (await ask(`/${game}/line?${query}`, { signal })).line ?? null;
    },

    tables: async ({ signal }) => (await ask('/tables', { signal })).tables,
  };
}
