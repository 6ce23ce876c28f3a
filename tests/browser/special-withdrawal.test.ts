import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { allTasks } from '#server/jobs'
import { linkInMail, type Site, startSite } from '../support/site.ts'
import { payOut } from '../support/steps.ts'
import { axeIsClean } from './axe.ts'
import {
  desktop,
  eventually,
  fillLogin,
  heading,
  openVisit,
  phone,
  press,
  settled,
  textOf,
} from './browse.ts'
import { fillBankAccount } from './customer.ts'
import { focusIsKept } from './tab-keys.ts'

/** A balance nobody took for 180 days: the ordinary route is closed, two people check, and all of it is paid. */
let site: Site
beforeAll(async () => {
  site = await startSite()
  await makeOriginator(site.t.db)
})
afterAll(() => site.close())

const day = 86_400_000
const price = 24_800

/** Sold half a year ago, identified, never gave a bank account, and now reminded. */
async function seller() {
  const { t, world } = site
  const made = await makePayee(t.db, t.tools, world.aoyama.company, { holder: null })
  await makePurchase(t.db, {
    customer_id: made.customer_id,
    company_id: world.aoyama.company,
    shop_id: world.aoyama.shops[0],
    terms: world.terms,
    amount: price,
    at: new Date(t.clock.now().getTime() - 181 * day).toISOString(),
  })
  await allTasks(t.db, t.tools)['transfer.remind']({})
  await t.runJobs()
  return made
}

const transferOf = (who: { customer_id: number }) =>
  site.t.db
    .selectFrom('transfer')
    .select('id')
    .where('customer_id', '=', who.customer_id)
    .executeTakeFirstOrThrow()

async function registerAccount(page: Page): Promise<void> {
  await fillBankAccount(page, '4567890')
  await press(page, 'この口座を登録する')
}

