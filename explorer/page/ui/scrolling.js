import { div } from './dom.js';

/**
 * A part that scrolls sideways where it is wider than the page, and shows at its edges that it does.
 *
 * @type {(className: string, content: HTMLElement) => HTMLDivElement}
 */
export function scrolling(className, content) {
  const area = div(`${className} scrolls`, content);
  const follow = () => {
    const hidden = area.scrollWidth - area.clientWidth - area.scrollLeft;
    area.classList.toggle('has-more', hidden > 4);
    area.classList.toggle('has-less', area.scrollLeft > 4);
  };
  area.addEventListener('scroll', follow, { passive: true });
  const observer = new ResizeObserver(follow);
  for (const part of [area, content]) observer.observe(part);
  return area;
}
