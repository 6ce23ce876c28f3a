/** The page is read before it is read closely: what was built in has the whole line until then. */
const PATIENCE_MS = 3000

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 4000 })
  else setTimeout(run, 1500)
}

/**
 * Names and places may hold any character. The whole family is declared once the page has loaded; the
 * browser then fetches only the slices whose characters are on the screen.
 */
export function loadFullFontLater(): void {
  const load = () =>
    setTimeout(
      () => whenIdle(() => void import('@fontsource-variable/noto-sans-jp/index.css').catch(() => undefined)),
      PATIENCE_MS,
    )
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load, { once: true })
}
