import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeAttribute } from '#server/domains/catalogue/catalogue.factory'
import { makeSalePhoto } from '#server/domains/productization/productization.factory'
import { type Site, startSite } from '../support/site.ts'
import { type Box, contracted } from '../support/steps.ts'
import { axeIsClean } from './axe.ts'
import { desktop, eventually, openVisit, pathOf, phone, settled } from './browse.ts'
import { rawKeyboard } from './raw-keys.ts'

/** From 買取成立 to 商品化完了 by one pair of hands. */
let site: Site
beforeAll(async () => {
  site = await startSite()
  const { t, world } = site
  const make = (overrides: Parameters<typeof makeAttribute>[2]) =>
    makeAttribute(t.db, world.categories.clothes, overrides)
  await make({ name: '着丈', is_required: true, sort: 1 })
  await make({ name: '身幅', is_required: true, sort: 2 })
  const choices = ['無地', 'ストライプ', 'チェック']
  const text = { value_type: 'STRING', unit: '', is_measure: false } as const
  await make({ name: '柄', ...text, choices, is_required: true, sort: 3 })
})
afterAll(() => site.close())

let box: Box & { slugs: string[] }
beforeEach(async () => {
  box = await contracted(site.t, site.world)
})

const stored = async (slug: string) =>
  (
    await site.t.pool.query<{
      status: number
      selling_price: number | null
      values: number
      channel: number
    }>(
      `select i.status, p.selling_price::int, i.sales_channel as channel,
         (select count(*)::int from product_value v where v.item_id = i.id) as values
       from purchase_item i left join product p on p.item_id = i.id where i.slug = $1`,
      [slug],
    )
  ).rows[0]

const measured = async (slug: string, attribute: string) =>
  (
    await site.t.pool.query<{ value: number }>(
      `select v.number_value::float8 as value from product_value v
       join purchase_item i on i.id = v.item_id join category_attribute a on a.id = v.attribute_id
       where i.slug = $1 and a.name = $2`,
      [slug, attribute],
    )
  ).rows[0]?.value

async function photographed(slug: string): Promise<void> {
  const { t, world } = site
  const body = { slug, version: 0, sales_channel: -1003 }
  const taken = await t.ask('PATCH /api/biz/item-productization-manage/', {
    token: world.aoyama.staff.token,
    body,
  })
  expect(taken.status).toBe(200)
  const { rows } = await t.pool.query<{ id: number }>('select id from purchase_item where slug = $1', [slug])
  await makeSalePhoto(t.db, rows[0]?.id as number)
}

async function sitDown(width: number, slug: string): Promise<Page> {
  const { page } = await openVisit(site, width, 'business', site.world.aoyama.staff)
  await page.goto(`/biz/productization/${slug}`)
  await settled(page)
  await page.getByLabel(/^着丈/).waitFor()
  return page
}

const inHand = (page: Page, slug: string) =>
  eventually(() => pathOf(page)).toContain(`/biz/productization/${slug}`)
const focused = (page: Page) =>
  eventually(() =>
    page.evaluate(() => {
      const field = document.activeElement
      return field instanceof HTMLInputElement || field instanceof HTMLSelectElement
        ? (field.labels?.[0]?.textContent ?? '')
        : field?.tagName
    }),
  )

const LONG = 90

test('an article is measured, described, priced and finished without a mouse, and taken back', async () => {
  const [one, two] = box.slugs as [string, string]
  await photographed(one)
  await photographed(two)
  const page = await sitDown(desktop, one)
  const { type } = await rawKeyboard(page)

  await type(['m', ...'68', 'Enter', ...'52', 'Enter'], LONG)
  await focused(page).toBe('色')
  // Colour, material, size, number of the model, gender: as they are.
  await type(['Enter', 'Enter', 'Enter', 'Enter', 'Enter'], LONG)
  await focused(page).toBe('柄')
  await page.keyboard.insertText('スト')
  await type(['Enter'], LONG)
  await eventually(() => page.getByLabel(/^柄/).inputValue()).toBe('ストライプ')
  await type(['Enter'], LONG)
  await focused(page).toBe('販売価格(税込)')
  await type([...'32800', 'Enter', 'ArrowDown', 'Ctrl Enter'], LONG)

  await page.getByText('を出品待ちへ進めました。').waitFor()
  await eventually(() => stored(one)).toMatchObject({ status: 9, selling_price: 32_800, values: 3 })
  await expect.poll(() => pathOf(page)).not.toContain(one)

  await type(['Ctrl z'], LONG)
  await inHand(page, one)
  await eventually(() => stored(one)).toMatchObject({ status: 8, selling_price: 32_800 })
  await type(['Ctrl Enter'], LONG)
  await eventually(() => stored(one)).toMatchObject({ status: 9 })
})

