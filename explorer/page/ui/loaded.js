/** Parts of the page that are loaded when somebody asks for them. */
import { texts } from '../texts/en.js';
import { openDialog } from './dialog.js';
import { element } from './dom.js';

/**
 * Loads a part and uses it. Without the server the page says why nothing opens.
 *
 * @template Part
 * @param {Promise<Part>} loading
 * @param {(part: Part) => void} use
 */
export async function whenLoaded(loading, use) {
  const part = await loading.catch(() => null);
  if (part) use(part);
  else openDialog(texts.failures.noAnswer, [element('p', {}, texts.failures.noPage)]);
}
