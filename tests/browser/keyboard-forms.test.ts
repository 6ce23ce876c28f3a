import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { type Site, startSite } from '../support/site.ts'
import { apply } from '../support/steps.ts'
import { makeSeller } from '../support/world.ts'
import { eventually, heading, openVisit, settled, textOf } from './browse.ts'
import { paper } from './photos.ts'
import { choose, chooseFile, focusIsKept, pressOn, tabTo } from './tab-keys.ts'

/** The longer forms without mouse and finger: identity, the list of what is in the box, the look of a store. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

test('the identity is handed in, by camera and by files', async () => {
  const seller = await makeSeller(site.t)
  await apply(site.t, site.world, {}, seller)
  const { page } = await openVisit(site, 1440, 'customer', seller)
  await page.goto('/profile/identity')
  await settled(page)
  await pressOn(page, '本人確認を始める')
  await page.waitForURL(/\/identity\/\d+$/)
  await heading(page, /送る前に/)
  await pressOn(page, '本人確認を始める')
  await heading(page, '書類を選び、同じか確かめる')
  await focusIsKept(page)
  await pressOn(page, '同じです。撮影へ進む')
  // What is wrong is read where the focus goes.
  await page.getByRole('alert').first().waitFor()
  await focusIsKept(page)
  await choose(page, page.getByRole('radio', { name: /^運転免許証/ }))
  await page.getByLabel('書類の有効期限').fill('2031-05-12')
  await pressOn(page, '同じです。撮影へ進む')
  await heading(page, '表面を撮る')
  await focusIsKept(page)
  await pressOn(page, '撮る')
  await pressOn(page, '撮り直す')
  await page.getByRole('button', { name: '撮る', exact: true }).waitFor()
  await focusIsKept(page)
  await pressOn(page, '撮る')
  await pressOn(page, 'この写真を送る')
  for (const [name, next] of [
    ['裏面を撮る', '厚みを撮る'],
    ['厚みを撮る', 'お顔を撮る'],
    ['お顔を撮る', '内容を確かめて提出する'],
  ] as const) {
    await heading(page, name)
    await focusIsKept(page)
    await pressOn(page, 'カメラを使わず、写真を選ぶ')
    await focusIsKept(page)
    await chooseFile(page, page.getByLabel('写真を選ぶ'), await paper())
    await pressOn(page, 'この写真を送る')
    await heading(page, next)
  }
  await focusIsKept(page)
  await pressOn(page, '取りやめて画像を消す')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(() => textOf(page.locator(':focus'))).toBe('取りやめて画像を消す')
  await page.keyboard.press('Shift+Tab')
  await pressOn(page, '同意して提出する')
  await heading(page, '受け付けました')
  await focusIsKept(page)
})

test('articles with photos are put on the list, changed and taken off it', async () => {
  const { page } = await openVisit(site, 1440, 'customer', site.world.hanako)
  await page.goto('/requests/new')
  await settled(page)
  await choose(page, page.getByRole('radio', { name: /青山本店/ }))
  await pressOn(page, '次へ')
  await heading(page, '何を送りますか', 2)
  await pressOn(page, '品を入れる')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await pressOn(page, 'リストに入れる')
  await dialog.getByText('写真かブランドなど、どれかひとつを入れてください。').waitFor()
  await focusIsKept(page)
  await chooseFile(page, dialog.locator('input[type=file]').last(), await paper())
  await dialog.getByRole('img').first().waitFor()
  await tabTo(page, dialog.getByLabel('ブランド'))
  await page.keyboard.type('コーチ')
  await pressOn(page, 'リストに入れる')
  await dialog.waitFor({ state: 'detached' })
  await focusIsKept(page)
  await pressOn(page, /直す/)
  await dialog.waitFor()
  await pressOn(page, '保存する')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => textOf(page.locator(':focus'))).toMatch(/^直す/)
  await pressOn(page, /^外す/)
  await dialog.waitFor()
  await pressOn(page, 'リストから外す')
  await page.getByRole('button', { name: '品を入れる', exact: true }).waitFor()
  await focusIsKept(page)
})

test('a store is made, corrected and published', async () => {
  const { page } = await openVisit(site, 1440, 'business', site.world.operator.operator)
  await page.goto('/biz/stores')
  await settled(page)
  await pressOn(page, /ストアを作る/, 'link')
  await heading(page, 'ストアを作る')
  await pressOn(page, '新しい版として保存する')
  await page.getByText('ストアのキー').first().waitFor()
  await focusIsKept(page)
  await typeInto(page, 'ストアのキー', 'kobe')
  await typeInto(page, 'ストアの名前', 'KOBE みせ')
  await choose(page, page.getByRole('radio', { name: /明朝/ }))
  await pressOn(page, '新しい版として保存する')
  await heading(page, 'KOBE みせの見た目')
  await focusIsKept(page)
  await pressOn(page, /^第1版を公開する$/)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => textOf(page.locator(':focus'))).toBe('第1版を公開する')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await pressOn(page, '公開する')
  await page.getByText('公開しました。').waitFor()
  await focusIsKept(page)
})
