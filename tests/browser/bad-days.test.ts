import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPrincipal } from '#server/domains/account/account.service'
import { type Site, startSite } from '../support/site.ts'
import { apply, type Box, offered, receive, startAssessing } from '../support/steps.ts'
import { endAllSessions, makeEmployee, makeSeller, type Person } from '../support/world.ts'
import {
  eventually,
  fillLogin,
  heading,
  openVisit,
  pathOf,
  press,
  sessionEnded,
  settled,
  signInAgain,
  textOf,
  withoutDrawnPage,
} from './browse.ts'
import { chooseShop, fillGoods, goToDelivery, sendItself } from './customer.ts'
import { onDisk } from './photos.ts'

/** Failures of ordinary days: no input is lost, and every screen says what to do next. */
let site: Site
beforeAll(async () => {
  site = await startSite({ serviceWorker: true })
})
afterAll(() => site.close())

const ofStranger = async (who: Person): Promise<Box & { slugs: string[] }> => {
  const world = { ...site.world, hanako: { ...site.world.hanako, ...who } }
  return offered(site.t, world)
}

async function fillRequest(page: Page): Promise<void> {
  await chooseShop(page)
  await fillGoods(page, { note: '箱の底に小物があります。' })
  await goToDelivery(page)
  await sendItself(page)
}

const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ['accessToken', 'refreshToken', 'userType'].filter((key) => localStorage.getItem(key) !== null),
  )

test('a sign-in that ends before the last press costs a password and nothing else', async () => {
  const who = await makeSeller(site.t)
  const { page } = await openVisit(site, 390, 'customer', who)
  await fillRequest(page)
  await page.getByLabel('利用規約に同意します').check()
  await endAllSessions(site.t, who)
  await press(page, 'この内容で申し込む')
  const asked = sessionEnded(page)
  await asked.getByText(who.email).waitFor()
  // Nothing of the session is stored any more; only the page is left.
  expect(pathOf(page)).toBe('/requests/new?step=confirm')
  expect(await storedKeys(page)).toEqual([])
  await signInAgain(page)
  await heading(page, 'お申し込みを受け付けました')
})

test('a page with nothing to lose leads to the sign-in page and back', async () => {
  const who = await makeSeller(site.t)
  const { page } = await openVisit(site, 390, 'customer', who)
  await page.goto('/balance')
  await page.getByText('お振込みできる金額').waitFor()
  await endAllSessions(site.t, who)
  await page.reload()
  await heading(page, 'ログイン')
  expect(pathOf(page)).toBe('/login?returnUrl=%2Fbalance')
  await fillLogin(page, who.email)
  await page.getByText('お振込みできる金額').waitFor()
})

test('staff who are kept out and let in again go on with every half-typed field, over a dialog as well', async () => {
  const box = await apply(site.t, site.world)
  await receive(site.t, box)
  await startAssessing(site.t, box)
  const staff = await makeEmployee(
    site.t,
    site.world.aoyama.company,
    '北 澪',
    'staff',
    'mio@aoyama.example.jp',
  )
  const { page } = await openVisit(site, 1366, 'business', staff)
  await page.goto(`/biz/bench/${box.id}`)
  const price = page.getByLabel('基準額')
  await price.fill('3111')
  await page.getByLabel('色').fill('紺')
  await page.getByLabel('色').blur()
  await page.keyboard.press('h')
  const hold = page.getByRole('dialog', { name: 'この商品を保留にします' })
  await hold.getByLabel('くわしい理由').fill('本人に確認中')
  const active = (is_active: boolean) =>
    site.t.db.updateTable('business_user').set({ is_active }).where('id', '=', staff.id).execute()
  await active(false)
  await endAllSessions(site.t, staff)
  await press(hold, '保留にする')
  const asked = sessionEnded(page)
  await signInAgain(page)
  await asked.getByText(/パスワードが違うようです/).waitFor()
  await active(true)
  forgetPrincipal(site.t.db, staff.account_id)
  await signInAgain(page)
  await asked.waitFor({ state: 'detached' })
  await hold.waitFor({ state: 'detached' })
  expect(await price.inputValue()).toBe('¥3,111')
  expect(await page.getByLabel('色').inputValue()).toBe('紺')
  await eventually(async () =>
    site.t.db.selectFrom('hold').select('reason').where('request_id', '=', box.id).execute(),
  ).toEqual([{ reason: '本人に確認中' }])
  await eventually(async () =>
    site.t.db
      .selectFrom('purchase_item')
      .select(['base_price', 'color'])
      .where('request_id', '=', box.id)
      .orderBy('id')
      .limit(1)
      .execute(),
  ).toEqual([{ base_price: 3111, color: '紺' }])
})