describe('from a telephone to the desk', () => {
  test('from the reminder to the money, by the special route only, and after two people', async () => {
    const { t, world } = site
    const who = await seller()
    const { page: mine } = await openVisit(site, phone)
    await mine.goto(linkInMail(site, who.email))
    await fillLogin(mine, who.email)
    await heading(mine, '期限後のお支払いを依頼する')
    await mine.getByText('振込先の口座をご登録ください').first().waitFor()
    await mine.getByRole('link', { name: '口座を登録する' }).first().click()
    await registerAccount(mine)
    await heading(mine, '期限後のお支払いを依頼する')

    await mine.goto('/balance/transfer')
    await mine.getByText('お支払いの期限を過ぎた残高です').waitFor()
    expect(await mine.getByRole('button', { name: '内容を確認する' }).count()).toBe(0)
    const token = await mine.evaluate(() => localStorage.getItem('accessToken') ?? '')
    const refused = await t.ask('POST /api/transfer/', { token, body: {} })
    expect([refused.status, refused.body.code]).toEqual([400, 'transfer_expired'])

    await mine.getByRole('link', { name: '期限後のお支払いを依頼する' }).click()
    await press(mine, '内容を確認する')
    await axeIsClean(mine)
    await press(mine.getByRole('dialog'), '¥24,800の期限後のお支払いを依頼する')
    await heading(mine, '期限後のお支払いのご依頼を受け付けました')
    await focusIsKept(mine)
    await axeIsClean(mine)
    await mine.getByRole('link', { name: '残高を見る' }).click()
    await mine.getByText('運営の確認が済みしだい、お知らせします').waitFor()
    await mine.getByText('期限後のお支払い(受付)').waitFor()
    await axeIsClean(mine)

    const { id: transfer } = await transferOf(who)
    const first = (await openVisit(site, desktop)).page
    await first.goto('/biz/payouts?state=special')
    await fillLogin(first, world.operator.operator.email)
    const card = first.getByRole('article', { name: new RegExp(`^振込番号${transfer} `) })
    await card.getByText('まだだれも確認していません。').waitFor()
    await axeIsClean(first)
    await press(card, `振込番号${transfer}の1人目の確認をする`)
    await signCheck(first)
    await first
      .getByRole('status')
      .getByText(/1人目の確認を記録しました/)
      .waitFor()
    await card.getByText(/1人目に確認した人は確認できません。確認できるのは、内幸 望さんです。/).waitFor()
    expect(await card.getByRole('button', { name: /確認をする$/ }).count()).toBe(0)
    await focusIsKept(first)

    const second = (await openVisit(site, desktop)).page
    await second.goto('/biz/payouts?state=special')
    await fillLogin(second, world.operator.approver.email)
    const same = second.getByRole('article', { name: new RegExp(`^振込番号${transfer} `) })
    await same.getByText('1人目は大手 進さんが確認しました。2人目の確認をお願いします。').waitFor()
    await press(same, `振込番号${transfer}の2人目の確認をする`)
    await signCheck(second)
    await second
      .getByRole('status')
      .getByText(/2人の確認が済みました/)
      .waitFor()
    await same.waitFor({ state: 'detached' })
    await focusIsKept(second)

    await t.runJobs()
    await mine.reload()
    await mine.getByText(/の予定です$/).waitFor()
    await mine.goto('/notifications')
    await mine.getByText('お振込みの日が決まりました').waitFor()

    await payOut(t, world, who.customer_id)
    await mine.goto('/balance')
    await mine.getByText('期限後のお支払い(振込済)').waitFor()
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*0/)
    expect(await mine.getByText('お受け取りいただいていない残高があります').count()).toBe(0)
    await mine.getByRole('link', { name: '年ごとの入金・出金・期末残高を見る' }).click()
    await heading(mine, '入出金の明細')
    await settled(mine)
    expect(await textOf(mine.locator('#main'))).toMatch(/出金\s*−\s*¥\s*24,800.*期末残高\s*¥\s*0/)
  })

  test('turned down, the money is back, and the way on is said', async () => {
    const { t, world } = site
    const who = await seller()
    const { page: mine } = await openVisit(site, phone)
    await mine.goto('/profile/bank-account?returnUrl=%2Fbalance%2Fspecial-withdrawal')
    await fillLogin(mine, who.email)
    await registerAccount(mine)
    await press(mine, '内容を確認する')
    await press(mine.getByRole('dialog'), '¥24,800の期限後のお支払いを依頼する')
    await heading(mine, '期限後のお支払いのご依頼を受け付けました')

    const { page: desk } = await openVisit(site, desktop)
    await desk.goto('/biz/payouts?state=special')
    await fillLogin(desk, world.operator.operator.email)
    const { id } = await transferOf(who)
    await press(desk, `振込番号${id} 佐藤 美咲様の支払いを取りやめて残高に戻す`)
    await desk.getByLabel('振り込めない理由').fill('口座が解約されています')
    await press(desk.getByRole('dialog'), '残高に戻す')
    await desk
      .getByRole('status')
      .getByText('¥24,800を残高に戻しました。お客さまにお知らせします。')
      .waitFor()
    await focusIsKept(desk)

    await t.runJobs()
    expect(t.outbox.filter(({ to }) => to === who.email).at(-1)?.text).toContain(
      '期限後のお支払いをもう一度ご依頼ください。',
    )
    await mine.goto('/balance')
    await mine.getByText('お振込みができませんでした', { exact: true }).waitFor()
    await mine.getByText(/理由は「口座が解約されています」です。/).waitFor()
    await axeIsClean(mine)
    expect(await textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*24,800/)
    await mine.getByText('振込の戻り').waitFor()
    await mine.getByRole('link', { name: '口座を確認する' }).click()
    await press(mine, '口座を変える')
    await mine.getByLabel('口座番号').fill('4567891')
  })
})

async function signCheck(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('パスワード').fill(factoryPassword)
  await press(dialog, '確認済みにする')
  await dialog.waitFor({ state: 'detached' })
}
