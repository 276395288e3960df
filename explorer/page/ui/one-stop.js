/**
 * Lists of buttons that are one stop of the tab key each: arrow keys, Home and End go along them.
 */

/** The properties of such a list. */
export const oneStop = { 'data-stops': true, keydown: goAlong };

/** The buttons of a list. @param {Element} list */
const buttonsOf = (list) => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('button')]);

/** Finds the stop of each list: what has the focus, or is current, or is the first. @param {Element} place */
export function findStops(place) {
  for (const list of place.querySelectorAll('[data-stops]')) {
    const buttons = buttonsOf(list);
    const at = buttons.find((button) => button === document.activeElement);
    const stop = at ?? buttons.find((button) => button.ariaCurrent) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
    // The button that had the focus is gone.
    if (list === document.activeElement) stop?.focus({ preventScroll: true });
  }
}

/** @param {KeyboardEvent} event */
function goAlong(event) {
  const buttons = buttonsOf(/** @type {Element} */ (event.currentTarget));
  const at = buttons.findIndex((button) => button === document.activeElement);
  const targets = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = buttons[targets[/** @type {keyof typeof targets} */ (event.key)] ?? -1];
  if (at < 0 || !target) return;
  event.preventDefault();
  event.stopPropagation();
  for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
  target.focus();
}
