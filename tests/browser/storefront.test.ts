import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factoryPassword, makeCustomerAccount } from '#server/domains/account/account.factory'
import { type Site, startSite } from '../support/site.ts'
import { answer, apply, type Box, offered } from '../support/steps.ts'
import { endAllSessions, type Person, signIn } from '../support/world.ts'
import {
  eventually,
  heading,
  openVisit,
  pageCode,
  press,
  sessionEnded,
  settled,
  textOf,
  walkTo,
} from './browse.ts'
import { agreeAndApply, chooseShop, fillGoods, goToDelivery } from './customer.ts'

let site: Site
let result: Box & { slugs: string[] }
beforeAll(async () => {
  site = await startSite()
  const [shop] = site.world.aoyama.shops
  await site.t.db
    .insertInto('shop_brand')
    .values({ shop_id: shop, brand_id: site.world.brands.gucci })
    .execute()
  result = await offered(site.t, site.world)
})
afterAll(() => site.close())

/** The share of the viewport height covered by fixed and sticky elements after scrolling. */
async function coveredShare(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.waitForTimeout(100)
  return page.evaluate(() => {
    const stays = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) =>
      ['fixed', 'sticky'].includes(getComputedStyle(element).position),
    )
    const covered = new Set<number>()
    for (const element of stays) {
      const { top, bottom, width } = element.getBoundingClientRect()
      if (width < window.innerWidth / 2 || !element.checkVisibility()) continue
      for (let line = Math.max(0, Math.round(top)); line < Math.min(window.innerHeight, bottom); line++)
        covered.add(line)
    }
    return covered.size / window.innerHeight
  })
}

const screens = [
  [390, 844],
  [390, 667],
  [320, 568],
  [1440, 900],
  [1366, 768],
] as const

test('bars leave three quarters of every screen, and let go of a low one', async () => {
  const { page } = await openVisit(site, 390, 'customer', site.world.hanako)
  const [shop] = site.world.aoyama.shops
  const result1 = `/requests/${result.id}/result?item=1`
  const pages = [
    result1,
    `/requests/${result.id}/result?view=list`,
    '/requests/new',
    `/shops/${shop}`,
    '/mypage',
    '/',
  ]
  const shares: Record<string, number> = {}
  for (const path of pages) {
    await page.goto(path)
    await settled(page)
    for (const [width, height] of [...screens, [720, 450] as const]) {
      await page.setViewportSize({ width, height })
      shares[`${path} at ${width}×${height}`] = await coveredShare(page)
    }
  }
  const tooMuch = Object.entries(shares).filter(
    ([where, share]) => share > (where.endsWith('×450') ? 0 : 0.25),
  )
  expect(tooMuch).toEqual([])
  expect(shares[`${result1} at 390×844`]).toBeGreaterThan(0.1)
})

test('the result enlarged to 200 % on a phone needs no scrolling sideways, and its labels stay apart', async () => {
  const spread = { min: 6500, q1: 8200, median: 11_000, q3: 13_600, max: 16_700 }
  const evidence = { ...spread, n: 8, days: 180, label: '', histogram: [1, 2, 0, 0, 1, 0, 2, 0, 1, 1] }
  await site.t.pool.query(
    `update offer set snapshot = (
       select jsonb_agg(line || jsonb_build_object('grade', 'B_3', 'evidence', $2::jsonb)) from jsonb_array_elements(snapshot) line
     ) where request_id = $1`,
    [result.id, JSON.stringify(evidence)],
  )
  const { page } = await openVisit(site, 195, 'customer', site.world.hanako)
  await page.goto(`/requests/${result.id}/result?item=1`)
  await page.getByText('最低 ¥6,500').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195)
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('.drawing')].flatMap((drawing) => {
      const labels = [...drawing.querySelectorAll('.line > span')].map((label) => ({
        text: label.textContent,
        place: label.getBoundingClientRect(),
      }))
      return labels.flatMap((one, index) =>
        labels
          .slice(index + 1)
          .filter(
            ({ place }) =>
              place.left < one.place.right &&
              one.place.left < place.right &&
              place.top < one.place.bottom &&
              one.place.top < place.bottom,
          )
          .map((other) => `${one.text} and ${other.text}`),
      )
    }),
  )
  expect(covered).toEqual([])
})

