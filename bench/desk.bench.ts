import { type Browser, chromium, type Page } from 'playwright-core'
import { itemStatus, requestStatus } from '#contract/lifecycle'
import { ensureBrowser } from '../scripts/browser.mjs'
import { rawKeyboard } from '../tests/browser/raw-keys.ts'
import { buildPages } from './build-pages.ts'
import { type Child, startServer } from './children.ts'
import { busiestStaff, type Data, type Staff, signIn } from './data.ts'
import { figure, note } from './figures.ts'
import { median, percentile } from './load.ts'

const wantedItems = 4
const wantedScans = 30
/** Of a quick hand; keys closer together look like a scan. */
const betweenKeysMs = 80

/** The bench and the scanner as a clerk's hands meet them: from a key or a scan to what the screen shows. */
export async function benchDesk(data: Data): Promise<void> {
  await buildPages()
  const server = await startServer(data)
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  try {
    const staff = await busiestStaff(data)
    await benchKeys(data, server, browser, staff)
    await benchScans(data, server, browser, staff)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function openDesk(data: Data, server: Child, browser: Browser, staff: Staff): Promise<Page> {
  const { authorization } = await signIn(data, staff)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ja-JP' })
  const page = await context.newPage()
  const access = authorization.replace('Bearer ', '')
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate((token) => {
    localStorage.setItem('userType', 'business')
    localStorage.setItem('accessToken', token)
    localStorage.setItem('refreshToken', token)
  }, access)
  await page.addInitScript(watchPaints)
  return page
}

async function benchKeys(data: Data, server: Child, browser: Browser, staff: Staff): Promise<void> {
  const page = await openDesk(data, server, browser, staff)
  const keyboard = await rawKeyboard(page)
  const request = await boxToAssess(data, staff)
  await page.goto(`${server.url}/biz/bench/${request}`, { waitUntil: 'networkidle' })
  const press = async (token: string): Promise<number> => {
    await page.waitForTimeout(betweenKeysMs)
    await page.evaluate(() => window.paints.arm(''))
    await keyboard.type([token], 0)
    return page.evaluate(() => window.paints.next)
  }
  const keys: Record<'next article' | 'grade' | 'digit of the price', number[]> = {
    'next article': [],
    grade: [],
    'digit of the price': [],
  }
  const saves: number[] = []
  // Another one at each run, because what is the same is not saved.
  const price = String(1000 + (Date.now() % 9000))
  for (let item = 0; item < wantedItems; item++) {
    await page.waitForTimeout(300)
    for (const key of ['q', 'w', 'e', '1', '2']) keys.grade.push(await press(key))
    await press('v')
    for (const digit of price) keys['digit of the price'].push(await press(digit))
    const before = await page.evaluate(() => performance.now())
    await page.waitForFunction(
      (since) =>
        window.paints.saved.some((at) => at > since) &&
        !document.querySelector('main')?.textContent?.includes('未保存'),
      before,
    )
    saves.push(await page.evaluate(savedAfterSending, before))
    await page.keyboard.press('Escape')
    keys['next article'].push(await press('j'))
  }
  for (let round = 0; round < 3; round++)
    for (const key of [...'kkkjjj']) {
      await page.waitForTimeout(300)
      keys['next article'].push(await press(key))
    }
  for (const [name, taken] of Object.entries(keys)) {
    note(`${name}: p50 ${median(taken).toFixed(0)} ms of ${taken.length}`)
    figure(`bench, ${name}, key to paint, 95th percentile`, percentile(taken, 95), 'ms', { atMost: 50 })
  }
  note(`save: ${saves.map((taken) => Math.round(taken)).join(', ')} ms`)
  figure('bench, save, from sending to 保存済み', percentile(saves, 95), 'ms', { atMost: 150 })
  await page.context().close()
}

async function benchScans(data: Data, server: Child, browser: Browser, staff: Staff): Promise<void> {
  const page = await openDesk(data, server, browser, staff)
  const keyboard = await rawKeyboard(page)
  const scans = await boxesToScan(data, staff)
  const taken: number[] = []
  for (const [place, { code, request }] of scans.entries()) {
    await page.goto(`${server.url}/biz`, { waitUntil: 'networkidle' })
    await page.evaluate((id) => window.paints.arm(id), String(request))
    await keyboard.scan(code)
    const time = await page.evaluate(() => window.paints.next)
    // The first two load the pages' scripts, which every later scan finds.
    if (place >= 2) taken.push(time)
  }
  note(`scans: ${taken.map((time) => Math.round(time)).join(', ')} ms`)
  figure('scan, from its Enter to the request on the screen, 95th percentile', percentile(taken, 95), 'ms', {
    atMost: 200,
  })
  await page.context().close()
}

/** A box under assessment with open articles, given to the clerk of this measurement. */
async function boxToAssess({ pool }: Data, { account, company }: Staff): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `update purchase_request set assessor_id = (select id from business_user where account_id = $1)
     where id = (
       select r.id from purchase_request r where r.company_id = $2 and r.status = $3
         and (select count(*) from purchase_item i where i.request_id = r.id and i.status = $4) between $5::int and 40
       order by r.id desc limit 1)
     returning id`,
    [account, company, requestStatus.ASSESSING, itemStatus.ASSESSING, wantedItems],
  )
  if (!rows[0]) throw new Error('the data set has no box to assess')
  return rows[0].id
}

