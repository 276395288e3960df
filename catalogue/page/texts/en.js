/** What `perfectplay catalogue --check --write catalogue` has written of the games. */
import games from './en.json' with { type: 'json' };

export { games };