test('an answer left open is said at the choice, in sight and with the focus', async () => {
  const { page } = await openVisit(site, 390, 'customer', site.world.hanako)
  await page.goto(`/requests/${result.id}/result`)
  await heading(page, /査定額の合計/)
  await press(page, '一覧でまとめて選ぶ')
  await heading(page, 'お返事の確認')
  const cards = page.getByRole('group', { name: /をどうしますか$/ })
  const chosen = cards.nth(0).getByRole('button', { name: '売る ¥14,000' })
  await chosen.click()
  const other = cards.nth(0).getByRole('button', { name: '返してもらう' })
  const colours = (of: typeof chosen) =>
    of.evaluate((button) => [
      getComputedStyle(button).backgroundColor,
      getComputedStyle(button).borderTopColor,
    ])
  await eventually(() => colours(chosen).then(([filled, outline]) => filled === outline)).toBe(true)
  const [, outline] = await colours(chosen)
  expect(await colours(other)).toEqual(['rgb(255, 255, 255)', outline])

  await page.evaluate(() => window.scrollTo(0, 0))
  await press(page, 'この内容でお返事する')
  const said = page.getByText('売るか、返してもらうかをお選びください。')
  await said.waitFor()
  const focused = cards.nth(1).getByRole('button', { name: /^売る/ })
  await eventually(() => focused.evaluate((button) => button === document.activeElement)).toBe(true)
  for (const part of [focused, said]) {
    const free = await part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(free).toBe(true)
  }
})

test('a swipe turns to the next article and decides nothing; the bar stays under the thumb', async () => {
  const { page } = await openVisit(site, 390, 'customer', site.world.hanako)
  await page.goto(`/requests/${result.id}/result`)
  await press(page, /^(1点ずつ見る|続きから見る)/)
  await heading(page, '1 / 3')
  const swipe = (from: number, to: number) =>
    page.getByRole('article').evaluate(
      (article, [start, end]) => {
        const touch = (clientX: number) =>
          new Touch({ identifier: 1, target: article, clientX, clientY: 300 })
        const send = (type: string, x: number, touches = [touch(x)]) =>
          article.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches }))
        send('touchstart', start as number)
        send('touchmove', ((start as number) + (end as number)) / 2)
        send('touchmove', end as number)
        send('touchend', end as number, [])
      },
      [from, to],
    )
  await swipe(320, 80)
  await heading(page, '2 / 3')
  await swipe(80, 320)
  await heading(page, '1 / 3')
  await swipe(320, 300)
  await heading(page, '1 / 3')
  const sell = page.getByRole('button', { name: /^売る/ })
  expect(await sell.getAttribute('aria-pressed')).toBe('false')
  const place = await sell.boundingBox()
  expect(place?.y).toBeGreaterThan(844 * 0.75)
  await page.goBack()
  await heading(page, /査定額の合計/)
})

test('the focus is on the heading of the page that was gone to, however long it loads', async () => {
  const { page } = await openVisit(site, 390)
  await page.goto('/shops')
  await settled(page)
  await page.route('**/api/shop/*/', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.getByRole('link', { name: '青山本店' }).click()
  await heading(page, '青山本店')
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)
  await eventually(focused).toBe('H1 青山本店')
  await page.getByRole('link', { name: 'GUCCI' }).click()
  await eventually(focused).toBe('H1 GUCCI')
})

