import { div } from './dom.js';

/**
 * A part that scrolls sideways where it is wider than the page.
 *
 * @type {(className: string, content: HTMLElement) => HTMLDivElement}
 */
export function scrolling(className, content) {
  const area = div(className, content);
  showEnds(area);
  return area;
}

/** Shows at the edges of a part that it scrolls there. @param {HTMLElement} area */
export function showEnds(area) {
  area.classList.add('scrolls');
  const follow = () => {
    const hidden = area.scrollWidth - area.clientWidth - area.scrollLeft;
    area.classList.toggle('has-more', hidden > 4);
    area.classList.toggle('has-less', area.scrollLeft > 4);
  };
  area.addEventListener('scroll', follow, { passive: true });
  const observer = new ResizeObserver(follow);
  for (const part of [area, ...area.children]) observer.observe(part);
}
