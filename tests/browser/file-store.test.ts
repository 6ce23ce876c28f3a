import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { createFileStore } from '#server/platform/files'
import { type S3StandIn, startS3Server } from '../support/s3-server.ts'
import { type Site, startSite } from '../support/site.ts'
import { apply, offered, receive, startAssessing } from '../support/steps.ts'
import { type Person, signIn } from '../support/world.ts'
import { desktop, eventually, heading, phone, press, settled, signedIn, textOf } from './browse.ts'

/** Photos while the store of files is away: the page says so, keeps them, and sends them again by one press. */
let s3: S3StandIn
let site: Site
beforeAll(async () => {
  s3 = await startS3Server()
  site = await startSite({ files: createFileStore({ s3: s3.config, dataDir: '/nowhere' }) })
})
afterAll(async () => {
  await site.close()
  await s3.close()
})
afterEach(() => {
  s3.failures.length = 0
})

const goesAway = () => s3.failures.push(...Array.from({ length: 200 }, () => 503))
const isBack = () => {
  s3.failures.length = 0
}

async function open(width: number, side: 'customer' | 'business', who: Person): Promise<Page> {
  const visit = await site.visit(width)
  onTestFinished(async () => {
    await visit.close()
    expect(visit.errors).toEqual([])
  })
  await signedIn(visit, side, who)
  return visit.page
}

const photo = async (background: string) => ({
  name: 'IMG_0001.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

const AWAY = /ただいま写真などのファイルを保存・表示できません/
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const [label] = activeElement instanceof HTMLInputElement ? (activeElement.labels ?? []) : []
    return activeElement?.getAttribute('aria-label') ?? (label ?? activeElement)?.textContent
  })

/** Fails twice under the keyboard, then arrives; the focus never leaves the place. */
async function sentAgain(page: Page, place: Page | Locator, after: RegExp): Promise<void> {
  await place.getByText(AWAY).waitFor()
  expect(await place.getByAltText(/^写真\d+$/).count()).toBeGreaterThan(0)
  const again = place.getByRole('button', { name: 'もう一度送る' }).last()
  await again.focus()
  await page.keyboard.press('Enter')
  await eventually(() => place.getByRole('button', { name: 'もう一度送る' }).count()).toBeGreaterThan(0)
  await place.getByText(AWAY).waitFor()
  await eventually(() => focused(page)).toBe('もう一度送る')
  isBack()
  await page.keyboard.press('Enter')
  await place.getByText(AWAY).waitFor({ state: 'detached' })
  // Longer than a page that loses the focus needs to take it to its heading.
  await page.waitForTimeout(400)
  expect(await focused(page)).toMatch(after)
}

test('the photos of an item list', async () => {
  await site.t.pool.query('delete from request_draft')
  const page = await open(phone, 'customer', site.world.hanako)
  await page.goto('/requests/new')
  await page.getByRole('radio', { name: /青山/ }).first().check()
  await press(page, '次へ')
  await heading(page, '何を送りますか', 2)
  await press(page, '品を入れる')
  const dialog = page.getByRole('dialog')
  goesAway()
  await dialog.locator('input[type="file"][multiple]').setInputFiles(await photo('#a87'))
  await sentAgain(page, dialog, /^写真1を外す$/)
  await press(dialog, 'リストに入れる')
  await page.getByText('リストの合計 1点').waitFor()
})

test('the photos for a second look', async () => {
  const box = await offered(site.t, site.world)
  const page = await open(390, 'customer', site.world.hanako)
  await page.goto(`/requests/${box.id}/result`)
  await heading(page, /査定額の合計/)
  await press(page, '再査定を頼む')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('着用は3回です。')
  goesAway()
  await sheet.locator('input[type="file"][multiple]').setInputFiles(await photo('#78a'))
  await sheet.getByText(AWAY).waitFor()
  // Not without it.
  await press(sheet, '再査定を頼む')
  await sheet.getByText('送れていない写真があります。', { exact: false }).waitFor()
  await sentAgain(page, sheet, /^写真1を外す$/)
  await press(sheet, '再査定を頼む')
  await page.getByText('再査定をしています').waitFor()
})

test('the picture of a paper', async () => {
  const made = await makeCustomerAccount(site.t.db, site.t.tools)
  const tokens = await signIn(site.t, made)
  const seller = { account_id: made.account_id, id: made.customer_id, email: made.email, name: '', ...tokens }
  await apply(site.t, site.world, {}, seller)
  const page = await open(390, 'customer', seller)
  await page.goto('/mypage')
  await page.getByRole('link', { name: '本人確認へ進む' }).click()
  await press(page, '本人確認を始める')
  await page.waitForURL(/\/identity\/\d+$/)
  await page.getByText('いただかないもの').first().waitFor()
  await press(page, '本人確認を始める')
  await page.getByRole('radio', { name: /^運転免許証/ }).check()
  await page.getByLabel('書類の有効期限').fill('2031-05-12')
  await press(page, '同じです。撮影へ進む')
  await heading(page, '表面を撮る')
  await press(page, 'カメラを使わず、写真を選ぶ')
  await page.getByLabel('写真を選ぶ').setInputFiles(await photo('#dfe8ee'))
  goesAway()
  await press(page, 'この写真を送る')
  for (const presses of [1, 2]) {
    const alert = page.getByRole('alert').filter({ hasText: 'まだ送れていません' })
    await alert.getByText(AWAY).waitFor()
    await page.getByAltText('撮った写真(表面)').waitFor()
    if (presses === 2) break
    await page.getByRole('button', { name: 'もう一度送る' }).focus()
    await page.keyboard.press('Enter')
    await eventually(() => page.getByRole('progressbar').count()).toBe(0)
  }
  await page.waitForTimeout(400)
  expect(await focused(page)).toBe('もう一度送る')
  isBack()
  await page.keyboard.press('Enter')
  await heading(page, '裏面を撮る')
})

test('the photos at the bench', async () => {
  const { t, world } = site
  const box = await apply(t, world)
  await receive(t, box, 1)
  await startAssessing(t, box)
  const page = await open(desktop, 'business', world.aoyama.staff)
  await page.goto(`/biz/bench/${box.id}`)
  await settled(page)
  goesAway()
  await page
    .locator('#main input[type="file"]')
    .first()
    .setInputFiles(await photo('#567'))
  await page.getByText('しばらくすると自動でも送り直します', { exact: false }).waitFor()
  await sentAgain(page, page.locator('#main'), /^写真を足す/)
  await page.getByRole('button', { name: /^写真1を見る/ }).waitFor()
  expect(await textOf(page.locator('#main'))).not.toContain('未送信')
})
