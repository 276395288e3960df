/**
 * The games of the catalogue, as the program has solved them. They are loaded when one of them is shown, or all.
 *
 * @import {Game} from '../../explorer/page/core/game.js'
 * @import {Rung} from '../../explorer/page/core/ladder.js'
 * @import {Value} from '../../explorer/page/core/oracle.js'
 *
 * @typedef {object} Entry a game at a size, or a variant of it
 * @property {string} name
 * @property {boolean} main whether it is the game as the rules tell it
 * @property {string | null} differs
 * @property {string} start
 * @property {string} value of the start, as the program writes it
 * @property {number} positions
 * @property {number} [longest] plies of the longest win
 * @property {boolean} [large] whether its table takes minutes to build, so that it does not come with the page
 * @property {string[]} moves the first ones that keep the value
 * @property {{by: string, place: string, value: string, confirmed: boolean, note: string | null}[]} published
 *
 * @typedef {object} Told
 * @property {string} game
 * @property {keyof typeof words.kinds} kind
 * @property {string} title
 * @property {string} rules
 * @property {{what: string, url: string | null}[]} source
 * @property {Entry[]} entries
 */
import { capital } from '../../explorer/page/core/capital.js';
import { initialState } from '../../explorer/page/core/location.js';
import * as values from '../../explorer/page/core/values.js';
import { custom } from '../../explorer/page/games/custom/custom.js';
import { words } from '../../explorer/page/games/custom/texts/en.js';
import { fact } from '../../explorer/page/games/usual.js';
import { sentenceOf } from '../../explorer/page/ui/why.js';
import ladder from './ladder.json' with { type: 'json' };
import { puzzles } from './puzzles.js';
import { games } from './texts/en.js';

/** More moves than these are not named. */
const MOST_MOVES = 8;

/** Games with more positions than these take long to solve on the spot. */
const SMALL = 200_000;

/** A value as the program writes it. @type {(value: string) => Value} */
function valueOf(value) {
  const [, outcome, plies] = /^(win|loss|draw)(?: in (\d+))?$/.exec(value) ?? [];
  const told = /** @type {'win' | 'loss' | 'draw'} */ (outcome);
  if (told) return plies ? { outcome: told, plies: Number(plies) } : { outcome: told };
  const number = Number.parseFloat(value);
  return /[+.-]/.test(value) ? { score: number } : { grundy: number };
}

/** Who wins, of the value of a start. @type {(game: Game, written: string) => string} */
function verdict(game, written) {
  const value = valueOf(written);
  const told = capital(sentenceOf({ game, state: initialState(game) }, value, 0, false));
  return 'grundy' in value ? words.grundy(told, value.grundy) : told;
}

/** Which entry stands for all: the largest that is small, of those that the rules tell. @param {Entry[]} entries */
function first(entries) {
  const main = entries.filter((entry) => entry.main);
  const small = main.filter(({ positions }) => positions <= SMALL);
  return small.sort((a, b) => b.positions - a.positions)[0] ?? main[0] ?? entries[0];
}

/** As on a chessboard, which is how moves name cells. @type {(rows: number, columns: number) => {rows: string[], columns: string[]}} */
const coordinates = (rows, columns) => ({
  rows: Array.from({ length: rows }, (_, row) => String(rows - row)),
  columns: Array.from({ length: columns }, (_, column) => String.fromCharCode(97 + column)),
});

/**
 * Which player is to move: a word at the end of the text says so, or else who has fewer stones.
 *
 * @type {(start: string) => (place: string) => 0 | 1}
 */
const moverFrom = (start) => (place) => {
  const [first, next] = [start, place].map((text) => / ([a-z]+)$/i.exec(text)?.[1]);
  const stones = (/** @type {string} */ letter) => place.split(letter).length;
  return first ? (first === next ? 0 : 1) : stones('X') > stones('O') ? 1 : 0;
};

/** @type {(told: Told, entry: Entry) => Game} */
function gameOf({ game, kind, title, rules, source, entries }, entry) {
  const { facts } = words;
  const [rule, ...rest] = rules.split(/(?<=[.。])\s*/);
  const isOne = entries.length === 1;
  const described = custom({
    name: entry.name,
    title: isOne ? title : `${title} · ${entry.name}`,
    label: entry.main ? title : entry.name,
    rule: entry.differs ? words.variant(rule, entry.differs) : rule,
    rules: rest.join(' '),
    start: entry.start,
  });
  const plain = { ...described, hasChances: kind === 'dice' };
  const wins = verdict(plain, entry.value);
  const published = entry.published.map(({ by, value, confirmed, note }) => {
    // Of dice the probability to win is published.
    const said = plain.hasChances ? value : values.words(valueOf(value));
    const told = words.says(by, said, confirmed ? facts.confirmed : facts.corrected);
    return fact(facts.published, told, note ?? '');
  });
  const command = entry.large ? `perfectplay build ${entry.name}` : null;
  const few = entry.moves.length <= MOST_MOVES ? entry.moves.join(' ') : String(entry.moves.length);
  const about = [
    fact(facts.value, wins),
    ...(entry.moves.length ? [fact(facts.first, few)] : []),
    fact(facts.positions, entry.positions.toLocaleString(), facts.positionsNote),
    ...(entry.longest ? [fact(facts.longest, words.plies(String(entry.longest)))] : []),
    ...published,
    ...(command ? [fact(facts.table, command, facts.tableNote)] : []),
    fact(facts.proof, `perfectplay catalogue --check ${entry.name}`),
    ...source.map(({ what, url }) => fact(facts.sources, what, url ?? '')),
  ];
  const lowest = /** @type {Record<string, Rung | undefined>} */ (ladder);
  /** @type {0 | 1} */
  const side = values.tone(valueOf(entry.value)) === 'bad' ? 1 : 0;
  return {
    ...plain,
    wins: side,
    lowest: lowest[entry.name] ?? { mistakes: 50, side },
    first: moverFrom(entry.start),
    puzzle: puzzles(entry.name, plain.initial),
    board: () => ({ coordinates, ...plain.board() }),
    facts: () => about,
    inCatalogue: {
      family: game,
      kind: words.kinds[kind],
      title,
      isMain: entry === first(entries),
      verdict: wins,
      command,
    },
  };
}

/** @type {() => Game[]} */
export const catalogue = () =>
  /** @type {Told[]} */ (games).flatMap((told) => told.entries.map((entry) => gameOf(told, entry)));
