/**
 * Making elements, and changing those that are shown.
 *
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {{value: string, label: string}} Choice
 * @typedef {(value: string) => void} Change
 * @typedef {{least: number, most: number}} Range
 * @typedef {keyof typeof ICONS} Icon
 * @typedef {string | number | boolean | null | undefined} Value
 * @typedef {Record<string, Value | ((event: any) => void)>} Properties
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with properties: functions listen to events, `true` and `false` set or leave out an
 * attribute, everything else is an attribute's text.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** A `div` of a class. @type {(className: string, ...children: Child[]) => HTMLDivElement} */
export function div(className, ...children) {
  return element('div', { class: className }, ...children);
}

/** A paragraph of a class. @type {(className: string, ...children: Child[]) => HTMLParagraphElement} */
export function p(className, ...children) {
  return element('p', { class: className }, ...children);
}

/**
 * An element of SVG, with properties as `element` has them.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/**
 * @template {Element} Made
 * @param {Made} made
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(made, properties, children) {
  /** @type {Listeners} */
  const heard = {};
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') heard[name] = value;
    else attribute(made, name, value);
  }
  listen(made, heard);
  made.append(...kept(children));
  return made;
}

/** @typedef {Record<string, (event: any) => void>} Listeners */

/** What listens to each element. @type {WeakMap<Element, Listeners>} */
const listeners = new WeakMap();

/** @param {Event} event */
function hear(event) {
  const target = /** @type {Element} */ (event.currentTarget);
  listeners.get(target)?.[event.type]?.(event);
}

/** @type {(target: Element, heard: Listeners) => void} */
function listen(target, heard) {
  listeners.set(target, heard);
  // To add the same listener again changes nothing.
  for (const name of Object.keys(heard)) target.addEventListener(name, hear);
}

/** Sets an attribute, or removes it. @type {(target: Element, name: string, value: Value) => void} */
export function attribute(target, name, value) {
  const text = value === true ? '' : value;
  if (text === false || text === null || text === undefined) target.removeAttribute(name);
  // The page's policy refuses the attribute.
  else if (name === 'style' && target instanceof HTMLElement) target.style.cssText = String(text);
  else if (target.getAttribute(name) !== String(text)) target.setAttribute(name, String(text));
}

/** @type {(children: Child[]) => (Node | string)[]} */
function kept(children) {
  return children.filter((child) => typeof child === 'string' || child instanceof Node);
}

/**
 * Gives a container new children. An old child that is the same as a new one stays and takes over its attributes,
 * listeners and children, so that it keeps the focus and is not pressed in vain.
 *
 * @type {(container: Element, ...children: Child[]) => void}
 */
