import { type Browser, chromium, type Page } from 'playwright-core'
import { requestStatus } from '#contract/lifecycle'
import { demoPassword } from '#server/demo-sign-ins'
import { ensureBrowser } from '../scripts/browser.mjs'
import { buildPages } from './build-pages.ts'
import { type Child, startServer } from './children.ts'
import type { Data } from './data.ts'
import { figure, note } from './figures.ts'
import { median } from './load.ts'

/** 1.6 Mbit/s with 150 ms, and a processor four times slower, as Lighthouse's telephone. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowdown = 4
const looks = 3

interface Visited {
  path: string
  /** Tapped once the page stands. */
  tap?: string
  scripts?: number
  signedIn?: true
}

/** First paint, stability, weight and response to a tap of the storefront's pages on a slow telephone. */
export async function benchPhone(data: Data): Promise<void> {
  await buildPages()
  const server = await startServer(data)
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  try {
    const customer = await customerWithResult(data, server)
    const busiest = await busiestShop(data)
    const pages: Visited[] = [
      { path: '/' },
      { path: '/shops', scripts: 180 },
      { path: '/brands' },
      { path: '/help' },
      { path: '/privacy' },
      { path: '/register' },
      { path: '/login' },
      { path: '/contact' },
      { path: `/shops/${busiest.shop}`, scripts: 180 },
      { path: `/brands/${busiest.brand}` },
      { path: '/mypage', signedIn: true },
      { path: '/requests', signedIn: true },
      { path: '/requests/new', signedIn: true },
      { path: `/requests/${customer.request}`, signedIn: true },
      { path: '/notifications', signedIn: true },
      { path: '/settings', signedIn: true },
      {
        path: `/requests/${customer.request}/result?item=${customer.item}`,
        tap: 'button:has-text("返してもらう")',
        scripts: 180,
        signedIn: true,
      },
    ]
    for (const visited of pages) await judge(browser, server, visited, customer.tokens)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function busiestShop({ pool }: Data): Promise<{ shop: number; brand: number }> {
  const { rows } = await pool.query<{ shop: number; brand: number }>(
    'select shop_id as shop, brand_id as brand from purchase_item where brand_id is not null group by 1, 2 order by count(*) desc limit 1',
  )
  if (!rows[0]) throw new Error('the data set has no articles')
  return rows[0]
}

type Tokens = Record<'userType' | 'accessToken' | 'refreshToken', string>

async function customerWithResult({ pool }: Data, server: Child) {
  const { rows } = await pool.query<{ request: number; item: number; email: string }>(
    `select r.id as request, a.email,
       (select min(i.seq) from purchase_item i where i.request_id = r.id) as item
     from purchase_request r
     join customer c on c.id = r.customer_id join account a on a.id = c.account_id
     where r.status = $1 and a.is_active and not c.is_corporate
       and (select count(*) from purchase_item i where i.request_id = r.id) between 5 and 12
     order by r.id desc limit 1`,
    [requestStatus.OFFERED],
  )
  if (!rows[0]) throw new Error('the data set has no offer')
  const { email, request, item } = rows[0]
  // The data set grows older, and an answer is taken only before the deadline.
  await pool.query("update purchase_request set offer_expires_at = now() + interval '3 days' where id = $1", [
    request,
  ])
  const response = await fetch(`${server.url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const { access, refresh } = (await response.json()) as { access: string; refresh: string }
  return {
    request,
    item,
    tokens: { userType: 'customer', accessToken: access, refreshToken: refresh } as Tokens,
  }
}

async function judge(browser: Browser, server: Child, visited: Visited, tokens: Tokens): Promise<void> {
  const seen = []
  for (let look = 0; look < looks; look++) seen.push(await visit(browser, server, visited, tokens))
  const name = visited.path.replace(/\d+/, '…').replace(/\?.*/, '')
  note(`${name}: largest paint ${seen.map(({ paint }) => Math.round(paint)).join(', ')} ms`)
  figure(`${name}, largest paint`, median(seen.map(({ paint }) => paint)) / 1000, 's', { atMost: 1 })
  figure(`${name}, layout shift`, median(seen.map(({ shift }) => shift)), '', { atMost: 0.02 })
  if (visited.scripts)
    figure(`${name}, scripts over the line`, median(seen.map(({ scripts }) => scripts)) / 1000, 'kB', {
      atMost: visited.scripts,
    })
  if (visited.tap)
    figure(`${name}, response to a tap`, median(seen.map(({ response }) => response)), 'ms', { atMost: 150 })
}

async function visit(browser: Browser, server: Child, { path, tap, signedIn }: Visited, tokens: Tokens) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  try {
    const page = await context.newPage()
    if (signedIn) await keepTokens(page, server, tokens)
    await page.addInitScript(observe)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    if (tap) await page.locator(tap).first().tap()
    await page.waitForTimeout(1000)
    return await page.evaluate(() => {
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.js$/.test(new URL(name).pathname)) as PerformanceResourceTiming[]
      return {
        ...(window as unknown as { seen: Seen }).seen,
        scripts: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
      }
    })
  } finally {
    await context.close()
  }
}

async function keepTokens(page: Page, server: Child, tokens: Tokens): Promise<void> {
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
  }, tokens)
}

interface Seen {
  paint: number
  shift: number
  response: number
}

/** Runs in the page, before its own scripts. Times in milliseconds. */
function observe(): void {
  const seen: Seen = { paint: 0, shift: 0, response: 0 }
  ;(window as unknown as { seen: Seen }).seen = seen
  const on = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  on('largest-contentful-paint', (entry) => {
    seen.paint = entry.startTime
  })
  on('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.shift += shift.value
  })
  on('event', (entry) => {
    seen.response = Math.max(seen.response, entry.duration)
  })
}
