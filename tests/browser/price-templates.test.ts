import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { axeIsClean } from './axe.ts'
import { desktop, openVisit, settled } from './browse.ts'

/** Prices of a season at one desk, without a mouse. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const stored = async () =>
  (
    await site.t.pool.query<{ base: number; brand: string | null; is_replaced: boolean }>(
      `select t.base::int, b.name as brand, t.replaced_at is not null as is_replaced
       from price_template t left join brand b on b.id = t.brand_id
       where t.company_id = $1 order by t.id`,
      [site.world.aoyama.company],
    )
  ).rows

const cell = (page: Page, column: string) =>
  page
    .getByRole('table')
    .getByRole('combobox', { name: new RegExp(`${column}$`) })
    .or(page.getByRole('table').getByRole('textbox', { name: new RegExp(`${column}$`) }))

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const data = new DataTransfer()
    data.setData('text/plain', copied)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('rows are added, pasted, priced and saved by keyboard; a tie is refused at its row', async () => {
  const { page } = await openVisit(site, desktop, 'business', site.world.aoyama.admin)
  await page.goto('/biz/price-templates')
  await settled(page)
  await page.keyboard.press('n')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/-brand$/)
  const { name: category } = (
    await site.t.pool.query<{ name: string }>('select name from item_category where id = $1', [
      site.world.categories.bag,
    ])
  ).rows[0] as { name: string }
  await paste(page, `GUCCI\t\t${category}\t\t\t\t\t12,000\t15\n`)
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([{ base: 12_000, brand: 'GUCCI', is_replaced: false }])

  await cell(page, '基準額').first().focus()
  await page.keyboard.type('12,500')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored()).map(({ base }) => base)).toEqual([12_000, 12_500])
  expect((await stored())[0]?.is_replaced).toBe(true)

  await cell(page, '基準額').first().focus()
  await page.keyboard.press('Control+d')
  await expect.poll(() => cell(page, '基準額').count()).toBe(2)
  await page.keyboard.press('Enter')
  const refused = page.getByRole('alert').filter({ hasText: 'どちらを使うか決まりません' })
  await refused.waitFor()
  expect(await stored()).toHaveLength(2)
  await axeIsClean(page)

  await page.reload()
  await settled(page)
  await page.getByText('書きかけの内容が残っていました').waitFor()
  await expect.poll(() => cell(page, '基準額').count()).toBe(2)
})

test('a file of seasons is chosen, looked at and loaded by keyboard; one with errors names line and column', async () => {
  const { page } = await openVisit(site, desktop, 'business', site.world.aoyama.admin)
  await page.goto('/biz/price-seasons')
  await settled(page)
  await page.getByRole('button', { name: 'CSVを取り込む' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const choose = async (text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: /ファイルを選ぶ/ }).focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: '季節.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  await choose('季節,月,係数\n冬物,13,1.10\n')
  await dialog.getByRole('row', { name: /2行目 月/ }).waitFor()
  await choose('季節,月,係数\n冬物,"10,11,12",1.10\n夏物,"6,7,8",0.80\n')
  await dialog.getByRole('button', { name: '2件を取り込む' }).waitFor()
  expect(await dialog.getByRole('region', { name: 'はじめの2行' }).textContent()).toContain('夏物')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('textbox', { name: '夏物 係数' }).inputValue()).toBe('0.80')
})
