/** @import {Oracle} from './oracle.js' */
import { texts } from '../texts/en.js';
import { Failure, failureFrom, isAbort, oracleOf } from './oracle.js';

/** Longer addresses go into the body of a request, since servers limit them. */
const LONGEST_QUERY = 6000;

/**
 * The oracle behind a server's HTTP interface, whose address has no slash at the end.
 *
 * @type {(base: string) => Oracle}
 */
export function httpOracle(base) {
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

  return oracleOf(async (request, { signal }) => {
    if (request === 'tables') return ask('/tables', { signal });
    const { game, quick, line, ...body } = request;
    const { positions, board, replies } = body;
    // One position is asked by its address, whose answers servers in between may keep.
    const fields = { position: positions[0], ...(board && { board }), ...(replies && { replies }) };
    const query = new URLSearchParams(fields).toString();
    if (line || (quick && query.length <= LONGEST_QUERY))
      return { answers: [await ask(`/${game}${line ? '/line' : ''}?${query}`, { signal })] };
    const headers = { 'content-type': 'application/json' };
    return ask(`/${game}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  });
}
