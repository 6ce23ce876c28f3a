import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { letterLook } from '#server/domains/store-look/letter-look.service'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { eventually, heading, press, settled, signedIn, textOf } from './browse.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

async function open(width: number): Promise<Visit> {
  const visit = await site.visit(width)
  onTestFinished(async () => {
    await visit.close()
    expect(visit.errors).toEqual([])
  })
  return visit
}

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

/** What a visitor sees of a store: its bar, its logo, its headline, the title and the dealers in the footer. */
async function seen(page: Page, store: string) {
  await page.goto(`/?store=${store}`)
  await settled(page)
  return {
    bar: await page.locator('header').evaluate((bar) => getComputedStyle(bar).backgroundColor),
    logo: await page.locator('header img').first().getAttribute('src'),
    headline: await textOf(page.getByRole('heading', { level: 1 })),
    title: await page.title(),
  }
}

const logo = () =>
  sharp({ create: { width: 400, height: 60, channels: 4, background: '#ffffff00' } })
    .composite([{ input: { create: { width: 300, height: 40, channels: 4, background: '#ffe9f0' } } }])
    .png()
    .toBuffer()

test.each([390, 1440])(
  'at %i px the operator changes a store, and its visitors see it without a new build',
  async (width) => {
    const brand = width === 390 ? '#5a1636' : '#0d4a3c'
    const visitor = await open(width)
    const other = await site.visit(width)
    onTestFinished(() => other.close())
    const before = await seen(other.page, 'umeda')

    const { page, ...office } = await open(width)
    await signedIn({ page, ...office }, 'business', site.world.operator.operator)
    await page.goto('/biz/stores/aoyama')
    await heading(page, /の見た目$/)
    // What nobody could read is said before it is saved, with numbers, and refused.
    await page.getByText('色を細かく決める').click()
    await page.getByLabel('文字の補足', { exact: true }).fill('#c9c9c9')
    await page.getByText(/読みにくい組み合わせが\d+つあります/).waitFor()
    await press(page, '新しい版として保存する')
    await page
      .getByText(/が読みにくい色です\(1\.\d:1/)
      .first()
      .waitFor()
    await page.getByLabel('文字の補足', { exact: true }).fill('')
    await page.getByText('すべての文字が読める配色です').waitFor()

    await page.getByLabel('帯の色', { exact: true }).fill(brand.toUpperCase().replace('#', '＃'))
    await page.getByLabel('明朝').check()
    await page.getByLabel('見出しの1行目').fill('青山の目利きが、')
    await page.getByLabel('見出しの2行目').fill('1点ずつ拝見。')
    await page
      .getByLabel('ロゴのファイル')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
    await page
      .getByRole('img', { name: 'ロゴ(現在)' })
      .and(page.locator('[src^="/store-pictures/"]'))
      .waitFor()
    await press(page, '新しい版として保存する')
    await page.getByText(/版を保存しました。公開するまで/).waitFor()
    // Saved is not shown yet.
    expect((await seen(visitor.page, 'aoyama')).bar).not.toBe(rgb(brand))
    await press(page, /^第\d+版を公開する$/)
    await press(page.getByRole('dialog'), '公開する')
    await page.getByText('公開しました。').waitFor()

    const after = await seen(visitor.page, 'aoyama')
    expect(after).toMatchObject({ bar: rgb(brand), headline: '青山の目利きが、1点ずつ拝見。' })
    expect(after.logo).toMatch(/^\/store-pictures\//)
    expect(await seen(other.page, 'umeda')).toEqual(before)
    expect(await letterLook(site.t.db, 'aoyama')).toMatchObject({ brand })
    expect(await letterLook(site.t.db, 'umeda')).not.toMatchObject({ brand })

    await press(page, '第1版に戻す')
    await press(page.getByRole('dialog'), '公開する')
    await eventually(async () => (await seen(visitor.page, 'aoyama')).logo).toBe('/logos/aoyama.svg')
  },
)

test('the first paint is the store’s already, before any code has come', async () => {
  const { page } = await open(390)
  await page.route('**/assets/!(first-paint)*.js', () => undefined)
  await page.goto('/?store=umeda', { waitUntil: 'commit' })
  const bar = page.locator('#first-paint .bar')
  await bar.waitFor()
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(rgb('#10203f'))
  expect(await page.locator('#first-paint img').getAttribute('src')).toBe('/logos/umeda.svg')
  await page.goto('/?store=nobody', { waitUntil: 'commit' })
})

test('the second of two editors is shown both versions, and loses nothing', async () => {
  const { page, ...rest } = await open(1440)
  await signedIn({ page, ...rest }, 'business', site.world.operator.operator)
  await page.goto('/biz/stores/sakae')
  await page.getByLabel('ストアの名前').fill('SAKAE みせ')
  await site.t.db
    .updateTable('store_look')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('store_key', '=', 'sakae')
    .execute()
  await press(page, '新しい版として保存する')
  await page.getByRole('dialog').getByText('SAKAE みせ').waitFor()
  expect(await page.getByLabel('ストアの名前', { exact: true }).inputValue()).toBe('SAKAE みせ')
})
