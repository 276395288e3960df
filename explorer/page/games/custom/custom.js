/**
 * A custom game of the program. The page knows none of its rules: what it shows, and where moves
 * lead, is what answers have said.
 *
 * @import {Game} from '../../core/game.js'
 * @import {Described} from '../../ui/program.js'
 */
import { isOver } from '../../core/known.js';
import { cellWords } from '../cells.js';
import { usual } from '../usual.js';
import { LOOKS } from '../looks.js';
import { letters } from './board.js';
import { boardOf, cellsOf } from './position.js';
import { words } from './texts/en.js';

/** This many moves are listed, the best ones. */
const MOST_LISTED = 1000;

/** Rules that are so long are told in a line. */
const LONGEST_RULE = 160;

/** @type {(described: Described) => Game} */
export function custom({ name, title, label, rule, rules, start, board = '' }) {
  const [first, ...others] = rule ? [rule, rules] : partsOf(rules);
  return {
    ...usual,
    name,
    title: title ?? name,
    label: label ?? name,
    rule: first ?? '',
    rules: others,
    initial: { start, board },
    sizes: [],
    random: () => ({ start, board }),
    lessons: null,
    small: { start, board },
    isCustom: true,
    // If a move is left, a position has come back too often.
    ended: ({ game, node, state }) =>
      isOver(game, node.place, state.board) ? words.ended : words.repeated,
    sections: ({ moves }) => {
      const more = (moves?.length ?? 0) - MOST_LISTED;
      const listed = moves?.slice(0, MOST_LISTED) ?? [];
      const chances = listed.flatMap(({ move, chance }) => (chance ? [`${move}: ${chance}`] : []));
      const rolled = chances.length ? `${words.rolled} ${chances.join(', ')}` : '';
      const note = more > 0 ? words.more(MOST_LISTED, more) : rolled;
      return listed.length ? [{ title: '', note, before: [], moves: listed, all: more <= 0 }] : [];
    },
    stepWords: (step) => {
      const [from, to] = cellsOf(step, boardOf(start));
      if (!from) return step;
      return to ? words.fromTo(cellWords(from), cellWords(to)) : cellWords(from);
    },
    board: () => ({ ...letters, ...LOOKS[name.split('-')[0]] }),
    legend: ({ node, answer }) => {
      const board = boardOf(node.place);
      return answer?.moves?.some(({ move }) => cellsOf(move, board).length) ? [] : null;
    },
    reason: () => '',
    facts: () => [],
    puzzle: null,
    setup: null,
  };
}

/** Rules as a line and the rest of them: the first sentence, or all of them if they are short. @param {string} rules */
function partsOf(rules) {
  if (rules.length <= LONGEST_RULE && !rules.trim().includes('\n')) return [rules.trim()];
  const [first = ''] = /^.*?(?:[.!?](?=\s|$)|[。！？]|$)/s.exec(rules.trim()) ?? [];
  return [first, ...rules.trim().slice(first.length).split('\n')].filter((text) => text.trim());
}