test('without a connection the page says so, stays readable, and goes on by itself or by a press', async () => {
  const { page, context } = await openVisit(site, 390, 'customer', site.world.hanako)
  await page.goto('/balance')
  await page.getByText('お振込みできる金額').waitFor()
  await context.setOffline(true)
  await page.getByText(/^通信が切れています。/).waitFor()
  expect(await page.getByText('お振込みできる金額').isVisible()).toBe(true)
  await context.setOffline(false)
  await page.getByText(/^通信が切れています。/).waitFor({ state: 'detached' })

  await withoutDrawnPage(page)
  await page.route('**/api/purchase_requests/**', (route) => route.abort('connectionfailed'))
  await page.goto('/requests')
  await page.getByRole('button', { name: 'もう一度試す' }).waitFor()
  await page.unroute('**/api/purchase_requests/**')
  await press(page, 'もう一度試す')
  await page.getByRole('link', { name: '買取を申し込む' }).waitFor()
})

test('a server in trouble is named as ours, and the page comes back when it does', async () => {
  const { page } = await openVisit(site, 1440, 'customer', site.world.hanako)
  await withoutDrawnPage(page)
  await page.route('**/api/balance/**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"detail":"x","code":"error"}' }),
  )
  await page.goto('/balance')
  await page.getByRole('alert').filter({ hasText: 'ただいま処理できません' }).waitFor()
  await page.unroute('**/api/balance/**')
  await press(page, 'もう一度試す')
  await page.getByText('お振込みできる金額').waitFor()
})

test('of two tabs that answer differently the second learns what was answered', async () => {
  const who = await makeSeller(site.t)
  const box = await ofStranger(who)
  const { page, context } = await openVisit(site, 390, 'customer', who)
  const other = await context.newPage()
  other.setDefaultTimeout(15_000)
  for (const tab of [page, other]) {
    await tab.goto(`/requests/${box.id}/result?view=list`)
    await heading(tab, 'お返事の確認')
  }
  await press(page, 'すべて売る')
  await press(other, 'すべて返してもらう')
  await press(page, 'この内容でお返事する')
  await press(page, '¥17,500で売る')
  await page.getByText(/お返事をお受けしました/).waitFor()
  await press(other, 'この内容でお返事する')
  await press(other.getByRole('dialog'), 'この内容でお返事する')
  const notice = other.getByRole('alert').filter({ hasText: 'すでにお返事をいただいています' })
  await notice.waitFor()
  await other.getByText(/2点を¥17,500で売る/).waitFor()
})

test('between a telephone and a desk there is a menu, for customers and for visitors', async () => {
  const { page } = await openVisit(site, 700, 'customer', await makeSeller(site.t))
  await page.goto('/mypage')
  await page.getByRole('link', { name: '設定' }).click()
  await heading(page, '設定')
  const { page: visitor } = await openVisit(site, 700)
  await visitor.goto('/shops')
  await visitor
    .getByRole('navigation', { name: 'メニュー', exact: true })
    .getByRole('link', { name: 'ご利用ガイド' })
    .click()
  await heading(visitor, 'ご利用ガイド')
})

test('a wrong password keeps the address and says what now', async () => {
  const who = await makeSeller(site.t)
  const { page } = await openVisit(site, 390)
  await page.goto('/login')
  await fillLogin(page, who.email, 'not-the-password-1')
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe(who.email)
  expect(pathOf(page)).toBe('/login')
  await fillLogin(page, who.email)
  await page.waitForURL('**/mypage')
})

test('a page that is not there and a box of somebody else look the same: not found, with a way on', async () => {
  const box = await ofStranger(await makeSeller(site.t))
  const { page } = await openVisit(site, 390, 'customer', site.world.hanako)
  await page.goto('/there/is/nothing')
  await heading(page, 'ページが見つかりません')
  await page.getByRole('link', { name: 'トップページへ' }).last().click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(`/requests/${box.id}`)
  await page.getByText('この申し込みは見つかりませんでした。一覧からもう一度お選びください。').waitFor()
  await page.getByRole('link', { name: '申し込みの一覧へ' }).click()
  await heading(page, '申し込み')
})

