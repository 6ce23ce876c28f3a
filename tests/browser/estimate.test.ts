import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomKey } from '../support/app.ts'
import { type Site, startSite } from '../support/site.ts'
import { signIn } from '../support/world.ts'
import { axeIsClean } from './axe.ts'
import { desktop, eventually, openVisit, pathOf, settled } from './browse.ts'

/** From a call on the telephone to the draft of a request. */
let site: Site
beforeAll(async () => {
  site = await startSite()
  const { t, world: w } = site
  const { token } = await signIn(t, w.aoyama.admin)
  const make = (path: string, body: object) =>
    t.ask(`POST /api/pre-assessment/${path}/`, { token, key: randomKey(), body })
  const grades = ['S', 'A', 'B', 'C'] as const
  for (const [sort, band] of grades.entries())
    await make('item-status', {
      ...{
        name: `${band} ${['新品', '美品', '使用感あり', '難あり'][sort]}`,
        grade_band: band,
        description: '',
      },
      ...{ factor_permille: 1200 - sort * 200, sort, is_active: true },
    })
  await t.pool.query(
    `insert into season_tag (company_id, name, months, factor_permille, sort) values
       ($1, '冬物', '{10,11,12,1,2}', 1100, 1), ($1, '通年', '{1,2,3,4,5,6,7,8,9,10,11,12}', 1000, 2)`,
    [w.aoyama.company],
  )
  for (const category of [w.categories.coat, w.categories.bag])
    await make('price-templates', {
      ...{ brand: null, brand_rank: null, category, gender: null, condition: null, season: null },
      ...{ attributes: {}, base: 10_000, band_permille: 150, valid_from: '2026-01-01', valid_to: null },
    })
})
afterAll(() => site.close())

const MOST_SECONDS = 180
const ARTICLES = 20

test('a clerk enters twenty articles by keyboard alone, hands the link over, and the customer takes them into a request', async () => {
  const { t, world: w } = site
  const visit = await openVisit(site, desktop, 'business', w.aoyama.staff)
  const { page } = visit
  await page.goto('/biz/pre-assessments')
  await settled(page)
  await page.getByText('事前査定はまだありません').waitFor()
  await page.keyboard.press('n')
  await eventually(() => pathOf(page)).toMatch(/^\/biz\/pre-assessments\/\d+$/)
  const id = Number(pathOf(page).split('/').at(-1))
  const cell = (label: string) => page.getByRole('combobox', { name: label, exact: true })
  await eventually(() => cell('ブランド').evaluate((field) => field === document.activeElement)).toBe(true)

  const began = performance.now()
  // Who takes a call types while listening: about five keys a second.
  const pace = { delay: 200 }
  const write = async (...words: string[]) => {
    for (const word of words)
      if (word === '↵') await page.keyboard.press('Enter', pace)
      else await page.keyboard.type(word, pace)
  }
  for (let count = 0; count < ARTICLES; count += 1) {
    const condition = String((count % 3) + 1)
    await write(count % 2 === 0 ? 'gucci' : 'ギャルソン', '↵', count % 4 === 0 ? 'バッグ' : 'コート', '↵')
    // The first article says for whom, and the next ones are for the same; the season is that of the month.
    if (count === 0) await write('1')
    await write(condition)
  }
  const seconds = (performance.now() - began) / 1000
  expect(seconds).toBeLessThan(MOST_SECONDS)

  const stored = async () =>
    (
      await t.pool.query<{ n: number; low: number }>(
        `select count(*)::int as n, sum(low)::int as low from pre_assessment_item
         where pre_assessment_id = $1 and brand_id is not null and center is not null`,
        [id],
      )
    ).rows[0]
  await eventually(async () => (await stored())?.n).toBe(ARTICLES)
  const total = (await stored())?.low ?? 0
  await page.getByText(`¥${total.toLocaleString('en-US')}`, { exact: true }).waitFor()
  await axeIsClean(page)

  await page.keyboard.press('Alt+l')
  const dialog = page.getByRole('dialog', { name: 'お客さまに渡す' })
  await dialog.waitFor()
  await page.keyboard.press('Control+Enter')
  const link = await page.getByLabel('お客さまに渡すリンク').inputValue()
  const token = new URL(link).pathname.split('/').at(-1) as string
  await page.getByRole('img', { name: 'リンクのQRコード' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('お客さまにお渡し済みです').waitFor()
  await eventually(() => cell('ブランド').count()).toBe(0)

  const hanako = await signIn(t, w.hanako)
  const taken = await t.ask(`POST /api/price-estimates/${token}/take/`, { token: hanako.token, body: {} })
  expect([taken.status, taken.body.items.length]).toEqual([200, ARTICLES])
  await page.reload()
  await page.getByText('申し込みあり').waitFor()
})