test('the heading is there before the code, in the words and the place it keeps', async () => {
  const headingOf = (page: Page) =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('h1')]
      const shown = all.find((one) => one.checkVisibility())
      return shown && { text: shown.textContent, top: Math.round(shown.getBoundingClientRect().top) }
    })
  for (const width of [390, 1440]) {
    const visit = await openVisit(site, width, 'customer', site.world.hanako)
    const own = ['/requests', '/requests/new', `/requests/${result.id}`, '/settings', '/notifications']
    const anybodys = [
      '/',
      '/shops',
      '/brands',
      '/help',
      '/privacy',
      '/operator',
      '/dealers',
      '/announcements',
    ]
    for (const path of [...anybodys, ...own]) {
      await visit.page.route(pageCode, () => undefined)
      await visit.page.goto(path, { waitUntil: 'domcontentloaded' })
      await visit.page.locator('#first-paint h1:visible').waitFor()
      const before = await headingOf(visit.page)
      await visit.page.unroute(pageCode)
      await visit.page.goto(path)
      await settled(visit.page)
      const after = await headingOf(visit.page)
      expect(before?.text, `${path} at ${width}`).toBe(after?.text)
      expect(Math.abs((before?.top ?? 0) - (after?.top ?? 1000)), `${path} at ${width}`).toBeLessThan(8)
    }
    visit.errors.splice(0)
  }
})

test('what needs no response can be read and scrolled before the code, and stays where it is', async () => {
  const { page } = await openVisit(site, 390)
  const release = Promise.withResolvers<void>()
  await page.route(pageCode, (route) => release.promise.then(() => route.continue()))
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/help', { waitUntil: 'commit' })
  const steps = page.getByText('保存袋、箱、保証書などの付属品')
  await steps.waitFor()
  await page.evaluate(() => window.scrollTo(0, 300))
  const placeOf = async () => Math.round((await steps.first().boundingBox())?.y ?? Number.NaN)
  const before = await placeOf()
  release.resolve()
  await page.locator('#main').waitFor()
  await page.locator('#first-paint').waitFor({ state: 'detached' })
  await settled(page)
  expect(Math.abs((await placeOf()) - before)).toBeLessThan(8)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
})

test('nobody sees the head of an own page without being signed in, and no form before it can be used', async () => {
  const visit = await openVisit(site, 390)
  const { page } = visit
  await page.route(pageCode, (route) => route.abort())
  await page.goto('/mypage')
  await page.locator('#first-paint .bar').waitFor()
  expect(await page.getByRole('heading').count()).toBe(0)
  await page.goto('/contact')
  await page.getByRole('heading', { name: 'お問い合わせ' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await page.getByRole('button').count()).toBe(0)
  visit.errors.splice(0)
})

test('a store keeps to its company on every page that lists shops', async () => {
  const { page } = await openVisit(site, 390, 'customer', site.world.hanako)
  await page.goto('/help?store=umeda')
  await settled(page)
  for (const path of ['/', '/shops', '/requests/new', '/dealers']) {
    await walkTo(page, path)
    await page.getByText(/梅田/).first().waitFor()
    const words = await textOf(page.locator('body'))
    expect(words, path).toContain('株式会社梅田ブランドサービス')
    for (const foreign of ['青山本店', '渋谷店', '株式会社青山リユース'])
      expect(words, path).not.toContain(foreign)
  }
})

async function newcomer(): Promise<Person> {
  const made = await makeCustomerAccount(site.t.db, site.t.tools, {
    account: { email: `umi${Date.now()}@example.jp` },
    birthday: null,
    customer: { phone: '', job: null, postal_code: '', prefecture: '', city: '', address1: '', address2: '' },
  })
  const tokens = await signIn(site.t, made)
  return { account_id: made.account_id, id: made.customer_id, email: made.email, name: '', ...tokens }
}

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000 + 9 * 3_600_000)

async function toProfileStep(page: Page): Promise<void> {
  await chooseShop(page)
  await fillGoods(page, { articles: '約１２点' })
  await goToDelivery(page)
  await page.getByRole('radio', { name: /集荷に来てもらう/ }).check()
  await page.getByRole('button', { name: /日付を選択/ }).click()
  // The first selectable day, independent of today's date.
  await page.locator('[role=gridcell]:not([disabled])', { hasText: /^\d+$/ }).first().click()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('radio', { name: '16〜18時' }).check()
  await press(page, '次へ')
  await heading(page, 'お客さまの情報をお聞かせください', 2)
}

