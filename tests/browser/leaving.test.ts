import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makePurchase } from '#server/domains/book/book.factory'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { linkInMail, type Site, startSite, type Visit } from '../support/site.ts'
import { apply } from '../support/steps.ts'
import { type Person, signIn } from '../support/world.ts'
import { fillLogin, heading, press, settled, textOf } from './browse.ts'

/** Leaving: not with money or goods under way, and then for good. */
let site: Site
beforeAll(async () => {
  site = await startSite()
  await makeOriginator(site.t.db)
})
afterAll(() => site.close())

async function open(width: number): Promise<Visit> {
  const visit = await site.visit(width)
  onTestFinished(async () => {
    await visit.close()
    expect(visit.errors).toEqual([])
  })
  return visit
}

/** Sold for ¥6,400, has another box on the way, and is linked with LINE. */
async function seller(): Promise<Person & { request: number }> {
  const { t, world } = site
  const made = await makePayee(t.db, t.tools, world.aoyama.company)
  await makePurchase(t.db, {
    customer_id: made.customer_id,
    company_id: world.aoyama.company,
    shop_id: world.aoyama.shops[0],
    terms: world.terms,
    amount: 6_400,
    at: t.clock.now().toISOString(),
    request: { status: 21, closed_at: t.clock.now().toISOString() },
  })
  const at = t.clock.now()
  await t.pool.query(
    `insert into line_user (line_user_id, account_id, linked_at, is_friend, changed_at) values ($1, $2, $3, true, $3)`,
    [`U${made.account_id}`, made.account_id, at],
  )
  await t.pool.query(
    `insert into provider_account (account_id, provider, subject, linked_at) values ($1, 'line', $2, $3)`,
    [made.account_id, `U${made.account_id}`, at],
  )
  const tokens = await signIn(t, made)
  const person = {
    account_id: made.account_id,
    id: made.customer_id,
    email: made.email,
    name: '佐藤 美咲',
    ...tokens,
  }
  const { id: request } = await apply(t, world, {}, person)
  return { ...person, request }
}

async function paysOut(customer: number): Promise<void> {
  const { t, world } = site
  const one = (await signIn(t, world.operator.operator)).token
  const other = (await signIn(t, world.operator.approver)).token
  const { id } = await t.db
    .selectFrom('transfer')
    .select('id')
    .where('customer_id', '=', customer)
    .executeTakeFirstOrThrow()
  const { body: due } = await t.ask('GET /api/biz/payouts/candidates/', { token: one })
  let { body: batch } = await t.ask('POST /api/biz/payouts/', {
    token: one,
    body: { pay_date: due.pay_date, transfers: [id] },
  })
  for (const [move, token] of [
    ['approve', other],
    ['export', one],
    ['send', one],
  ] as const)
    batch = (
      await t.ask(`POST /api/biz/payouts/${batch.id}/${move}/`, { token, body: { version: batch.version } })
    ).body
  const recorded = await t.ask(`POST /api/biz/payouts/${batch.id}/results/`, {
    token: one,
    body: { version: batch.version, results: [{ line: batch.lines[0].id, result: 'paid' }] },
  })
  expect(recorded.body.state).toBe('closed')
  await t.runJobs()
}

const pathOf = (page: Page) => new URL(page.url()).pathname

const count = async (query: string, value: unknown): Promise<number> =>
  (await site.t.pool.query(query, [value])).rows[0].count

const axeIsClean = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])

describe.each([390, 1440])('at %i px', (width) => {
  test('first what is under way, then for good: nobody can sign in, and the data are gone', async () => {
    const who = await seller()
    const { page: mine } = await open(width)
    await mine.goto('/leave')
    await fillLogin(mine, who.email)
    await heading(mine, '退会のお手続き')
    await mine.getByText(`青山本店への申し込み ${who.request} が、まだ終わっていません。`).waitFor()
    await mine.getByText(/^残高が¥6,400あります。/).waitFor()
    expect(await mine.getByRole('button', { name: '退会する' }).count()).toBe(0)
    await axeIsClean(mine)

    await mine.getByRole('link', { name: '申し込みの状況を見る' }).click()
    await press(mine, '申し込みを取り消す')
    await press(mine.getByRole('dialog'), '取り消す')
    await mine.getByRole('dialog').waitFor({ state: 'detached' })
    await mine.goto('/leave')
    await mine.getByRole('link', { name: '残高を見る' }).click()
    await mine.getByRole('link', { name: 'お振込みを依頼する' }).click()
    await press(mine, '内容を確認する')
    await press(mine, '¥6,400のお振込みを依頼する')
    await heading(mine, 'お振込みのご依頼を受け付けました')
    await mine.goto('/leave')
    await mine.getByText('お振込みの手続き中です。口座に届くまでお待ちください。').waitFor()
    await paysOut(who.id)

    const { page: tablet } = await open(width)
    await tablet.goto('/mypage')
    await fillLogin(tablet, who.email)
    await settled(tablet)

    await mine.reload()
    await heading(mine, /^退会する$/, 2)
    await press(mine, '退会する')
    await mine.getByText('「退会する」と入力してください。').last().waitFor()
    await mine.getByLabel('確認の言葉').fill('退会する')
    await axeIsClean(mine)
    await press(mine, '退会する')
    await mine.getByText('退会のお手続きが終わりました。ご利用ありがとうございました。').waitFor()
    expect(pathOf(mine)).toBe('/')
    await site.t.runJobs()

    expect(await count('select count(*)::int from bank_account where customer_id = $1', who.id)).toBe(0)
    for (const table of ['line_user', 'provider_account'])
      expect(
        await count(`select count(*)::int from ${table} where account_id = $1`, who.account_id),
        table,
      ).toBe(0)

    // The other device, a bookmark and the password are of no use any more.
    await tablet.goto('/balance')
    await heading(tablet, 'ログイン')
    await fillLogin(tablet, who.email)
    await tablet
      .getByRole('alert')
      .filter({ hasText: /ログインできません|違うようです/ })
      .first()
      .waitFor()
    expect(await tablet.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await mine.goBack()
    expect(await textOf(mine.locator('body'))).not.toContain('¥6,400')
  })

  test('the same address registers again, and sees nothing of before', async () => {
    const who = await seller()
    const { t } = site
    const { token } = await signIn(t, who)
    await t.ask(`DELETE /api/purchase_requests/${who.request}/`, { token })
    await t.ask('POST /api/transfer/', { token, key: crypto.randomUUID(), body: {} })
    await paysOut(who.id)
    expect((await t.ask(`DELETE /api/customers/${who.id}/`, { token })).status).toBe(204)

    const { page } = await open(width)
    await page.goto('/register')
    await page.getByLabel('メールアドレス').fill(who.email)
    await press(page, '登録のメールを受け取る')
    await heading(page, 'メールをお送りしました')
    await t.runJobs()
    await page.goto(linkInMail(site, who.email))
    await heading(page, '会員情報の登録')
    await page.getByLabel('メールアドレス').fill(who.email)
    await page.getByLabel('お名前').fill('佐藤 美咲')
    await page.getByLabel('パスワード', { exact: true }).fill('kaerimasu-77-aki')
    await page.getByLabel(/同意します/).check()
    await press(page, '登録する')
    await page.waitForURL('**/mypage')
    await page.goto('/balance/transactions')
    await page.getByText('明細はありません').waitFor()
    await page.goto('/requests')
    await settled(page)
    expect(await textOf(page.locator('#main'))).not.toContain(String(who.request))
  })
})
