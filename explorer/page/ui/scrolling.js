import { element } from './dom.js';

/**
 * A part that scrolls sideways where it is wider than the page, and shows at its edge that it does.
 *
 * @param {string} className
 * @param {HTMLElement} content
 */
export function scrolling(className, content) {
  const area = element('div', { class: className }, content);
  const follow = () => {
    const hidden = area.scrollWidth - area.clientWidth - area.scrollLeft;
    area.classList.toggle('has-more', hidden > 4);
  };
  area.addEventListener('scroll', follow, { passive: true });
  const observer = new ResizeObserver(follow);
  observer.observe(area);
  observer.observe(content);
  return area;
}
