// Simple players against the opponents of a ladder, with the answers of a server and without a browser.
import { httpOracle } from '../page/core/http-oracle.js';
import { isOver, learn, legal, moverAt, play } from '../page/core/known.js';
import { reply } from '../page/core/opponent.js';
import { rollOf } from '../page/core/people.js';
import { pick, random } from '../page/core/random.js';
import { toldAnswer } from '../page/core/told.js';
import { Node } from '../page/core/tree.js';
import { outcomeOf, tone } from '../page/core/values.js';
import { sizes } from '../page/games/stake/regions.js';

/** A longer game is no win. */
const LONGEST = 200;

/** Plays games of the page with the answers of a server. */
export function player(base) {
  const oracle = httpOracle(`${base}/v1`);
  const answers = new Map();

  /** What the server says of a place, which the page learns from. */
  async function asked(game, place, board) {
    const key = [game.name, board, place].join('\n');
    const known = answers.get(key);
    if (known) return known;
    const position = game.position(place);
    const options = { board: board || undefined, replies: false };
    const end = { value: { outcome: 'loss' }, moves: [] };
    const answer = position === null ? end : await oracle.answer(game.name, position, options);
    learn(game, place, board, answer);
    answers.set(key, answer);
    return answer;
  }

  /** Whether the player who makes a move has won then. */
  async function winsAt(game, { place }, { move, result }, board) {
    // Where the last move loses, whoever leaves it alone has won.
    if (result && 'plies' in result) return result.outcome === 'win' && result.plies <= 2;
    const next = play(game, place, move, board);
    await asked(game, next, board);
    return isOver(game, next, board) && outcomeOf(result, true) === 'win';
  }

  /** Whether the other player can win at once after a move. */
  async function losesAt(game, { place }, { move, result, again }, board) {
    if (again) return false;
    if (result && 'plies' in result) return result.outcome === 'loss' && result.plies <= 2;
    const next = { place: play(game, place, move, board) };
    const { moves } = await asked(game, next.place, board);
    for (const other of moves ?? []) if (await winsAt(game, next, other, board)) return true;
    return false;
  }

  /** Wins at once, or gains most; else at random, but for what loses at once. */
  async function oneply(game, node, board, moves, generator) {
    const [first] = moves;
    const isScore = first?.result && 'score' in first.result && !game.hasChances;
    if (isScore) {
      const digit = moverAt(game, node, board);
      const gains = moves.map(({ move, gain }) => {
        if (game.name !== 'stake') return gain ?? 0;
        const regions = sizes(play(game, node.place, move, board));
        return regions[digit] - regions[1 - digit];
      });
      const most = Math.max(...gains);
      return pick(
        moves.filter((_, at) => gains[at] === most),
        generator,
      ).move;
    }
    const fair = [];
    for (const move of moves) {
      if (await winsAt(game, node, move, board)) return move.move;
      if (!(await losesAt(game, node, move, board))) fair.push(move);
    }
    return pick(fair.length ? fair : moves, generator).move;
  }

  /** Whether a player wins the game of a seed, against an opponent that makes so many mistakes. */
  async function wins(game, seed, { mistakes, side }, isThinker) {
    const { start: place, board } = game.initial;
    const [movers, rolls] = [random('mover', seed), random('die', seed)];
    let node = new Node(place);
    for (let ply = 0; ply < LONGEST; ply += 1) {
      const answer = await asked(game, node.place, board);
      const state = { seed, steps: node.steps(), at: node.ply, mistakes, board, mode: 'play' };
      if (isOver(game, node.place, board)) {
        const ahead = tone(toldAnswer({ game, state }, node, answer).value);
        return ahead === (moverAt(game, node, board) === side ? 'good' : 'bad');
      }
      let step = rollOf(game, node.place, rolls);
      if (step === null) {
        const [{ moves }] = game.sections(answer, node.place);
        if (moverAt(game, node, board) !== side) step = reply({ moves }, state);
        else if (isThinker) step = await oneply(game, node, board, moves, movers);
        else step = pick(legal(game, node.place, board), movers);
      }
      node = new Node(play(game, node.place, step, board), step, node);
    }
    return false;
  }

  /** How many of a hundred games a player wins. */
  async function share(game, rung, isThinker, games = 100) {
    let won = 0;
    for (let seed = 2; seed < games + 2; seed += 1)
      if (await wins(game, seed, rung, isThinker)) won += 1;
    return Math.round((100 * won) / games);
  }

  return { asked, share };
}
