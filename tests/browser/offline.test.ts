import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { apply, type Box, receive, startAssessing } from '../support/steps.ts'
import { eventually, openVisit, settled } from './browse.ts'
import { photo } from './photos.ts'
import { cachedPaths, copyOfPages, deploy, releaseOf, removePages, workerReady } from './release.ts'

/** The back office offline: the bench keeps working, tabs are closed and opened, and everything arrives once. */
let site: Site
let web: string
beforeAll(async () => {
  web = await copyOfPages()
  site = await startSite({ web, serviceWorker: true })
})
afterAll(async () => {
  await site.close()
  await removePages(web)
})

async function boxOf(count: number): Promise<Box> {
  const box = await apply(site.t, site.world)
  await receive(site.t, box, count)
  await startAssessing(site.t, box)
  return box
}

/** Waits until the worker controls the page and the whole box is cached. */
async function readyFor(page: Page, pieces: number): Promise<void> {
  await workerReady(page)
  await eventually(() => count(page, 'okuru-kept-answers', 'sealed')).toBeGreaterThan(pieces + 5)
}

const count = (page: Page, name: string, store: string): Promise<number> =>
  page.evaluate(
    ([name, store]) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => {
          const db = opening.result
          if (!db.objectStoreNames.contains(store)) return resolve(-1)
          const counting = db.transaction(store).objectStore(store).count()
          counting.onsuccess = () => {
            db.close()
            resolve(counting.result)
          }
        }
      }),
    [name, store] as const,
  )

/** Far enough apart that no two are compressed to the same bytes. */
const pictureOf = (seq: number, index: number) =>
  photo(`foto-${seq}-${index}.jpg`, `rgb(${seq * 5}, ${30 + index * 60}, 30)`, { width: 80, height: 60 })

const banner = (page: Page, unsent: number) =>
  page.getByText(`入力は続けられます。未送信 ${unsent}件は、つながり次第お送りします。`).waitFor()

/** A page that is left while a photo is on its way to the disk asks first; a reload by the test does not. */
const photosKept = (page: Page, photos: number) =>
  eventually(() => count(page, 'okuru-photos', 'files')).toBe(photos)

async function stored(box: Box) {
  const rows = await site.t.db
    .selectFrom('purchase_item as i')
    .select(({ fn, selectFrom }) => [
      'i.seq',
      'i.color',
      'i.base_price',
      selectFrom('item_photo as p')
        .select(fn.countAll<number>().as('n'))
        .whereRef('p.item_id', '=', 'i.id')
        .as('photos'),
    ])
    .where('i.request_id', '=', box.id)
    .orderBy('i.seq')
    .execute()
  return rows.map(({ seq, color, base_price, photos }) => [seq, color, base_price, photos])
}

