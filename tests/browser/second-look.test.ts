import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOverdueOffers } from '#server/domains/purchase-request/purchase-request.jobs'
import { type Site, startSite } from '../support/site.ts'
import { assessAll, offered, read } from '../support/steps.ts'
import { heading, openVisit, phone, press, settled } from './browse.ts'
import { photo } from './photos.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

describe('on a telephone', () => {
  test('a second look is asked for with a photo, done by a colleague, and answered with both prices', async () => {
    const { t, world } = site
    const box = await offered(t, world)
    const mine = (await openVisit(site, phone, 'customer', world.hanako)).page
    await mine.goto(`/requests/${box.id}/result`)
    await heading(mine, /査定額の合計/)
    await press(mine, '再査定を頼む')
    const sheet = mine.getByRole('dialog')
    await sheet.getByRole('textbox').fill('購入は去年の11月で、着用は3回です。')
    await sheet.getByLabel(/¥14,000$/).check()
    await sheet.locator('input[type="file"][multiple]').setInputFiles(await photo('sode.jpg', '#a87'))
    await sheet.getByRole('progressbar').waitFor({ state: 'detached' })
    await press(sheet, '再査定を頼む')
    await mine.getByText('再査定をしています').waitFor()

    const first = (await openVisit(site, 1440, 'business', box.staff)).page
    await first.goto(`/biz/bench/${box.id}?item=${box.slugs[0]}`)
    await first.getByText('別の担当者が見直します').waitFor()
    expect(await first.locator('#main').textContent()).not.toContain('14,000')

    await assessAll(t, world, box, [15_500, 3_500, null])
    const other = (await openVisit(site, 1440, 'business', world.aoyama.admin)).page
    await other.goto(`/biz/requests/${box.id}/result`)
    await settled(other)
    await press(other.getByRole('group', { name: 'お客さまの写真' }), 'お客さまの写真1を大きく見る')
    await other.getByText('写真 1 / 1').waitFor()
    await press(other, '閉じる')
    const { version } = await read(t, box)
    const published = await t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, {
      token: world.aoyama.admin.token,
      body: { version, answer: '袖口を見直し、減額を減らしました。' },
    })
    expect(published.status).toBe(200)

    await mine.goto(`/requests/${box.id}/result?item=1`)
    await mine.getByText('1 / 3', { exact: true }).waitFor()
    const prices = mine.locator('[aria-label="再査定の前と後"]')
    await prices.getByText('はじめの査定').waitFor()
    expect(await prices.locator('dd').allTextContents()).toEqual(['¥14,000A 美品(中)', '¥15,500A 美品(中)'])
    await press(mine, '売る ¥15,500')
    await mine.goto(`/requests/${box.id}/result?view=list`)
    await heading(mine, 'お返事の確認')
    await mine.getByText('袖口を見直し、減額を減らしました。').waitFor()
    await press(mine, 'すべて売る')
    await press(mine, 'この内容でお返事する')
    await press(mine.getByRole('dialog'), /で売る$/)
    await mine
      .getByText(/お返事をお受けしました|買取が成立しました/)
      .first()
      .waitFor()
    await mine.getByText(/ご同意の記録/).click()
    await mine.getByText(/お客さまがこの画面でお返事された内容です/).waitFor()
  })

  test('after the deadline everything goes back by itself, and the result stays readable', async () => {
    const { t, world } = site
    const box = await offered(t, world)
    const mine = (await openVisit(site, phone, 'customer', world.hanako)).page
    await mine.goto(`/requests/${box.id}/result`)
    await heading(mine, /査定額の合計/)
    await t.pool.query('update purchase_request set offer_expires_at = $2 where id = $1', [
      box.id,
      new Date(t.clock.now().getTime() - 60_000).toISOString(),
    ])
    await closeOverdueOffers(t.db, t.clock.now(), t.tools.log)
    await t.runJobs()
    await mine.goto(`/requests/${box.id}`)
    await mine.getByRole('link', { name: '査定結果を見る' }).click()
    await mine
      .getByText(/お返しの準備をしています/)
      .first()
      .waitFor()
    expect(await mine.getByRole('button', { name: /^売る/ }).count()).toBe(0)
    await mine.getByText('¥14,000').first().waitFor()

    const desk = (await openVisit(site, 1440, 'business', box.staff)).page
    await desk.goto('/biz/returns')
    await desk.getByText(String(box.id)).first().waitFor()
  })
})
