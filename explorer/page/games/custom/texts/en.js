import { textsOf } from '../../../core/language.js';
import told from './en.json' with { type: 'json' };

export const words = textsOf(told, {});
