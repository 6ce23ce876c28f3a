const PATIENCE_MS = 3000

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 4000 })
  else setTimeout(run, 1500)
}

/** Declares the whole family for rare characters; the browser fetches only the slices that it needs. */
export function loadFullFontLater(): void {
  const load = () =>
    setTimeout(
      () => whenIdle(() => void import('@fontsource-variable/noto-sans-jp/index.css').catch(() => undefined)),
      PATIENCE_MS,
    )
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load, { once: true })
}
