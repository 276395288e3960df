import { capital } from '../../../core/capital.js';
import { list } from '../../../core/english.js';
import described from '../../described.json' with { type: 'json' };
import { textsOf } from '../../../core/language.js';
import told from './en.json' with { type: 'json' };

const code = {
  title: described.tower.name,
  label: described.tower.label,
  rule: described.tower.rule,
  section: (/** @type {string} */ side, /** @type {string} */ chance) =>
    `${capital(side)}${chance && `, ${chance}`}`,
  willPass: (/** @type {string[]} */ sides) =>
    sides.length > 1
      ? `Afterwards ${list(sides)} waste a minute.`
      : 'Afterwards only black wastes a minute.',
  ending: (/** @type {string} */ passed, /** @type {string | null} */ expected) =>
    `No block can be taken. The game took ${passed}${expected === null ? '' : `; ${expected} were expected at the start`}.`,
  luck: {
    lastRoll: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
      `This roll ${isSaved ? 'saved' : 'cost'} ${minutes}.`,
    rolls: (/** @type {string} */ minutes, /** @type {boolean} */ isSaved) =>
      `All rolls ${isSaved ? 'saved' : 'cost'} ${minutes} against what was expected.`,
  },
};

/** @typedef {Omit<typeof code, 'title' | 'label' | 'rule'>} Code */

export const words = textsOf(told, code);
