import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { apply, offered } from '../support/steps.ts'
import type { Person } from '../support/world.ts'
import { eventually, heading, openVisit, press, settled } from './browse.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** A phone whose browser has no `CloseWatcher`, as Safari. */
async function open(side: 'customer' | 'business', who: Person): Promise<Visit> {
  const visit = await openVisit(site, 390, side, who)
  await visit.page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'))
  return visit
}

// Also one below another, which is hidden from screen readers.
const dialogs = (page: Page) => page.locator('[role=dialog]')
const dialog = (page: Page) => page.getByRole('dialog')
const gone = (page: Page) => dialogs(page).waitFor({ state: 'detached' })
const back = (page: Page) => page.evaluate(() => window.history.back())
const forward = (page: Page) => page.evaluate(() => window.history.forward())
const path = (page: Page) => eventually(() => new URL(page.url()).pathname)
const entries = (page: Page) => page.evaluate(() => window.history.length)

test('back in a large photo closes it and leaves the reader where they were; forward still goes forward', async () => {
  const box = await offered(site.t, site.world)
  const { page } = await open('customer', site.world.hanako)
  await page.goto(`/requests/${box.id}/result`)
  await heading(page, /査定額の合計/)
  await press(page, /^(1点ずつ見る|続きから見る)/)
  await heading(page, '1 / 3')
  await page.evaluate(() => window.scrollTo(0, 60))
  const before = { entries: await entries(page), top: await page.evaluate(() => window.scrollY) }
  await page
    .getByRole('button', { name: /を大きく見る$/ })
    .first()
    .click()
  await dialog(page).waitFor()
  await back(page)
  await gone(page)
  await heading(page, '1 / 3')
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
    /を大きく見る$/,
  )
  expect(await entries(page)).toBe(before.entries)
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before.top)).toBeLessThan(5)
  await back(page)
  await heading(page, /査定額の合計/)
  await forward(page)
  await heading(page, '1 / 3')
})

test('back closes the calendar, then the dialog below it, which keeps what was entered, then the page', async () => {
  const box = await apply(site.t, site.world)
  const { page } = await open('customer', site.world.hanako)
  await page.goto('/requests')
  await settled(page)
  await page.locator(`#main a[href="/requests/${box.id}"]`).first().click()
  await press(page, '内容を変更する')
  await dialog(page).getByLabel('お店への連絡').fill('箱の底に小物があります。')
  await dialog(page)
    .getByRole('radio', { name: /集荷に来てもらう/ })
    .check()
  await dialog(page)
    .getByRole('button', { name: /日付を選択|選択した日付/ })
    .click()
  await eventually(() => dialogs(page).count()).toBe(2)
  await back(page)
  await eventually(() => dialogs(page).count()).toBe(1)
  await path(page).toBe(`/requests/${box.id}`)
  expect(await dialog(page).getByLabel('お店への連絡').inputValue()).toBe('箱の底に小物があります。')
  await back(page)
  await gone(page)
  await path(page).toBe(`/requests/${box.id}`)
  await press(page, '内容を変更する')
  expect(await dialog(page).getByLabel('お店への連絡').inputValue()).toBe('箱の底に小物があります。')
  await press(dialog(page), '戻る')
  await gone(page)
  await back(page)
  await path(page).toBe('/requests')
})

test('back closes the menu of the back office', async () => {
  const { page } = await open('business', site.world.aoyama.staff)
  await page.goto('/biz')
  await settled(page)
  await press(page, 'メニューを開く')
  await page.locator('#biz-nav a[href^="/biz/requests"]').first().click()
  await heading(page, '申し込み')
  await press(page, 'メニューを開く')
  await page.locator('#biz-nav[data-open]').waitFor()
  await back(page)
  await page.locator('#biz-nav:not([data-open])').waitFor({ state: 'attached' })
  await path(page).toBe('/biz/requests')
  await back(page)
  await path(page).toBe('/biz')
})
