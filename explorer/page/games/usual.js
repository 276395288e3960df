/** @import {Fact, Game, LessonStep, Setting} from '../core/game.js' */
import { texts } from '../texts/en.js';
import { cellWords } from './cells.js';
import described from './described.json' with { type: 'json' };

/**
 * What most games have: positions that are asked about as they are, players who move in turn, moves of one kind.
 * @satisfies {Partial<Game>}
 */
export const usual = {
  players: texts.people.firstAndSecond,
  lowest: { mistakes: 50, side: 0 },
  wins: 0,
  settings: [],
  hasLines: true,
  marksMoves: true,
  position: (place) => place,
  boardOf: null,
  copied: ({ game, node, answer }) => answer?.position || (game.position(node.place) ?? node.place),
  isCustom: false,
  lead: (_, __, position) => position ?? null,
  roll: null,
  gains: false,
  sections: ({ moves }) =>
    moves?.length ? [{ title: '', note: '', before: [], moves, all: true }] : [],
  stepWords: cellWords,
  cards: () => [],
  map: null,
};

/** @type {(term: string, text: string, explanation?: string) => Fact} */
export function fact(term, text, explanation = '') {
  return { term, text, explanation };
}

/**
 * How the board can be shown, at first in the first way.
 *
 * @type {(key: string, label: string, ways: Record<string, string>) => Setting}
 */
export function setting(key, label, ways) {
  return { key, label, values: Object.entries(ways).map(([value, label]) => ({ value, label })) };
}

/** Of starts that have no side to be measured by. */
export const sizes = /** @type {const} */ (['small', 'medium', 'large']).map((value) => ({
  value,
  label: texts.sizes[value],
}));

/** What the program tells of a game in English. @param {keyof typeof described} game */
export function factsOf(game) {
  const { name: title, label, rule } = described[game];
  return { title, label, rule };
}

/**
 * What is usual of a game of the program: with its first position, and what its texts tell of it.
 *
 * @template {keyof typeof described} Name
 * @param {Name} name
 * @param {Pick<Game, 'title' | 'label' | 'rule' | 'rules'> & {lessons: {steps: LessonStep[], end: string}[]}} words
 * @param {string[]} starts of its lessons, and of the game after them; a board may follow each
 */
export function builtIn(name, { title, label, rule, rules, lessons }, starts) {
  const [small, ...setups] = starts.toReversed().map((text) => {
    const [start, board = ''] = text.split(' | ');
    return { start, board };
  });
  return {
    ...usual,
    ...{ name, title, label, rule, rules },
    initial: described[name].initial,
    lessons: setups.reverse().map((setup, at) => ({ setup, ...lessons[at] })),
    small,
  };
}
