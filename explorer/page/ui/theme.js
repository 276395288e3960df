/** Light, dark, or as the system says. `start.js` applies the choice before anything is drawn. */
import { texts } from '../texts/en.js';
import { keep } from '../core/storage.js';
import { clickable, icon } from './dom.js';

const THEMES = /** @type {const} */ (['system', 'dark', 'light']);

/** A button that goes through the themes. */
export function themeButton() {
  const button = clickable(
    {
      class: 'icon-button theme-button',
      click: () => {
        const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
        document.documentElement.dataset.theme = next;
        keep('localStorage', 'theme', next);
        show();
      },
    },
    icon('theme'),
  );
  const show = () => {
    const label = texts.theme.label(texts.theme[theme()]);
    button.setAttribute('aria-label', label);
    button.title = label;
  };
  show();
  return button;
}

function theme() {
  const chosen = document.documentElement.dataset.theme;
  return THEMES.find((known) => known === chosen) ?? 'system';
}