async function assess(page: Page, seq: number, photos: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${seq}\\. `) }).click()
  await page.getByText(`点中 ${seq}点目`).waitFor()
  await page.getByLabel('色').fill(`紺${seq}`)
  await page.getByLabel('基準額').fill(String(1000 + seq))
  await page.getByLabel('基準額').blur()
  const files = await Promise.all(Array.from({ length: photos }, (_, index) => pictureOf(seq, index)))
  if (files.length > 0) await page.locator('input[type="file"]').setInputFiles(files)
}

async function nextTab(context: BrowserContext, old: Page): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await old.close()
  return page
}

test('a bench works on without a connection, over a reload and a closed tab, and everything is stored once', async () => {
  const box = await boxOf(4)
  const { page: first, context } = await openVisit(site, 1366, 'business', site.world.aoyama.staff)
  await first.goto(`/biz/bench/${box.id}`)
  await settled(first)
  await readyFor(first, 4)
  await context.setOffline(true)
  await first.getByText('入力は続けられます。').waitFor()
  await assess(first, 1, 2)
  // An item that was never opened, and brand suggestions for text that was never typed.
  await assess(first, 3, 1)
  await first.getByLabel('ブランド').pressSequentially('gucc', { delay: 30 })
  await first.getByRole('option', { name: /GUCCI/ }).first().click()
  await banner(first, 2 + 3)
  await photosKept(first, 3)

  await first.reload()
  await settled(first)
  await banner(first, 2 + 3)
  expect(await first.getByLabel('色').inputValue()).toBe('紺3')
  await assess(first, 4, 0)
  await banner(first, 3 + 3)

  const second = await nextTab(context, first)
  await second.goto(`/biz/bench/${box.id}`)
  await settled(second)
  await assess(second, 2, 1)
  await banner(second, 4 + 4)
  await photosKept(second, 4)
  // The day is cached as well; unsent input is sent from any page.
  const third = await nextTab(context, second)
  await third.goto('/biz')
  await settled(third)
  await banner(third, 4 + 4)
  await context.setOffline(false)
  await eventually(() => stored(box)).toEqual([
    [1, '紺1', 1001, 2],
    [2, '紺2', 1002, 1],
    [3, '紺3', 1003, 1],
    [4, '紺4', 1004, 0],
  ])
  await third.getByText(/入力は続けられます|つながりました/).waitFor({ state: 'detached' })
  expect(await count(third, 'okuru-photos', 'files')).toBe(0)
  const brands = await site.t.db
    .selectFrom('purchase_item')
    .select('brand_id')
    .where('request_id', '=', box.id)
    .where('brand_id', 'is not', null)
    .execute()
  expect(brands).toEqual([{ brand_id: site.world.brands.gucci }])
})

test('fifty articles with a hundred and fifty photos wait through an outage and a reload, and are stored once', async () => {
  const many = 50
  const box = await boxOf(many)
  const { page, context } = await openVisit(site, 1366, 'business', site.world.aoyama.staff)
  await page.goto(`/biz/bench/${box.id}`)
  await settled(page)
  await readyFor(page, many)
  await context.setOffline(true)
  await page.getByText('入力は続けられます。').waitFor()
  for (let seq = 1; seq <= many; seq++) await assess(page, seq, 3)
  await banner(page, many + 3 * many)
  await photosKept(page, 3 * many)
  await page.reload()
  await settled(page)
  await banner(page, many + 3 * many)
  await context.setOffline(false)
  const wanted = Array.from({ length: many }, (_, index) => [index + 1, `紺${index + 1}`, 1001 + index, 3])
  await eventually(() => stored(box), 120_000).toEqual(wanted)
  await photosKept(page, 0)
  await context.close()
}, 240_000)

test('two tabs at one bench keep each its own input, and what one had that crashed is sent by the other', async () => {
  const box = await boxOf(3)
  const { page: one, context } = await openVisit(site, 1366, 'business', site.world.aoyama.staff)
  await one.goto(`/biz/bench/${box.id}`)
  await settled(one)
  await readyFor(one, 3)
  const other = await context.newPage()
  await other.goto(`/biz/bench/${box.id}`)
  await settled(other)
  await context.setOffline(true)
  await one.getByText('入力は続けられます。').waitFor()
  await assess(one, 1, 0)
  await assess(other, 2, 0)
  await one.getByRole('button', { name: /^3\. / }).click()
  await one.getByText('点中 3点目').waitFor()
  await one.getByLabel('色').fill('違う色')
  await banner(one, 2)
  await banner(other, 1)
  // Not sent yet: the last of it is taken back, and nothing of it waits any more.
  await one.getByRole('button', { name: '元に戻す' }).click()
  await banner(one, 1)
  expect(await one.getByLabel('色').inputValue()).toBe('')
  const crashed = other.waitForEvent('crash')
  const control = await context.newCDPSession(other)
  control.send('Page.crash').catch(() => undefined)
  await crashed
  await other.close()
  await one.reload()
  await settled(one)
  await banner(one, 2)
  await context.setOffline(false)
  await eventually(() => stored(box)).toEqual([
    [1, '紺1', 1001, 0],
    [2, '紺2', 1002, 0],
    [3, '', null, 0],
  ])
  await one.getByText(/入力は続けられます|つながりました/).waitFor({ state: 'detached' })
})

test('answers that are lost on their way change nothing twice', async () => {
  const box = await boxOf(2)
  const { page } = await openVisit(site, 1366, 'business', site.world.aoyama.staff)
  await page.goto(`/biz/bench/${box.id}`)
  await settled(page)
  // The server handles every request, but its responses are lost.
  let lost = 0
  await page.route(/purchase_items|purchase-items/, async (route) => {
    if (route.request().method() === 'GET' || lost >= 3) return route.fallback()
    lost += 1
    await route.fetch()
    return route.abort('connectionfailed')
  })
  await assess(page, 1, 2)
  await expect.poll(() => lost, { timeout: 15_000 }).toBe(3)
  await expect
    .poll(() => stored(box), { timeout: 45_000 })
    .toEqual([
      [1, '紺1', 1001, 2],
      [2, '', null, 0],
    ])
  await page.getByText(/^保存済み/).waitFor({ timeout: 45_000 })
  await expect.poll(() => count(page, 'okuru-photos', 'files'), { timeout: 45_000 }).toBe(0)
  expect(await stored(box)).toEqual([
    [1, '紺1', 1001, 2],
    [2, '', null, 0],
  ])
})

test('a sign-out without a connection leaves nothing of it, and the caches never had an answer', async () => {
  const box = await boxOf(2)
  const { page, context } = await openVisit(site, 1366, 'business', site.world.aoyama.staff)
  await page.goto(`/biz/bench/${box.id}`)
  await settled(page)
  await readyFor(page, 2)
  const cached = await cachedPaths(page)
  expect(cached.length).toBeGreaterThan(50)
  for (const url of cached) expect(url).toMatch(/^\/(assets\/|logos\/|favicon\.svg$|biz$)/)

  await context.setOffline(true)
  await page.getByText('入力は続けられます。').waitFor()
  await page.getByLabel('色').fill('消える')
  await page.getByLabel('色').blur()
  await banner(page, 1)
  await page.getByRole('button', { name: /のメニュー$/ }).click()
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await page.getByRole('dialog', { name: '未送信が1件あります' }).getByText('ログアウトする').click()
  await page.getByRole('heading', { level: 1, name: '担当者ログイン' }).waitFor()
  await eventually(() => count(page, 'okuru-kept-answers', 'sealed')).toBe(0)
  expect(await count(page, 'okuru-kept-pictures', 'sealed')).toBe(0)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft'))),
  ).toEqual([])
  // The page opens offline, and shows nothing of the previous person.
  await page.goto(`/biz/bench/${box.id}`)
  await page.getByRole('heading', { level: 1, name: '担当者ログイン' }).waitFor()
  await context.setOffline(false)
  expect((await stored(box))[0]?.[1]).toBe('')
})

test('a new release takes over without an old part on the screen, and an open page loses nothing', async () => {
  const box = await boxOf(2)
  const { page, context } = await openVisit(site, 1366, 'business', site.world.aoyama.staff)
  await page.goto(`/biz/bench/${box.id}`)
  await settled(page)
  await readyFor(page, 2)
  await page.getByLabel('色').fill('前の版で')
  await page.getByLabel('色').blur()
  await deploy(web)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/biz'))?.update())
  await page.getByText('画面の新しい版があります。').waitFor()
  await page.getByRole('link', { name: '申し込み', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '申し込み' }).waitFor()
  await page.goBack()
  await settled(page)
  expect(await page.getByLabel('色').inputValue()).toBe('前の版で')
  await page.getByRole('button', { name: '読み込み直す' }).click()
  await page.waitForLoadState()
  await settled(page)
  expect(await releaseOf(page)).toBe('deployed')
  expect(await page.getByText('画面の新しい版があります。').count()).toBe(0)
  await context.setOffline(true)
  await page.reload()
  await settled(page)
  expect(await releaseOf(page)).toBe('deployed')
  expect(await page.getByLabel('色').inputValue()).toBe('前の版で')
  await context.setOffline(false)
})
