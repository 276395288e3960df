/** The same in Chinese. */
import games from './zh.json' with { type: 'json' };

export { games };
