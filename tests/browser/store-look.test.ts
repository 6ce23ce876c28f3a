import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letterLook } from '#server/domains/store-look/letter-look.service'
import { type Site, startSite } from '../support/site.ts'
import { eventually, heading, openVisit, pageCode, press, settled, textOf } from './browse.ts'
import { onDisk, type Photo } from './photos.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

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
    const visitor = await openVisit(site, width)
    const other = await openVisit(site, width)
    const before = await seen(other.page, 'umeda')

    const { page } = await openVisit(site, width, 'business', site.world.operator.operator)
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
  const { page } = await openVisit(site, 390)
  await page.route(pageCode, () => undefined)
  await page.goto('/?store=umeda', { waitUntil: 'commit' })
  const bar = page.locator('#first-paint .bar')
  await bar.waitFor()
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(rgb('#10203f'))
  expect(await page.locator('#first-paint img').getAttribute('src')).toBe('/logos/umeda.svg')
  await page.goto('/?store=nobody', { waitUntil: 'commit' })
})

test('the second of two editors is shown both versions, and loses nothing', async () => {
  const { page } = await openVisit(site, 1440, 'business', site.world.operator.operator)
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

async function editor(width: number, path: string): Promise<Page> {
  const { page } = await openVisit(site, width, 'business', site.world.operator.operator)
  await page.goto(path)
  await settled(page)
  return page
}

const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })
const inLogo = (page: Page, given: Photo | string) => page.getByLabel('ロゴのファイル').setInputFiles(given)
const focused = (page: Page) => textOf(page.locator(':focus'))
const current = (page: Page) =>
  page.getByRole('img', { name: 'ロゴ(現在)' }).and(page.locator('[src^="/store-pictures/"]'))