test('what is missing is said at the field, and the keys lead there', async () => {
  const [one] = box.slugs as [string]
  await photographed(one)
  const page = await sitDown(desktop, one)
  const { type } = await rawKeyboard(page)
  await type(['Ctrl Enter'], LONG)
  await page.getByText('着丈を入力してください').waitFor()
  await focused(page).toBe('着丈')
  expect(await stored(one)).toMatchObject({ status: 8 })
  await type([...'68', 'Escape', 'f'], LONG)
  await focused(page).toBe('身幅')
  await type(['Escape', 'v'], LONG)
  await focused(page).toBe('販売価格(税込)')
  await type([...'9000', 'Escape', 't'], LONG)
  await focused(page).toBe('TEXTAREA')
  await page.keyboard.insertText('!')
  await page.getByText(/保存済み/).waitFor()
  await eventually(() => stored(one)).toMatchObject({ selling_price: 9000, values: 1 })
  await axeIsClean(page)
})

test('two people measure the same article: both measures stay, and of one they choose', async () => {
  const [one] = box.slugs as [string]
  await photographed(one)
  const [mine, theirs] = [await sitDown(desktop, one), await sitDown(phone, one)]
  await theirs.getByLabel(/^身幅/).fill('50')
  await theirs.getByText(/保存済み/).waitFor()
  await mine.getByLabel(/^着丈/).fill('68')
  await mine.getByText(/保存済み/).waitFor()
  await eventually(() => stored(one)).toMatchObject({ values: 2 })
  await eventually(() => mine.getByLabel(/^身幅/).inputValue()).toBe('50')
  // Without a connection the other desk cannot hear of 69 before 70 is entered.
  await theirs.context().setOffline(true)
  await mine.getByLabel(/^着丈/).fill('69')
  await mine.getByText(/保存済み/).waitFor()
  await eventually(() => measured(one, '着丈')).toBe(69)
  await theirs.getByLabel(/^着丈/).fill('70')
  await theirs.context().setOffline(false)
  const dialog = theirs.getByRole('dialog')
  await dialog.waitFor()
  await dialog.getByText('69').waitFor()
  await dialog.getByLabel('着丈: 保存されている内容').check()
  await dialog.getByRole('button', { name: /選んだ内容で保存する/ }).click()
  await eventually(() => theirs.getByLabel(/^着丈/).inputValue()).toBe('69')
  await axeIsClean(theirs)
})

test('a scanned label leads to the desk, and what is held there is read only', async () => {
  const [one, two] = box.slugs as [string, string]
  const { page } = await openVisit(site, desktop, 'business', site.world.aoyama.staff)
  const { scan } = await rawKeyboard(page)
  await page.goto('/biz/customers')
  await settled(page)
  await scan(two)
  await inHand(page, two)
  await page.getByLabel(/^着丈/).waitFor()
  const held = await site.t.ask(`POST /api/biz/purchase_requests/${box.id}/holds/`, {
    token: site.world.aoyama.admin.token,
    body: { kind: 'dispute', reason: '確認中' },
  })
  expect(held.status).toBe(201)
  await scan(one)
  await inHand(page, one)
  await page.getByText('保留中です').waitFor()
  expect(await page.getByLabel(/^着丈/).getAttribute('readonly')).not.toBeNull()
})

test('several articles get a price and a channel at once, and lose them with one key', async () => {
  const { page } = await openVisit(site, desktop, 'business', site.world.aoyama.staff)
  await page.goto(
    `/biz/productization?q=${encodeURIComponent([1, 2, 3].map((seq) => `${box.id}-${seq}`).join(' '))}`,
  )
  await settled(page)
  await page.locator('tbody tr').nth(1).waitFor()
  await page.getByLabel('この一覧をすべて選ぶ').check()
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/販売価格/).fill('１２，０００円')
  await page.keyboard.press('Control+Enter')
  await page.getByText('2点の販売価格を変えました').waitFor()
  for (const slug of box.slugs.slice(0, 2))
    expect(await stored(slug)).toMatchObject({ selling_price: 12_000, status: 8 })
  await page.keyboard.press('Control+z')
  await page.getByText('2点を元に戻しました。').waitFor()
  for (const slug of box.slugs.slice(0, 2)) expect(await stored(slug)).toMatchObject({ selling_price: null })
  await axeIsClean(page)
})
