/** Light, dark, or as the system says. `theme-at-start.js` applies the choice before anything is drawn. */
import { element, icon } from './dom.js';

const THEMES = ['system', 'light', 'dark'];

/** A button that goes through the themes. */
export function themeButton() {
  const label = element('span', {});
  const button = element(
    'button',
    {
      type: 'button',
      class: 'icon-button theme-button',
      click: () => {
        const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
        document.documentElement.dataset.theme = next;
        remember(next);
        show();
      },
    },
    icon('theme'),
    label,
  );
  const show = () => {
    label.textContent = { system: 'Auto', light: 'Light', dark: 'Dark' }[theme()] ?? '';
    button.setAttribute('aria-label', `Theme: ${label.textContent}`);
  };
  show();
  return button;
}

function theme() {
  const chosen = document.documentElement.dataset.theme ?? 'system';
  return THEMES.includes(chosen) ? chosen : 'system';
}

/** @param {string} chosen */
function remember(chosen) {
  try {
    localStorage.setItem('theme', chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
