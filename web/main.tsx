import './app/no-eval.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot, type RootOptions } from 'react-dom/client'
import { App, queryClient } from './app/app.tsx'
import { keepDrawnResponses } from './app/drawn-responses.ts'
import { loadFullFontLater } from './app/fonts/load-full-font.ts'
import { firstPage, router } from './app/router.tsx'

const isOffice = (): boolean => /^\/biz(\/|$)/.test(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

loadFullFontLater()
// Safari and Firefox do not break lines between Japanese phrases by themselves.
if (!isOffice() && !CSS.supports('word-break', 'auto-phrase'))
  void import('./app/phrases.ts').then(({ keepPhrases }) => keepPhrases()).catch(() => undefined)
// As a transition, the first render runs in short tasks, so that a slow phone responds to input in between.
const draw = (options?: RootOptions) =>
  startTransition(() =>
    createRoot(root, options).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )

const MOST_MS = 500

/** Restores kept responses before the first page needs them; a slow browser does not block it. */
async function restoreOfficeResponses(): Promise<void> {
  if (!isOffice()) return
  const ready = import('./app/office.ts').then(({ keepOfficeResponses }) => keepOfficeResponses(queryClient))
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, MOST_MS))])
}

const setting = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

async function errorReports(): Promise<RootOptions | undefined> {
  const dsn = setting('okuru-sentry')
  if (!dsn) return undefined
  const { reportErrors } = await import('./app/error-reports.ts')
  const receiver = { dsn, release: setting('okuru-release') }
  return reportErrors(receiver, () => router.state.matches.at(-1)?.fullPath)
}

// Not awaited: the pages import this file, so awaiting them here would deadlock.
void Promise.all([
  errorReports(),
  firstPage(),
  restoreOfficeResponses(),
  keepDrawnResponses(queryClient),
]).then(
  ([options]) => draw(options),
  () => draw(),
)