export function update(container, ...children) {
  const hadFocus = container.contains(document.activeElement);
  const list = document.activeElement?.closest('[data-stops]');
  merge(container, kept(children));
  // What had the focus may be gone: then it goes to nothing that does something else.
  if (!hadFocus || container.contains(document.activeElement)) return;
  const place = list && container.contains(list) ? list : container;
  if (!(place instanceof HTMLElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** @type {(container: Element, children: (Node | string)[]) => void} */
function merge(container, children) {
  const wanted = children.map((child) => (child instanceof Node ? child : new Text(child)));
  const stay = new Set(wanted);
  /** @type {Map<string, Node[]>} */
  const old = new Map();
  for (const child of container.childNodes) {
    if (!stay.has(child)) old.set(nameOf(child), [...(old.get(nameOf(child)) ?? []), child]);
  }
  const shown = wanted.map((child) => {
    const same = child.parentNode === container ? undefined : old.get(nameOf(child))?.shift();
    if (same) become(same, child);
    return same ?? child;
  });
  for (const child of [...old.values()].flat()) container.removeChild(child);
  for (const [at, child] of shown.entries()) {
    if (container.childNodes[at] === child) continue;
    container.insertBefore(child, container.childNodes[at] ?? null);
  }
}

/** By what an old child is the same as a new one. @param {Node} node */
function nameOf(node) {
  if (!(node instanceof Element)) return node.nodeName;
  return `${node.localName} ${node.getAttribute('data-key') ?? node.getAttribute('data-index')}`;
}

/** @type {(old: Node, other: Node) => void} */
function become(old, other) {
  if (!(old instanceof Element && other instanceof Element)) {
    if (old.nodeValue !== other.nodeValue) old.nodeValue = other.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!other.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of other.attributes) attribute(old, name, value);
  listen(old, listeners.get(other) ?? {});
  merge(old, [...other.childNodes]);
  const isField = old instanceof HTMLSelectElement || old instanceof HTMLInputElement;
  if (isField && 'value' in other) old.value = String(other.value);
}

/** A text in which what stands between backticks is code. @param {string} text */
export function marked(text) {
  const parts = text.split('\u0060');
  // Without its end a backtick is a letter.
  const isWhole = parts.length % 2 === 1;
  return isWhole ? parts.map((part, at) => (at % 2 ? element('code', {}, part) : part)) : [text];
}

/** The shapes of icons, in a square of 24. */
const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  edit: 'M4 20l1-5L16 4l4 4L9 19z',
  close: 'M6 6l12 12M18 6L6 18',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
};

/** An icon. It is hidden from screen readers: what it stands beside has a name. @param {Icon} name */
export function icon(name) {
  return drawing('icon', ICONS[name]);
}

/** The mark of best moves: a star. @param {string} className */
export function star(className = 'star') {
  return drawing(
    className,
    'M12 2.5l2.9 6.2 6.8.8-5 4.7 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.7 6.8-.8z',
  );
}

/** @type {(className: string, d: string) => SVGSVGElement} */
function drawing(className, d) {
  const properties = { class: className, viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  return svg('svg', properties, svg('path', { d }));
}

/**
 * A button with a text, and an icon before that.
 *
 * @type {(key: string, text: string, click: () => void, className?: string, name?: Icon) => HTMLButtonElement}
 */
export function button(key, text, click, className = 'button', name) {
  return clickable({ class: className, 'data-key': key, click }, name && icon(name), text);
}

/** Buttons in a list. @type {(buttons: Element[], tag?: 'ol' | 'ul') => HTMLElement} */
export function chips(buttons, tag = 'ol') {
  return element(tag, { class: 'chips' }, ...buttons.map((each) => element('li', {}, each)));
}

/** A button with whatever is in it. @type {(properties: Properties, ...children: Child[]) => HTMLButtonElement} */
export function clickable(properties, ...children) {
  return element('button', { type: 'button', ...properties }, ...children);
}

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

/**
 * A choice among values, with a label.
 *
 * @type {(key: string, label: string, values: Choice[], selected: string, change?: Change) => HTMLElement}
 */
export function select(key, label, values, selected, change) {
  return element(
    'label',
    { class: 'field' },
    element('span', {}, label),
    element(
      'select',
      { 'data-key': key, change: change && (({ target }) => change(target.value)) },
      ...values.map(({ value, label: text }) =>
        element('option', { value, selected: value === selected }, text),
      ),
    ),
  );
}

/**
 * A field for a number in a range.
 *
 * @type {(key: string, label: string, range: Range, selected: number, change: (value: number) => void) => HTMLElement}
 */
export function selectNumber(key, label, { least, most }, selected, change) {
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  const values = numbers.map((value) => ({ value, label: value }));
  return select(key, label, values, String(selected), (value) => change(Number(value)));
}

/** Terms, each with what is said of it. @param {Child[][]} told */
export function factList(told) {
  const parts = told.flatMap(([term, ...content]) => [
    element('dt', {}, term),
    element('dd', {}, ...content),
  ]);
  return element('dl', { class: 'facts' }, ...parts);
}
