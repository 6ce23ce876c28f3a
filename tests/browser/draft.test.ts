import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { receive, startAssessing } from '../support/steps.ts'
import { eventually, heading, openVisit, phone, press, settled } from './browse.ts'
import { agreeAndApply, chooseShop, fillGoods, goToDelivery, sendItself } from './customer.ts'
import { photo } from './photos.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

describe('on two telephones', () => {
  test('a request is begun on one device, goes on at another, and the shop sees its articles', async () => {
    const { t, world } = site
    await t.pool.query('insert into shop_brand (shop_id, brand_id) values ($1, $2) on conflict do nothing', [
      world.aoyama.shops[0],
      world.brands.gucci,
    ])
    const begun = (await openVisit(site, phone, 'customer', world.hanako)).page
    await chooseShop(begun)
    await press(begun, '品を入れる')
    let dialog = begun.getByRole('dialog')
    await dialog.locator('input[type="file"][multiple]').setInputFiles(await photo('a.jpg', '#a87'))
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
    await dialog.getByLabel('ブランド').fill('GUCCI')
    await begun.getByRole('option', { name: /^GUCCI/ }).click()
    await dialog.getByLabel('メモ').fill('袖に毛玉')
    await press(dialog, '入れて、続けて次の品へ')
    await begun.getByText('リストの合計 1点').waitFor()
    dialog = begun.getByRole('dialog')
    await eventually(() => dialog.getByLabel('メモ').inputValue()).toBe('')
    await dialog.getByLabel('ブランド').fill('近所の仕立屋')
    await dialog.getByLabel('点数').fill('２')
    await dialog.locator('input[type="file"][multiple]').setInputFiles(await photo('b.jpg', '#78a'))
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
    await press(dialog, 'リストに入れる')
    await begun.getByText('リストの合計 3点').waitFor()
    await begun.getByLabel('お店への連絡').fill('割れ物があります')
    await begun.getByText(/下書き 保存済み/).waitFor()
    await eventually(() =>
      begun.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('new-request'))),
    ).toEqual([])

    const other = (await openVisit(site, phone, 'customer', world.hanako)).page
    await other.goto('/mypage')
    await other.getByRole('heading', { name: '申し込みの下書きがあります' }).waitFor()
    await other.getByRole('link', { name: '続きを入力する' }).click()
    await heading(other, '何を送りますか', 2)
    await other.getByText('リストの合計 3点').waitFor()
    expect(await other.getByLabel('お店への連絡').inputValue()).toBe('割れ物があります')
    await fillGoods(other)
    await goToDelivery(other)
    await sendItself(other)
    await other.getByText('品のリスト: 3点').waitFor()
    const id = await agreeAndApply(other)

    await begun.getByLabel('お店への連絡').fill('もう送ったあとの変更')
    await begun.getByText(/ほかの画面で申し込まれたか/).waitFor()

    await other.goto(`/requests/${id}`)
    await other.getByRole('heading', { name: 'お客さまの品のリスト(3点)' }).waitFor()
    await press(other, /近所の仕立屋の写真1枚を大きく見る/)
    await press(other, '閉じる')

    const box = { id, customer: world.hanako, staff: world.aoyama.staff }
    const desk = (await openVisit(site, 1440, 'business', world.aoyama.staff)).page
    await desk.goto(`/biz/requests/${id}`)
    await settled(desk)
    await desk.getByText('お客さまのリスト 3点').waitFor()
    await desk.getByText('袖に毛玉').waitFor()
    await receive(t, box, 2)
    await desk.goto(`/biz/requests/${id}`)
    await desk.getByText('リストより 1点少ない').waitFor()
    await startAssessing(t, box)
    await desk.goto(`/biz/bench/${id}`)
    await desk.getByText('お客さまのリスト 3点').click()
    await desk.getByText('近所の仕立屋').waitFor()
  })
})
