import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { answer, offered } from '../support/steps.ts'
import { eventually, heading, openVisit, settled } from './browse.ts'
import { choose, pressOn, tabTo } from './tab-keys.ts'

/** The ways of a customer without mouse and finger. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('a request is made, with the calendar', async () => {
  const { page } = await openVisit(site, 1440, 'customer', site.world.hanako)
  await page.goto('/requests/new')
  await settled(page)
  await choose(page, page.getByRole('radio', { name: /青山本店/ }))
  await pressOn(page, '次へ')
  await heading(page, '何を送りますか', 2)
  await tabTo(page, page.getByLabel('点数'))
  await page.keyboard.type('１２点')
  await choose(page, page.getByRole('radio', { name: /^返してもらう/ }))
  await pressOn(page, '次へ')
  await heading(page, 'どうやって送りますか', 2)
  await choose(page, page.getByRole('radio', { name: /集荷に来てもらう/ }))
  await pressOn(page, /日付を選択/)
  await page.getByRole('dialog').waitFor()
  const day = page.locator('[role=gridcell][tabindex="0"]')
  await tabTo(page, day)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  await choose(page, page.getByRole('radio', { name: '16〜18時' }))
  await pressOn(page, '次へ')
  await heading(page, 'この内容でよろしいですか', 2)
  await tabTo(page, page.getByLabel('利用規約に同意します'))
  await page.keyboard.press('Space')
  await pressOn(page, 'この内容で申し込む')
  await heading(page, 'お申し込みを受け付けました')
})

test('a result is read and answered, and a photo of it enlarged', async () => {
  const box = await offered(site.t, site.world)
  const { page } = await openVisit(site, 1440, 'customer', site.world.hanako)
  await page.goto(`/requests/${box.id}/result`)
  await heading(page, /査定額の合計/)
  await pressOn(page, /を大きく見る$/)
  const gallery = page.getByRole('dialog')
  await gallery.waitFor()
  await page.keyboard.press('Escape')
  await gallery.waitFor({ state: 'detached' })
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  for (const name of [/^売る/, /^返してもらう/, /^返してもらう/]) {
    await pressOn(page, name)
    await page.keyboard.press('ArrowRight')
  }
  await pressOn(page, '一覧で確かめる')
  await heading(page, 'お返事の確認')
  await pressOn(page, 'この内容でお返事する')
  await page.getByRole('dialog').waitFor()
  await pressOn(page, /で売る$/)
  await page
    .getByText(/お返事を受け付けました|お返事をいただきました|本人確認/)
    .first()
    .waitFor()
})

test('money is withdrawn', async () => {
  const box = await offered(site.t, site.world)
  expect((await answer(site.t, box, { decision_all: 'sell' })).status).toBe(200)
  await site.t.runJobs()
  const { page } = await openVisit(site, 1440, 'customer', site.world.hanako)
  await page.goto('/balance')
  await settled(page)
  await pressOn(page, 'お振込みを依頼する', 'link')
  await heading(page, 'お振込みを依頼する')
  await pressOn(page, '内容を確認する')
  await page.getByRole('dialog').waitFor()
  await pressOn(page, /のお振込みを依頼する$/)
  await heading(page, 'お振込みのご依頼を受け付けました')
})
