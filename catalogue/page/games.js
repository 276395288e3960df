/**
 * The games of the catalogue, as the program has solved them. They are loaded when one of them is shown, or all.
 *
 * @import {Game} from '../../explorer/page/core/game.js'
 *
 * @typedef {object} Entry a game at a size, or a variant of it
 * @property {string} name
 * @property {boolean} main whether it is the game as the rules tell it
 * @property {string | null} differs
 * @property {string} start
 * @property {string} value of the start, as the program writes it
 * @property {number} positions
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
import { custom } from '../../explorer/page/games/custom/custom.js';
import { words } from '../../explorer/page/games/custom/texts/en.js';
import { fact } from '../../explorer/page/games/usual.js';
import { games } from './texts/en.js';

/** More moves than these are not named. */
const MOST_MOVES = 8;

/** Who wins, of the value of a start. @type {(value: string, kind: string) => string} */
export function verdict(value, kind) {
  const [, outcome, plies] = /^(win|loss|draw)(?: in (\d+))?$/.exec(value) ?? [];
  if (outcome) {
    const told = words.values[/** @type {'win' | 'loss' | 'draw'} */ (outcome)];
    return plies ? words.inPlies(told, plies) : told;
  }
  const [number] = value.split(' ');
  if (kind === 'dice') return words.chance(((1 + Number(number)) / 2).toFixed(4));
  if (/^[+-]/.test(number)) return words.score(number.replace('-', '\u2212'));
  return words.grundy(number === '0' ? words.values.loss : words.values.win, number);
}

/** As on a chessboard, which is how moves name cells. @type {(rows: number, columns: number) => {rows: string[], columns: string[]}} */
const coordinates = (rows, columns) => ({
  rows: Array.from({ length: rows }, (_, row) => String(rows - row)),
  columns: Array.from({ length: columns }, (_, column) => String.fromCharCode(97 + column)),
});

/** @type {(told: Told, entry: Entry) => Game} */
function gameOf({ game, kind, title, rules, source, entries }, entry) {
  const { facts } = words;
  const [rule, ...rest] = rules.split(/(?<=[.。])\s*/);
  const published = entry.published.map(({ by, value, confirmed, note }) =>
    fact(
      facts.published,
      words.says(by, value, confirmed ? facts.confirmed : facts.corrected),
      note ?? '',
    ),
  );
  const few = entry.moves.length <= MOST_MOVES ? entry.moves.join(' ') : String(entry.moves.length);
  const about = [
    fact(facts.value, verdict(entry.value, kind), entry.differs ?? ''),
    ...(entry.moves.length ? [fact(facts.first, few)] : []),
    fact(facts.positions, entry.positions.toLocaleString(), facts.positionsNote),
    ...published,
    fact(facts.proof, `perfectplay catalogue --check ${entry.name}`),
    ...source.map(({ what, url }) => fact(facts.sources, what, url ?? '')),
  ];
  const isOne = entries.length === 1;
  const plain = custom({
    name: entry.name,
    title: isOne ? title : `${title} · ${entry.name}`,
    label: entry.main ? title : entry.name,
    rule: [rule, entry.differs].filter(Boolean).join(' '),
    rules: rest.join(' '),
    start: entry.start,
  });
  return {
    ...plain,
    board: () => ({ coordinates, ...plain.board() }),
    facts: () => about,
    inCatalogue: {
      family: game,
      kind: words.kinds[kind],
      title,
      isMain: entry === (entries.find(({ main }) => main) ?? entries[0]),
      verdict: verdict(entry.value, kind),
    },
  };
}

/** @type {() => Game[]} */
export const catalogue = () =>
  /** @type {Told[]} */ (games).flatMap((told) => told.entries.map((entry) => gameOf(told, entry)));
