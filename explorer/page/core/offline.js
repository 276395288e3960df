let isAsked = false;

/**
 * Has the browser keep what the page needs without its server. That is done after the first answer, so that a first visit
 * fetches nothing before it which it does not show. A page in a frame of another site leaves nothing there.
 */
export function keepOffline() {
  if (isAsked || document.documentElement.hasAttribute('data-embedded')) return;
  isAsked = true;
  // Without HTTPS there is none, and where it is refused the page works as before.
  navigator.serviceWorker?.register('service-worker.js').catch(() => {});
}
