import { element } from './dom.js';

/**
 * A sign that something is awaited, and how much is done, from 0 to 1, if that is known.
 *
 * @type {(text: string, part?: number) => HTMLElement}
 */
export function waiting(text, part) {
  const sign =
    part === undefined
      ? element('span', { class: 'spinner' })
      : element('progress', { value: String(part), 'aria-label': text });
  return element('p', { class: 'waiting', role: 'status' }, sign, text);
}
