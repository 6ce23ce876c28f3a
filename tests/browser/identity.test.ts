import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { answer, apply, assessAll, type Box, publish, receive, startAssessing } from '../support/steps.ts'
import { makeEmployee, makeSeller, type Person } from '../support/world.ts'
import { eventually, heading, press, settled, signedIn, textOf } from './browse.ts'
import { paper } from './photos.ts'

/** Identity by camera and file before the box is sent, a picture taken again, and the sale that then needs nothing more. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

describe.each([390, 1440])('at %i px', (width) => {
  let customer: Visit
  let staff: Visit
  let seller: Person
  let box: Box

  beforeAll(async () => {
    customer = await site.visit(width)
    staff = await site.visit(width)
    seller = await makeSeller(site.t)
    box = await apply(site.t, site.world, {}, seller)
    await signedIn(customer, 'customer', seller)
    const name = `審査 ${width}`
    const reviewer = await makeEmployee(
      site.t,
      site.world.aoyama.company,
      name,
      'staff',
      `k${width}@aoyama.example.jp`,
    )
    await signedIn(staff, 'business', reviewer)
  })
  afterAll(() => Promise.all([customer.close(), staff.close()]))
  afterEach(() => {
    expect([customer.errors, staff.errors]).toEqual([[], []])
  })

  const shownOnPage = (text: string | RegExp) => customer.page.getByText(text).first().waitFor()

  test('my page offers it before the box is sent, and says what is needed and what never', async () => {
    const { page } = customer
    await page.goto('/mypage')
    await settled(page)
    await page.getByRole('link', { name: '本人確認へ進む' }).click()
    await press(page, '本人確認を始める')
    await page.waitForURL(/\/identity\/\d+$/)
    await shownOnPage('いただかないもの')
    await press(page, '本人確認を始める')
    await heading(page, '書類を選び、同じか確かめる')
  })

  test('a paper that has run out is said before the camera opens', async () => {
    const { page } = customer
    await page.getByRole('radio', { name: /^運転免許証/ }).check()
    await page.getByLabel('書類の有効期限').fill('2020-01-01')
    await press(page, '同じです。撮影へ進む')
    await shownOnPage('有効期限が切れています。期限内の書類をお使いください。')
    await page.getByLabel('書類の有効期限').fill('2031-05-12')
    await press(page, '同じです。撮影へ進む')
    await heading(page, '表面を撮る')
  })

  test('the camera takes the front; after a reload it goes on, with files', async () => {
    const { page } = customer
    // On the smallest phone, without scrolling.
    const whole = page.viewportSize() ?? { width, height: 844 }
    await page.setViewportSize({ width: 320, height: 568 })
    await page.reload()
    const shutter = page.getByRole('button', { name: '撮る', exact: true })
    const isFree = () =>
      shutter.evaluate((button) => {
        const { left, top, bottom, width: w } = button.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + w / 2, y)))
      })
    await eventually(isFree).toBe(true)
    await page.setViewportSize(whole)
    await press(page, '撮る')
    await press(page, 'この写真を送る')
    await heading(page, '裏面を撮る')
    await page.reload()
    await heading(page, '裏面を撮る')
    for (const next of ['厚みを撮る', 'お顔を撮る', '内容を確かめて提出する']) {
      await press(page, 'カメラを使わず、写真を選ぶ')
      await page.getByLabel('写真を選ぶ').setInputFiles(await paper())
      await press(page, 'この写真を送る')
      await heading(page, next)
    }
    await press(page, '同意して提出する')
    await heading(page, '受け付けました')
  })

  test('staff compare, and ask for one picture again by keyboard', async () => {
    const { page } = staff
    await page.goto('/biz/identity')
    await settled(page)
    await page.getByRole('link', { name: '佐藤 美咲' }).last().click()
    await heading(page, /本人確認$/)
    await page.getByAltText('お客さまの表面の画像').waitFor()
    await page.keyboard.press('2')
    await page.getByAltText('お客さまの裏面の画像').waitFor()
    await page.keyboard.press('Shift+Digit1')
    await page.getByText('光の反射や影で、読めないところがありました。').waitFor()
    await press(page, '撮り直しを依頼する')
    await heading(page, '本人確認')
    await site.t.runJobs()
  })

  test('only that picture is taken again', async () => {
    const { page } = customer
    await page.goto('/mypage')
    await page.getByRole('link', { name: '理由を見る' }).click()
    await press(page, '理由を見て、やり直す')
    await heading(page, '裏面を撮る')
    await shownOnPage(/光の反射や影で/)
    await press(page, 'カメラを使わず、写真を選ぶ')
    await page.getByLabel('写真を選ぶ').setInputFiles(await paper())
    await press(page, 'この写真を送る')
    await press(page, '同意して提出する')
    await heading(page, '受け付けました')
  })

  test('staff confirm each fact and approve', async () => {
    const { page } = staff
    await page.goto('/biz/identity')
    await settled(page)
    await page.getByRole('link', { name: '佐藤 美咲' }).last().click()
    await page.getByAltText('お客さまの表面の画像').waitFor()
    for (const key of ['n', 'b', 'a']) await page.keyboard.press(key)
    await eventually(() => page.getByLabel('書類の氏名').inputValue()).toBe('佐藤 美咲')
    await page.getByLabel(/は書類と同じ/).check()
    await page.getByLabel(/同じ方で/).check()
    await page.getByLabel('書類の発行元').fill('東京都公安委員会')
    await page.getByLabel('書類の番号').fill('301234567890')
    await press(page, '承認する')
    await heading(page, '本人確認')
    await site.t.runJobs()
    await customer.page.reload()
    await heading(customer.page, '本人確認が終わりました')
  })

  test('the sale then closes with the answer, under clause 8', async () => {
    const { t, world } = site
    await receive(t, box, 1)
    await startAssessing(t, box)
    const [slug = ''] = await assessAll(t, world, box, [9_000])
    await publish(t, box)
    await answer(t, box, { decisions: [{ slug, decision: 'sell' }] })
    await t.runJobs()
    const { page } = customer
    await page.goto('/balance')
    await page.getByText('お振込みできる金額').waitFor()
    await eventually(() => textOf(page.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*9,000/)
    const { rows } = await t.pool.query(
      `select l.measure from antique_ledger l join antique_ledger_person p on p.id = l.person_id where p.customer_id = $1`,
      [seller.id],
    )
    expect(rows).toEqual([{ measure: '法15条1項4号・規則15条3項8号（運転免許証）' }])
  })
})
