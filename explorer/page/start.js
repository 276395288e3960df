// A classic script in the page's head: no frame is drawn in the wrong theme, and the modules in the
// reader's language are fetched while the rest of the page is read.
{
  /** @param {string} key */
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Without storage the system's theme and languages are used.
      return null;
    }
  };
  const root = document.documentElement;
  root.dataset.theme = stored('theme') ?? 'system';
  // A page that stands in another one is only to be looked at.
  root.toggleAttribute('data-embedded', /\/embed(\.html)?$/.test(location.pathname));

  /** Loads the modules in the reader's language. @param {DOMStringMap} files a file for each language */
  const load = (files) => {
    const asked = new URLSearchParams(location.search).get('lang');
    const wanted = [asked, stored('lang'), ...navigator.languages];
    const known = wanted.map((language) => language?.slice(0, 2).toLowerCase() ?? '');
    const language = known.find((each) => Object.hasOwn(files, each)) ?? 'en';
    root.lang = language === 'zh' ? 'zh-CN' : language;

    // A module that a script adds may run before the page has a body. So it is fetched now, and added
    // when it has.
    const src = files[language] ?? '';
    const early = document.createElement('link');
    document.head.append(Object.assign(early, { rel: 'modulepreload', href: src }));
    document.addEventListener('DOMContentLoaded', () => {
      const script = document.createElement('script');
      document.head.append(Object.assign(script, { type: 'module', src }));
    });
  };

  // This script's attributes name the files. A document, which has its theme from here, has none.
  const { dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (dataset.en) load(dataset);
}
