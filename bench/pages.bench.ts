import path from 'node:path'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { ensureBrowser } from '../scripts/browser.mjs'
import { buildPages } from './build-pages.ts'
import { freePort, startServer } from './children.ts'
import type { Data } from './data.ts'
import { figure, note } from './figures.ts'

const kilobyte = 1000
const promised = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const pages = { 'top page': '/', login: '/login' }

export async function benchPages(data: Data): Promise<void> {
  await buildPages()
  const server = await startServer(data)
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  try {
    await weigh(browser, `${server.url}/`)
    for (const [name, place] of Object.entries(pages)) await judge(name, server.url + place, port)
  } finally {
    await browser.close()
    await server.stop()
  }
}

interface Loaded {
  url: string
  kind: string
  bytes: number
  text: string
}

async function weigh(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const session = await page.context().newCDPSession(page)
  const loaded = await listen(session)
  await page.goto(url, { waitUntil: 'networkidle' })
  const all = await loaded()
  await page.close()
  const scripts = all.filter(({ kind }) => kind === 'Script')
  const fonts = all.filter(({ kind }) => kind === 'Font')
  note(scripts.map((one) => `${path.basename(one.url)} ${(one.bytes / kilobyte).toFixed(1)}`).join(', '))
  figure('top page, scripts over the line', total(scripts), 'kB', { atMost: 165 })
  figure('top page, fonts over the line', total(fonts), 'kB', { atMost: 150 })
  // Matches by URL, because the first scripts contain the names of files loaded later.
  const heavy = scripts.filter(
    ({ url, text }) => /\/assets\/(biz|bench|intake)/.test(url) || /MuiDataGrid|MuiPickers/.test(text),
  )
  figure('top page, scripts with grid, date picker or shop pages', heavy.length, '', { atMost: 0 })
}

const total = (loaded: readonly Loaded[]) => loaded.reduce((sum, one) => sum + one.bytes, 0) / kilobyte

async function listen(session: CDPSession): Promise<() => Promise<Loaded[]>> {
  const seen = new Map<string, Loaded>()
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    seen.set(requestId, { url: response.url, kind: type, bytes: 0, text: '' })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return async () => {
    for (const [requestId, one] of seen) {
      if (one.kind !== 'Script') continue
      const { body } = await session.send('Network.getResponseBody', { requestId })
      one.text = body
    }
    return [...seen.values()]
  }
}

const looks = 5

/** Lighthouse with its mobile throttling; the median of several runs. */
async function judge(name: string, url: string, port: number): Promise<void> {
  const all: (RunnerResult | undefined)[] = []
  for (let look = 0; look < looks; look++) {
    all.push(
      await lighthouse(url, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: Object.keys(promised),
      }),
    )
  }
  const speed = (one: RunnerResult | undefined) =>
    Math.round((one?.lhr.categories.performance?.score ?? 0) * 100)
  const result = all.toSorted((a, b) => speed(a) - speed(b))[Math.floor(looks / 2)]
  note(`${name}: performance ${all.map(speed).join(', ')}`)
  for (const [category, least] of Object.entries(promised)) {
    const found = result?.lhr.categories[category]
    figure(`Lighthouse, ${name}: ${category}`, Math.round((found?.score ?? 0) * 100), '', { atLeast: least })
    const failed = (found?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = result?.lhr.audits[id]
      return weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.9
        ? [`${id} ${audit?.displayValue ?? ''}`]
        : []
    })
    if (failed.length > 0) note(failed.join('; '))
  }
}