test('a customer at the door of the business side is told whose it is and led to either', async () => {
  // Signed out during the request, at once and for good.
  const { page } = await openVisit(site, 1440, 'customer', await makeSeller(site.t))
  await page.goto('/biz')
  await heading(page, 'この画面を開く権限がありません')
  await page.getByText(/お店の担当者用です/).waitFor()
  await page.getByRole('link', { name: 'マイページへ戻る' }).click()
  await page.waitForURL('**/mypage')
  await page.goto('/biz/requests')
  await press(page, '担当者としてログインし直す')
  await heading(page, '担当者ログイン')
  expect(pathOf(page)).toBe('/biz/login?returnUrl=%2Fbiz%2Frequests')
  await fillLogin(page, site.world.aoyama.staff.email)
  await page.waitForURL('**/biz/requests')
})

test('staff see neither the customers’ pages nor those of the house', async () => {
  const { page } = await openVisit(site, 1440, 'business', site.world.aoyama.staff)
  await page.goto('/mypage')
  await heading(page, 'この画面を開く権限がありません')
  await page.getByRole('link', { name: '業務画面へ戻る' }).click()
  await page.waitForURL((url) => url.pathname === '/biz')
  await page.goto('/biz/payouts')
  await page.getByText('この画面を開く権限がありません').waitFor()
})

test('somebody not signed in comes to the door of their side and on to where they wanted', async () => {
  const { page } = await openVisit(site, 390)
  await page.goto('/balance?from=mail#entries')
  await heading(page, 'ログイン')
  await fillLogin(page, site.world.hanako.email)
  await page.getByText('お振込みできる金額').waitFor()
  expect(new URL(page.url()).pathname).toBe('/balance')
})

const tricks = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/%2F/evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/..//evil.example/',
  '/login?returnUrl=//evil.example',
]

test('an address to return to never leads off the site', async () => {
  const visit = await openVisit(site, 390, 'customer', site.world.hanako)
  const { page } = visit
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url())
  })
  for (const trick of tricks) {
    await page.goto(`/login?returnUrl=${encodeURIComponent(trick)}`)
    await eventually(() => pathOf(page)).toBe('/mypage')
    expect(page.url().startsWith(site.url)).toBe(true)
  }
  await page.goto(`/login?returnUrl=${encodeURIComponent('/requests?page=1')}`)
  await eventually(() => new URL(page.url()).pathname).toBe('/requests')
  expect(elsewhere).toEqual([])
})

test('the way back of the browser goes through the four steps and loses nothing', async () => {
  const { page } = await openVisit(site, 390, 'customer', await makeSeller(site.t))
  await fillRequest(page)
  for (const title of ['どうやって送りますか', '何を送りますか', 'どのお店に送りますか']) {
    await page.goBack()
    await heading(page, title, 2)
  }
  expect(await page.getByRole('radio', { name: /青山本店/ }).isChecked()).toBe(true)
  await page.goForward()
  await heading(page, '何を送りますか', 2)
  expect(await page.getByLabel('お店への連絡').inputValue()).toBe('箱の底に小物があります。')
})

/** Presses Tab until the named element has the focus. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    const here = await page.evaluate(() => {
      const at = document.activeElement
      if (!(at instanceof HTMLElement)) return ''
      const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : []
      return [at.getAttribute('aria-label'), ...labels.map((one) => one.textContent), at.textContent]
        .filter(Boolean)
        .join(' ')
    })
    if (name.test(here)) return
  }
  throw new Error(`the keyboard does not get to ${name}`)
}

test('signing in and answering take no more than a keyboard', async () => {
  const who = await makeSeller(site.t)
  const box = await ofStranger(who)
  const { page } = await openVisit(site, 1440)
  await page.goto(`/requests/${box.id}/result`)
  await heading(page, 'ログイン')
  await tabTo(page, /^メールアドレス/)
  await page.keyboard.type(who.email)
  await tabTo(page, /^パスワード$/)
  await page.keyboard.type('kutsubako-77-aoi')
  await page.keyboard.press('Enter')
  await heading(page, /査定額の合計/)
  await settled(page)
  await tabTo(page, /^一覧で確かめる$/)
  await page.keyboard.press('Enter')
  await heading(page, 'お返事の確認')
  await tabTo(page, /^すべて売る$/)
  await page.keyboard.press('Enter')
  await eventually(() => textOf(page.locator('body'))).toMatch(/売る 2点/)
  await tabTo(page, /^この内容でお返事する$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'この内容でお返事しますか' })
  await dialog.waitFor()
  await tabTo(page, /^¥17,500で売る$/)
  await page.keyboard.press('Enter')
  await page.getByText(/お返事をお受けしました/).waitFor()
})

/** As large as a phone's, so that it is shrunk before it is queued. */
const largePhoto = async () => ({
  name: 'sleeve.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 3000,
      height: 2400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer(),
})