test('a picture that cannot be taken says why; one that could not be sent is sent again by itself', async () => {
  const page = await editor(390, '/biz/stores/new')
  await inLogo(page, file('memo.png', Buffer.from('ただの文字です')))
  await page.getByText(/「memo\.png」: PNG・WebP・JPEG の画像をお選びください。/).waitFor()
  const noise = await sharp({
    create: { width: 1700, height: 1700, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as never)
    .png({ compressionLevel: 0 })
    .toBuffer()
  await inLogo(page, await onDisk(file('ookii.png', noise)))
  await page.getByText(/「ookii\.png」: .*大きすぎます/).waitFor()
  await inLogo(page, file('kowareta.png', (await logo()).subarray(0, 120)))
  await page.getByText(/「kowareta\.png」: /).waitFor()
  expect(await page.getByRole('button', { name: 'もう一度送る' }).count()).toBe(0)

  const away = (status: number) => (route: Route) =>
    route.fulfill({ status, json: { detail: 'Service Unavailable' } })
  await page.route('**/api/biz/store-pictures/', away(503))
  await inLogo(page, file('rogo.png', await logo()))
  await page.getByText(/「rogo\.png」: ただいま混み合っているか/).waitFor()
  await page.getByRole('button', { name: 'もう一度送る' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/「rogo\.png」: ただいま/).waitFor()
  expect(await focused(page)).toBe('もう一度送る')
  await page.unroute('**/api/biz/store-pictures/')
  await page.keyboard.press('Enter')
  await current(page).waitFor()
  expect(await focused(page)).toBe('画像を取り替える')
  await page.getByRole('button', { name: '使わない' }).focus()
  await page.keyboard.press('Enter')
  await eventually(() => focused(page)).toBe('画像を選ぶ')
})

test('what was entered is there after a reload, picture included, and goes through once there is a connection', async () => {
  const page = await editor(390, '/biz/stores/new')
  await page.getByLabel('ストアのキー').fill('nara')
  await page.getByLabel('ストアの名前').fill('NARA みせ')
  await page.getByLabel('帯の色', { exact: true }).fill('#0d4a3c')
  await page.getByText('色を細かく決める').click()
  await page.getByLabel('文字の補足', { exact: true }).fill('#4a4a4a')
  await inLogo(page, file('rogo.png', await logo()))
  await current(page).waitFor()
  await page.reload()
  await page.getByText('書きかけの内容が残っていました').waitFor()
  expect(await page.getByLabel('ストアの名前').inputValue()).toBe('NARA みせ')
  expect(await page.getByLabel('文字の補足', { exact: true }).inputValue()).toBe('#4a4a4a')
  await current(page).waitFor()

  await page.context().setOffline(true)
  await press(page, '新しい版として保存する')
  const alert = page.getByRole('alert').filter({ hasText: '保存できませんでした' })
  await alert.getByText(/入力した内容は残っています/).waitFor()
  await eventually(() => focused(page)).toContain('保存できませんでした')
  await page.context().setOffline(false)
  await press(page, '新しい版として保存する')
  await heading(page, 'NARA みせの見た目')
  await page.getByText('まだ公開していません', { exact: true }).waitFor()

  // A colour that is being mended stays under the cursor.
  await page.getByText('色を細かく決める').click()
  await page.getByLabel('文字の補足', { exact: true }).fill('#c9c9c9')
  await page.getByText(/読みにくい組み合わせが\d+つあります/).waitFor()
  await press(page, '新しい版として保存する')
  await page
    .getByText(/が読みにくい色です/)
    .first()
    .waitFor()
  await page.getByLabel('文字の補足', { exact: true }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('#4a4a4b')
  await page
    .getByText(/が読みにくい色です/)
    .first()
    .waitFor({ state: 'detached' })
  expect(await page.locator(':focus').inputValue()).toBe('#4a4a4b')
})

test('an earlier version is written over what is entered only after a question, and kept like typed text', async () => {
  const page = await editor(1440, '/biz/stores/umeda')
  const first = page.getByRole('listitem').filter({ hasText: '第1版' })
  await page.getByLabel('ストアの名前').fill('うめだの店')
  await first.getByRole('button', { name: 'この版から書き直す' }).click()
  await press(page.getByRole('dialog'), /戻る|キャンセル|やめる/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByLabel('ストアの名前').inputValue()).toBe('うめだの店')
  await first.getByRole('button', { name: 'この版から書き直す' }).click()
  await press(page.getByRole('dialog'), '第1版の内容に替える')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const name = await page.getByLabel('ストアの名前').inputValue()
  expect(name).not.toBe('うめだの店')
  const typeface = await page.getByRole('radio', { checked: true }).getAttribute('value')
  await page.reload()
  await page.getByText('書きかけの内容が残っていました').waitFor()
  expect(await page.getByRole('radio', { checked: true }).getAttribute('value')).toBe(typeface)

  // Publishing is no change that the draft could lose or clash with.
  await press(page, '第1版に戻す')
  await press(page.getByRole('dialog'), '公開する')
  await page.getByText('公開しました。').waitFor()
  await page.reload()
  await page.getByLabel('ストアの名前').fill('UMEDA の店')
  await press(page, '新しい版として保存する')
  await page.getByText(/版を保存しました/).waitFor()
})

test('on a telephone the look stays in sight, and whole on request', async () => {
  const page = await editor(390, '/biz/stores/sakae')
  await page.getByLabel('帯の色', { exact: true }).fill('#5a1636')
  const bar = page.locator('[inert]')
  await eventually(() => bar.evaluate((sample) => getComputedStyle(sample).backgroundColor)).toBe(
    rgb('#5a1636'),
  )
  const place = await bar.boundingBox()
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThan(844)
  await press(page, '見え方をすべて見る')
  const dialog = page.getByRole('dialog', { name: 'お客さまに見える形' })
  await dialog.getByText('査定額の合計').waitFor()
  await press(dialog, '入力に戻る')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => focused(page)).toBe('見え方をすべて見る')
})

test('an address without a store is told to visitors once, and to the operator in words', async () => {
  const { page: visitor } = await openVisit(site, 390)
  await visitor.goto('/?store=nobody')
  const notice = visitor.getByText(/このアドレスのストアは見つからないか/)
  await notice.waitFor()
  await press(visitor, 'わかりました')
  await notice.waitFor({ state: 'detached' })
  await visitor.goto('/shops')
  await settled(visitor)
  expect(await notice.count()).toBe(0)
  await visitor.evaluate(() => sessionStorage.clear())
  await visitor.goto('/?store=umeda')
  await settled(visitor)
  expect(await notice.count()).toBe(0)

  const page = await editor(390, '/biz/stores/nobody')
  await page.getByText(/「\?store=nobody」のストアはまだありません。/).waitFor()
  await page.getByRole('link', { name: 'ストアの一覧を開く' }).click()
  await heading(page, 'ストアの見た目')
})
