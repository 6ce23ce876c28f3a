import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { apply, type Box, offered } from '../support/steps.ts'
import { type Person, signIn } from '../support/world.ts'
import { heading, openVisit, pageCode, settled, signedIn, withoutDrawnPage } from './browse.ts'

/** What a document shows before the program has loaded: the page with what its visitor may read, and nobody else. */
let site: Site
let box: Box
beforeAll(async () => {
  site = await startSite()
  box = await offered(site.t, site.world)
})
afterAll(() => site.close())

const open = (width = 390): Promise<Visit> => openVisit(site, width)

const result = () => `/requests/${box.id}/result?view=list`
const drawn = (page: Page, text: string | RegExp) =>
  page.locator('#first-paint').getByText(text).first().waitFor()

/** Holds the program back until the returned function is called. */
async function holdProgram(page: Page): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pageCode, async (route) => {
    await released
    await route.continue()
  })
  onTestFinished(() => release())
  return release
}

const paths = (page: Page): string[] => {
  const seen: string[] = []
  page.on('request', (request) => void seen.push(new URL(request.url()).pathname))
  return seen
}

test.each([390, 1440])(
  'at %i px a result is read before the program has come, and is then the same page',
  async (width) => {
    const visit = await open(width)
    const { page } = visit
    await signedIn(visit, 'customer', site.world.hanako)
    const asked = paths(page)
    const release = await holdProgram(page)
    await page.goto(result(), { waitUntil: 'commit' })
    await drawn(page, '¥14,000')
    expect(await page.locator('#first-paint img[src*="/files/"]').count()).toBeGreaterThan(0)
    // From here on it never looks as if it were still loading.
    await page.evaluate(() => {
      const seen = { gaps: 0 }
      Object.assign(window, { seen })
      const look = () => {
        const shown = document.querySelector('#first-paint') ?? document.querySelector('#main')
        if (!shown?.textContent.includes('¥14,000')) seen.gaps += 1
        requestAnimationFrame(look)
      }
      look()
    })
    release()
    await page.locator('#first-paint').waitFor({ state: 'detached' })
    await settled(page)
    await page.locator('#main').getByText('¥14,000').first().waitFor()
    expect(await page.evaluate(() => (window as unknown as { seen: { gaps: number } }).seen.gaps)).toBe(0)
    expect(asked).toContain('/drawn')
    expect(asked.filter((path) => path.startsWith('/api/purchase_requests/'))).toEqual([])
  },
)

test('a link opened the next day needs no second sign-in, and none of the calls waits for one', async () => {
  const visit = await open()
  const { page } = visit
  const stale = { ...site.world.hanako, token: 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.x' }
  await signedIn(visit, 'customer', stale)
  const asked = paths(page)
  await page.goto('/mypage')
  await settled(page)
  await page.getByText('¥17,500').first().waitFor()
  const token = await page.evaluate(() => window.localStorage.getItem('accessToken'))
  expect(token).not.toBe(stale.token)
  expect(asked).not.toContain('/api/auth/jwt/refresh/')
})

test('a session that was ended elsewhere shows nothing of its owner, and leads to the sign-in', async () => {
  const visit = await open()
  const { page } = visit
  const ended: Person = { ...site.world.hanako, ...(await signIn(site.t, site.world.hanako)) }
  await site.t.app.inject({ method: 'POST', url: '/api/logout/', payload: { refresh_token: ended.refresh } })
  await signedIn(visit, 'customer', ended)
  const answer = page.waitForResponse((response) => response.url().endsWith('/drawn'))
  await page.goto('/mypage', { waitUntil: 'commit' })
  expect((await answer).status()).toBe(204)
  await heading(page, 'ログイン')
  expect(await page.textContent('body')).not.toContain('¥17,500')
})

test('whoever signs in meanwhile, in another tab, is shown nothing of the one before', async () => {
  const visit = await open()
  const { page } = visit
  await signedIn(visit, 'customer', site.world.hanako)
  const release = await holdProgram(page)
  await page.goto('/mypage', { waitUntil: 'commit' })
  await drawn(page, /17,500/)
  const other = await visit.context.newPage()
  await signedIn({ ...visit, page: other }, 'customer', site.world.taro)
  release()
  await page.locator('#first-paint').waitFor({ state: 'detached' })
  await settled(page)
  expect(await page.textContent('body')).not.toContain('17,500')
  expect(await page.evaluate(() => window.localStorage.getItem('accessToken'))).toBe(site.world.taro.token)
})

test('a request of somebody else is as missing as for every call', async () => {
  const visit = await open()
  const { page } = visit
  await signedIn(visit, 'customer', site.world.taro)
  const answer = page.waitForResponse((response) => response.url().endsWith('/drawn'))
  await page.goto(result())
  expect((await answer).status()).toBe(204)
  await page.getByText('ページが見つかりません').waitFor()
  expect(await page.textContent('body')).not.toContain('14,000')
})

test('a visitor without an account reads a shop, as its store shows it', async () => {
  const { page } = await open()
  await holdProgram(page)
  await page.goto(`/shops/${site.world.aoyama.shops[0]}?store=aoyama`, { waitUntil: 'commit' })
  await drawn(page, '株式会社青山リユース')
  expect(
    await page.locator('#first-paint .bar').evaluate((bar) => getComputedStyle(bar).backgroundColor),
  ).toBe('rgb(23, 24, 26)')
})

test('without the server’s page the program shows it by itself', async () => {
  const visit = await open()
  const { page } = visit
  await signedIn(visit, 'customer', site.world.hanako)
  await withoutDrawnPage(page)
  await page.goto(result())
  await settled(page)
  await page.locator('#main').getByText('¥14,000').first().waitFor()
})

test('after the first page the connection may go: what was drawn stays', async () => {
  const request = await apply(site.t, site.world)
  const visit = await open()
  const { page, context } = visit
  await signedIn(visit, 'customer', site.world.hanako)
  await page.goto(`/requests/${request.id}`)
  await settled(page)
  await context.setOffline(true)
  await page.getByText('表示中の内容はそのままご覧いただけます').waitFor()
  expect(await page.locator('#main h1').textContent()).toContain(String(request.id))
})

test.each([
  ['the program', /\/assets\/index[^/]*\.js$/, '通信が途切れ、読み込みが途中で止まりました。', null],
  [
    'the code of its page',
    /\/assets\/mypage[^/]*\.js$/,
    '表示中の内容はそのままご覧いただけます',
    '#root header',
  ],
])(
  'when the connection goes before %s has come, what was drawn stays, and it goes on by itself later',
  async (_, code, notice, start) => {
    const visit = await open()
    const { page, context } = visit
    await signedIn(visit, 'customer', site.world.hanako)
    let lose: () => void = () => undefined
    const lost = new Promise<void>((resolve) => {
      lose = resolve
    })
    await page.route(code, async (route) => {
      await lost
      await route.abort('internetdisconnected')
    })
    await page.goto('/mypage', { waitUntil: 'commit' })
    await drawn(page, /17,500/)
    if (start) await page.locator(start).waitFor({ state: 'attached' })
    await context.setOffline(true)
    lose()
    await page.getByText(notice).waitFor()
    await page.getByText('¥17,500').first().waitFor()
    await page.unroute(code)
    await context.setOffline(false)
    await page.getByText(notice).waitFor({ state: 'detached' })
    await page.locator('.drawn').waitFor({ state: 'detached' })
    await settled(page)
    await page.locator('#main').getByText('¥17,500').first().waitFor()
  },
)