test('a photo taken without a connection waits in the browser, over a reload, and arrives once', async () => {
  const { t, world } = site
  const box = await apply(t, world)
  await receive(t, box, 1)
  await startAssessing(t, box)
  const photo = await largePhoto()
  const { page } = await openVisit(site, 1440, 'business', world.aoyama.staff)
  const photosKept = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from item_photo where request_id = ${box.id}`.execute(t.db)
    return rows[0]?.count
  }
  await page.route('**/photos/', (route) => route.abort())
  await page.goto(`/biz/bench/${box.id}`)
  await page.locator('input[type="file"]').setInputFiles(await onDisk(photo))
  await page.getByRole('status').filter({ hasText: '未送信 1件' }).waitFor()

  await page.reload()
  await page.getByRole('status').filter({ hasText: '未送信 1件' }).waitFor()
  expect(await photosKept()).toBe(0)

  let bytes = 0
  await page.unroute('**/photos/')
  page.on('request', (request) => {
    if (request.url().endsWith('/photos/')) bytes = request.postDataBuffer()?.length ?? bytes
  })
  await press(page, 'もう一度送る')
  await page.getByRole('button', { name: '写真1を見る' }).waitFor()
  await eventually(() => page.getByRole('status').filter({ hasText: '未送信' }).count()).toBe(0)
  expect(bytes).toBeLessThan(photo.buffer.length)

  await page.reload()
  await page.getByRole('button', { name: '写真1を見る' }).waitFor()
  expect(await photosKept()).toBe(1)
})

const shapes = [
  { width: 3000, height: 1500 },
  { width: 900, height: 900 },
  { width: 300, height: 600 },
]

test('photos stand in the order they were taken in, over a failed sending and a reload', async () => {
  const { t, world } = site
  const box = await apply(t, world)
  await receive(t, box, 1)
  await startAssessing(t, box)
  const { page } = await openVisit(site, 1440, 'business', world.aoyama.staff)
  const photos = await Promise.all(
    shapes.map(async ({ width, height }, index) => ({
      name: `${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width, height, channels: 3, background: '#567' } })
        .jpeg()
        .toBuffer(),
    })),
  )
  const shapesShown = () =>
    page
      .getByRole('button', { name: /^写真\d+を見る/ })
      .locator('img')
      .evaluateAll((all) =>
        all.map((one) => {
          const { naturalWidth, naturalHeight } = one as HTMLImageElement
          return naturalWidth / naturalHeight
        }),
      )
  let failed = false
  await page.route('**/photos/', (route) => {
    if (failed) return route.continue()
    failed = true
    return route.abort()
  })
  await page.goto(`/biz/bench/${box.id}`)
  await page.locator('input[type="file"]').setInputFiles(photos)
  await eventually(async () => (await shapesShown()).length).toBe(2)
  await press(page, 'もう一度送る')
  await eventually(shapesShown).toEqual([2, 1, 0.5])
  await page.getByRole('button', { name: '写真1を見る(メインの写真)' }).waitFor()

  const kept = () => page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: '写真3を見る' }).click()
  await Promise.all([kept(), press(page, 'メインの写真にする')])
  await eventually(shapesShown).toEqual([0.5, 2, 1])
  await Promise.all([kept(), page.keyboard.press('Shift+Period')])
  await eventually(shapesShown).toEqual([2, 0.5, 1])
  await page.reload()
  await eventually(shapesShown).toEqual([2, 0.5, 1])
})
