// A classic script in the page's head, so that no frame is drawn in the wrong theme.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'system';
} catch {
  // Without storage the system's theme is used.
}
