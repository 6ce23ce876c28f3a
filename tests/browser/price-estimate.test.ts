import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { type Site, startSite } from '../support/site.ts'
import { axeIsClean } from './axe.ts'
import { fillLogin, heading, openVisit, phone, press, settled, textOf } from './browse.ts'
import { photo } from './photos.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  const { t, world: w } = site
  const [shop_id] = w.aoyama.shops
  await t.db.insertInto('shop_brand').values({ shop_id, brand_id: w.brands.garcons }).execute()
  await handedOut()
})
afterAll(() => site.close())

const handedOut = () => {
  const { t, world: w } = site
  return makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
    ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
  })
}

test('articles are asked for without an account, survive a reload, and go into the draft', async () => {
  const { page } = await openVisit(site, phone)
  await page.goto('/estimate')
  await heading(page, 'かんたん査定')
  await settled(page)
  const brand = page.getByLabel('ブランド')
  const ask = async (name: string, isKnown: boolean) => {
    await brand.fill(name)
    if (isKnown) await page.getByRole('option', { name: /GARÇONS/ }).click()
    else await page.keyboard.press('Escape')
    await page.getByLabel('種類').selectOption({ label: 'コート・ジャケット' })
    await page.getByRole('radio', { name: /^A 美品/ }).check()
    await press(page, 'この品の目安を見る')
  }
  await press(page, 'この品の目安を見る')
  expect(await textOf(page.locator('#main'))).toContain('ブランドを入力してください。')
  await ask('ギャルソン', true)
  await page.getByText('合計の目安(1点)').waitFor()
  await ask('祖母のよそ行き', false)
  await page.getByText('ほかの1点は、実物を拝見してからのご案内です').waitFor()
  await page.getByText(/^写真を加える.*COMME des GARÇONS/).click()
  const photosOfFirst = page.getByRole('group', { name: /COMME des GARÇONS.*の写真/ })
  await photosOfFirst
    .getByLabel('写真を選ぶ')
    .setInputFiles([await photo('coat.jpg', '#334'), await photo('tag.jpg', '#eee')])
  await photosOfFirst.getByAltText('写真2').waitFor()
  await axeIsClean(page)

  await page.reload()
  await photosOfFirst.getByAltText('写真2').waitFor()
  await page.getByText('合計の目安(1点)').waitFor()
  expect(await textOf(page.locator('#main'))).toMatch(/合計の目安\(1点\)¥[\d,]+〜¥[\d,]+/)
  await page.getByRole('link', { name: 'ログインして申し込む' }).click()
  await fillLogin(page, site.world.hanako.email)
  await page.waitForURL('**/estimate')
  await press(page, 'この内容で申し込む')
  await page.waitForURL('**/requests/new**')
  await heading(page, 'どのお店に送りますか', 2)
  await press(page, '次へ')
  await page.getByText('祖母のよそ行き コート・ジャケット', { exact: true }).waitFor()
  expect(await textOf(page.locator('#main'))).toContain('COMME des GARÇONS コート・ジャケット')
  await page.getByRole('button', { name: /COMME des GARÇONS.*の写真2枚を大きく見る/ }).waitFor()
  await page.goto('/estimate')
  await page.getByText('品を選ぶと、ここに目安が出ます').waitFor()
})

test('the link of a shop is taken, and another one is declined; both by keyboard', async () => {
  const { page } = await openVisit(site, phone, 'customer', site.world.taro)
  const { token } = await handedOut()
  await page.goto(`/price-estimate/${token}`)
  await heading(page, '事前査定の目安')
  await page.getByText('実物を拝見して金額が変わる場合があります').waitFor()
  expect(await textOf(page.locator('#main'))).not.toMatch(/川口|090-1234/)
  await page.getByRole('button', { name: 'この内容で申し込む' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/requests/new**')

  const other = await handedOut()
  await page.goto(`/price-estimate/${other.token}`)
  await page.getByRole('button', { name: '今回は見送る' }).focus()
  await page.keyboard.press('Enter')
  await press(page, '見送る')
  await page.getByText('お見送りをうかがいました').waitFor()
})

test('a link that is unknown or has ended says so, and search engines are told to stay away', async () => {
  const { page } = await openVisit(site, phone)
  const answer = await page.goto(`/price-estimate/${'x'.repeat(43)}`)
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  await page.getByText('このリンクの事前査定は見つかりませんでした').waitFor()
  const { token, id } = await handedOut()
  await site.t.pool.query('update pre_assessment_link set revoked_at = $2 where pre_assessment_id = $1', [
    id,
    site.t.clock.now(),
  ])
  await page.goto(`/price-estimate/${token}`)
  await page.getByText('この内容は、いまはご覧いただけません').waitFor()
})
