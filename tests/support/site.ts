import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { vi } from 'vitest'
import { ensureBrowser } from '../../scripts/browser.mjs'
import { type Overrides, type TestApp, testApp } from './app.ts'
import { makeWorld, type World } from './world.ts'

export interface Site {
  t: TestApp
  world: World
  url: string
  browser: Browser
  visit: (width: number, options?: { locale?: string }) => Promise<Visit>
  close: () => Promise<void>
}

export interface Visit {
  context: BrowserContext
  page: Page
  /** Uncaught errors and CSP violations; must stay empty. */
  errors: string[]
  close: () => Promise<void>
}

/** Disables the browser's background requests. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A test picture instead of a camera, without a question.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })
}

type SiteOptions = Pick<Overrides, 'web' | 'config' | 'files'> & {
  port?: number
  /** Default false: installing it in every visit takes about a fifth of the time of a test. */
  serviceWorker?: boolean
}

export async function startSite({
  port = 0,
  serviceWorker = false,
  ...overrides
}: SiteOptions = {}): Promise<Site> {
  const t = await testApp(overrides)
  // The browser uses the real time; the server's clock is fixed at the start.
  t.clock.set(new Date(vi.getRealSystemTime()))
  const world = await makeWorld(t)
  const url = await t.app.listen({ port, host: '127.0.0.1' })
  const browser = await startBrowser()
  return {
    t,
    world,
    url,
    browser,
    visit: (width, options = {}) => visit(browser, url, width, { ...options, serviceWorker }),
    close: async () => {
      await browser.close()
      await t.close()
    },
  }
}

async function visit(
  browser: Browser,
  url: string,
  width: number,
  options: { locale?: string; serviceWorker: boolean },
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
    viewport: { width, height: width < 600 ? 844 : 900 },
    locale: options.locale ?? 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    hasTouch: width < 600,
    isMobile: width < 600,
    reducedMotion: 'reduce',
  })
  const errors: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      errors.push(message.text())
  })
  page.setDefaultTimeout(15_000)
  return { context, page, errors, close: () => context.close() }
}

export function linkInMail(site: Site, to: string): string {
  const mail = [...site.t.outbox].reverse().find((one) => one.to === to)
  const link = mail?.text.match(/https?:\/\/\S+/)?.[0]
  if (!link) throw new Error(`no mail with a link to ${to}`)
  const { pathname, search } = new URL(link)
  return site.url + pathname + search
}
