import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeCode } from '#contract/scan-code'
import { makePlace } from '#server/domains/custody/custody.factory'
import { type Site, startSite } from '../support/site.ts'
import { apply, receive, startAssessing } from '../support/steps.ts'
import { openVisit, settled } from './browse.ts'
import { rawKeyboard } from './raw-keys.ts'

/** A scanner at the shelves: moves, takes back, prints a label, and hears where an article may not be assessed. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('places and articles are scanned one after the other, and taken back with a key', async () => {
  const { t, world } = site
  const of = { company_id: world.aoyama.company, shop_id: world.aoyama.shops[0] }
  await makePlace(t.db, of)
  const shelf = placeCode(await makePlace(t.db, of, { name: '保管棚A', kind: 'storage' }))
  const box = await apply(t, world)
  const { items } = await receive(t, box, 2)
  await startAssessing(t, box)
  const [first, second] = items.map(({ slug }: { slug: string }) => slug)

  const { page } = await openVisit(site, 1440, 'business', world.aoyama.staff)
  const keyboard = await rawKeyboard(page)
  await page.goto('/biz')
  await settled(page)
  await keyboard.scan(shelf)
  const said = page.locator('#main [aria-live="assertive"]')
  await said.getByText('移す先: 保管棚A(保管)').waitFor()
  await keyboard.scan(first, { ime: true })
  await said.getByText(`${box.id}-1 → 保管棚A(保管)`).waitFor()
  await keyboard.scan(first)
  await said.getByText(`${box.id}-1 は、もう保管棚A(保管)にあります`).waitFor()
  await keyboard.scan(second)
  await said.getByText(`${box.id}-2 → 保管棚A(保管)`).waitFor()
  await keyboard.type(['z'], 30)
  await said.getByText(`取り消しました: ${box.id}-2 → 保管棚A(保管)`).waitFor()

  await page.goto(`/biz/bench/${box.id}?item=${first}`)
  await settled(page)
  await keyboard.type(['m'], 30)
  const record = page.getByRole('dialog', { name: `${box.id}-1 の保管の記録` })
  await record.getByText('受付カウンター(受付) → 保管棚A(保管)').waitFor()
  await keyboard.type(['Escape'], 30)
  await record.waitFor({ state: 'detached' })
  await keyboard.type(['w'], 30)
  await page.getByText(`商品 ${box.id}-1は、いま「保管棚A」(保管)にあります。`).first().waitFor()

  await page.goto('/biz/custody')
  await settled(page)
  await page.context().setOffline(true)
  await keyboard.scan(second)
  await said.getByText('名前を確かめられません').waitFor()
  await keyboard.scan(shelf)
  await said.getByText(`${second} → 保管棚A(保管) は、まだ記録していません`).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'この画面で移した品' }).waitFor()
  await page.getByText(`${box.id}-2 → 保管棚A(保管)`).waitFor()
  await page.getByRole('heading', { name: /^まだ記録していない移動/ }).waitFor({ state: 'detached' })
  const { body } = await t.ask(`GET /api/biz/purchase_requests/${box.id}/custody/`, {
    token: world.aoyama.staff.token,
  })
  expect(body.records.map(({ kind }: { kind: string }) => kind)).toEqual([
    'scan',
    'undo',
    'scan',
    'scan',
    'arrival',
  ])
})

test('labels fit the roll and the sheet, one for each box and article, without the customer', async () => {
  const { t, world } = site
  const box = await apply(t, world)
  await receive(t, box, 3)
  const { page } = await openVisit(site, 1440, 'business', world.aoyama.staff)
  await page.goto(`/biz/requests/${box.id}`)
  await settled(page)
  await page.getByRole('button', { name: 'ラベル', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '箱と商品のラベル' })
  await dialog.getByRole('button', { name: 'ラベルを印刷する(4枚)' }).waitFor()
  expect(await dialog.getByRole('list', { name: 'ラベル' }).textContent()).not.toContain(world.hanako.name)

  const pages = async () => {
    const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file) ?? []
    const mm = (points: string | undefined) => Math.round((Number(points) * 25.4) / 72)
    return [file.match(/\/Type \/Page\b/g)?.length, mm(width), mm(height)]
  }
  expect(await pages()).toEqual([1, 210, 297])
  await dialog.getByLabel('印刷を始める位置').selectOption('22')
  expect(await pages()).toEqual([2, 210, 297])
  await dialog.getByLabel('用紙').selectOption('roll')
  expect(await pages()).toEqual([4, 62, 30])
})