async function boxesToScan({ pool }: Data, { company }: Staff): Promise<{ code: string; request: number }[]> {
  const { rows } = await pool.query<{ code: string; request: number }>(
    `select b.box_code as code, r.id as request from purchase_request r join request_box b on b.request_id = r.id
     where r.company_id = $1 and r.status = $2 and b.seq = 1 order by r.id desc limit $3`,
    [company, requestStatus.OFFERED, wantedScans + 2],
  )
  if (rows.length === 0) throw new Error('the data set has no box to scan')
  return rows
}

interface Paints {
  /** Resolves with the milliseconds from the next key (or the Enter of a scan) to the paint that follows it. */
  next: Promise<number>
  /** With a text, to the first paint in which the page shows it. */
  arm: (text: string) => void
  /** Times at which 保存済み was painted. */
  saved: number[]
}

declare global {
  interface Window {
    paints: Paints
  }
}

/** Runs in the page, before its own scripts. */
function watchPaints(): void {
  let pressed = 0
  let wanted = ''
  let done: ((taken: number) => void) | undefined
  const paints: Paints = {
    next: Promise.resolve(0),
    saved: [],
    arm: (text) => {
      pressed = 0
      wanted = text
      paints.next = new Promise((resolve, reject) => {
        done = resolve
        setTimeout(() => reject(new Error('no paint within 5 s')), 5000)
      })
    },
  }
  window.paints = paints
  window.addEventListener(
    'keydown',
    (event) => {
      if (wanted === '' ? pressed === 0 : event.code === 'Enter') pressed = event.timeStamp
    },
    true,
  )
  // The board may show the number already; the request's own pages have it in their address, too.
  const shows = () =>
    wanted === '' ||
    (location.pathname.split('/').includes(wanted) &&
      (document.querySelector('main')?.textContent ?? '').includes(wanted))
  const afterPaint = (then: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = then
      channel.port2.postMessage(null)
    })
  new MutationObserver(() => {
    if (document.querySelector('main')?.textContent?.includes('保存済み'))
      afterPaint(() => paints.saved.push(performance.now()))
    if (!done || pressed === 0 || !shows()) return
    const finish = done
    const from = pressed
    done = undefined
    afterPaint(() => finish(performance.now() - from))
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Runs in the page: from the start of the last write to the first paint of 保存済み after its answer. */
function savedAfterSending(since: number): number {
  const writes = performance
    .getEntriesByType('resource')
    .filter(
      ({ name, startTime }) => startTime > since && /purchase_items/.test(name),
    ) as PerformanceResourceTiming[]
  const last = writes.at(-1)
  if (!last) throw new Error('nothing was sent')
  return (
    (window.paints.saved.find((at) => at >= last.responseEnd) ?? Number.POSITIVE_INFINITY) - last.startTime
  )
}
