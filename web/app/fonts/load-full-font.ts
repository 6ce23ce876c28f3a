const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 4000 })
  else setTimeout(run, 1500)
}

/**
 * Names and places may hold any character. The whole family is declared once the page has loaded; the
 * browser then fetches only the slices whose characters are on the screen.
 */
export function loadFullFontLater(): void {
  const load = () => whenIdle(() => void import('@fontsource-variable/noto-sans-jp/index.css'))
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load, { once: true })
}