test('a newcomer says who they are on the way, also when the session ends there, and nothing red waits', async () => {
  const who = await newcomer()
  const { page } = await openVisit(site, 390, 'customer', who)
  await toProfileStep(page)
  for (const [part, text] of Object.entries({ 年: '1990', 月: '2', 日: '30' }))
    await page.getByLabel(part, { exact: true }).fill(text)
  await page.getByLabel('電話番号').fill('０９０－１２３４－５６７８')
  await page.getByLabel('郵便番号').first().fill('1500001')
  await eventually(() => page.getByLabel('町名・番地').first().inputValue()).toBe('神宮前')
  await page.getByLabel('ご職業', { exact: true }).selectOption('会社員')
  await press(page, '次へ')
  const alert = page.getByRole('alert')
  await alert.getByText('この日付は暦にありません。年月日をご確認ください。').waitFor()
  await alert.getByText(/番地まで入力してください/).waitFor()
  expect(await textOf(alert)).toContain('2か所をご確認ください')
  await page.getByLabel('日', { exact: true }).fill('28')
  await page.getByLabel('町名・番地').first().fill('神宮前一丁目二番三号')

  await endAllSessions(site.t, who)
  await press(page, '次へ')
  const asked = sessionEnded(page)
  await asked.getByLabel('パスワード').fill(factoryPassword)
  expect(await page.getByLabel('町名・番地').first().inputValue()).toBe('神宮前一丁目二番三号')
  expect(await page.getByLabel('日', { exact: true }).inputValue()).toBe('28')
  await press(asked, 'ログインして続ける')

  await heading(page, 'この内容でよろしいですか', 2)
  await page.getByText('東京都渋谷区神宮前一丁目二番三号').waitFor()
  await page.getByText('1箱・およそ12点').waitFor()
  await agreeAndApply(page)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByText('集荷先(お客さまのご住所)').waitFor()
  await page.getByText('送り先(お店)').waitFor()
  await page.getByRole('link', { name: 'この申し込みの状況を見る' }).click()
  await page.getByRole('heading', { name: '箱に入れる番号と集荷先' }).waitFor()
  await page.getByText('東京都渋谷区神宮前一丁目二番三号').first().waitFor()
})

test('what was sold stands on list, page, result and home, not what was assessed', async () => {
  const box = await offered(site.t, site.world)
  const [jacket, knit] = box.slugs
  const decisions = [
    { slug: jacket, decision: 'sell' },
    { slug: knit, decision: 'return' },
  ]
  expect((await answer(site.t, box, { decisions })).status).toBe(200)
  await site.t.runJobs()
  const { page } = await openVisit(site, 390, 'customer', site.world.hanako)
  for (const path of ['/mypage', '/requests', `/requests/${box.id}`, `/requests/${box.id}/result`]) {
    await page.goto(path)
    await settled(page)
    const sold = page.getByText(/お売りいただいた金額\(1点\)/).first()
    await sold.waitFor()
    expect(await textOf(page.locator('#main')), path).toMatch(/お売りいただいた金額\(1点\)\s*¥14,000/)
    await page.getByText('査定額の合計は¥17,500でした。').first().waitFor()
  }
})

test('another address of the profile does not move a pickup before the customer says so', async () => {
  const { t, world } = site
  const pickup = {
    delivering_option: 'PICKUP_ONLY',
    pickup_date: day(3).toISOString().slice(0, 10),
    pickup_time_slot: 'AM',
  }
  const box = await apply(t, world, pickup)
  await t.pool.query("update customer set address1 = '南青山5-6-7', address2 = '' where id = $1", [
    world.hanako.id,
  ])
  const { page } = await openVisit(site, 1440, 'customer', world.hanako)
  await page.goto(`/requests/${box.id}`)
  await page.getByText('ご登録のご住所が変わっています').waitFor()
  await press(page, '内容を変更する')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(/いまのご登録のご住所\(.*南青山5-6-7\)に変える/).check()
  await press(sheet, '変更を保存する')
  await page.getByText('ご登録のご住所が変わっています').waitFor({ state: 'detached' })
  expect(await textOf(page.locator('#main'))).toContain('南青山5-6-7')
})
