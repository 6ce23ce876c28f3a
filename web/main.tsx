import './app/no-eval.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, type RootOptions } from 'react-dom/client'
import { App, queryClient } from './app/app.tsx'
import { loadFullFontLater } from './app/fonts/load-full-font.ts'
import { firstPage, router } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

loadFullFontLater()
// As a transition the first drawing is done in short pieces, so that a slow phone answers a touch in between.
const draw = (options?: RootOptions) =>
  startTransition(() =>
    createRoot(root, options).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )

const MOST_MS = 500

/** What the back office kept is there before its page asks for it; a browser that is slow to say does not hold it up. */
async function office(): Promise<void> {
  if (!/^\/biz(\/|$)/.test(window.location.pathname)) return
  const ready = import('./app/office.ts').then(({ openOffice }) => openOffice(queryClient))
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, MOST_MS))])
}

/** Errors are reported where the page names a server for them (OKURU_SENTRY_DSN). */
async function errorReports(): Promise<RootOptions | undefined> {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="okuru-sentry"]')?.content
  if (!dsn) return undefined
  const { reportErrors } = await import('./app/error-reports.ts')
  return reportErrors(dsn, () => router.state.matches.at(-1)?.fullPath)
}

// Not awaited here: the pages use code of this file, and would wait for it while it waits for them.
void Promise.all([errorReports(), firstPage(), office()]).then(
  ([options]) => draw(options),
  () => draw(),
)
