import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePurchase } from '#server/domains/book/book.factory'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { type Site, startSite } from '../support/site.ts'
import { apply, payOut } from '../support/steps.ts'
import { type Person, signIn } from '../support/world.ts'
import { axeIsClean } from './axe.ts'
import { fillLogin, heading, openVisit, pathOf, phone, press, settled, textOf } from './browse.ts'
import { askForMoney, openSignUp, signUp } from './customer.ts'

/** Leaving: not with money or goods under way, and then for good. */
let site: Site
beforeAll(async () => {
  site = await startSite()
  await makeOriginator(site.t.db)
})
afterAll(() => site.close())

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

const count = async (query: string, value: unknown): Promise<number> =>
  (await site.t.pool.query(query, [value])).rows[0].count

describe('on a telephone', () => {
  test('first what is under way, then for good: nobody can sign in, and the data are gone', async () => {
    const who = await seller()
    const { page: mine } = await openVisit(site, phone)
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
    await askForMoney(mine, '¥6,400')
    await mine.goto('/leave')
    await mine.getByText('お振込みの手続き中です。口座に届くまでお待ちください。').waitFor()
    await payOut(site.t, site.world, who.id)

    const { page: tablet } = await openVisit(site, phone)
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
    await heading(mine, '退会のお手続きが終わりました')
    expect(pathOf(mine)).toBe('/left')
    await mine.reload()
    await heading(mine, '退会のお手続きが終わりました')
    await mine.getByText(/に退会されました$/).waitFor()
    await axeIsClean(mine)
    await mine.getByRole('link', { name: 'もう一度、会員登録する' }).waitFor()
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
    // Anybody may read it, and nobody is told to have left.
    await tablet.goto('/left')
    await heading(tablet, '退会された方の記録について')
    expect(await tablet.getByText(/退会されました$/).count()).toBe(0)
  })

  test('the same address registers again, and sees nothing of before', async () => {
    const who = await seller()
    const { t } = site
    const { token } = await signIn(t, who)
    await t.ask(`DELETE /api/purchase_requests/${who.request}/`, { token })
    await t.ask('POST /api/transfer/', { token, key: crypto.randomUUID(), body: {} })
    await payOut(site.t, site.world, who.id)
    expect((await t.ask(`DELETE /api/customers/${who.id}/`, { token })).status).toBe(204)

    const { page } = await openVisit(site, phone)
    await openSignUp(site, page, who.email)
    await signUp(page, { email: who.email, name: '佐藤 美咲', password: 'kaerimasu-77-aki' })
    await page.goto('/balance/transactions')
    await page.getByText('明細はありません').waitFor()
    await page.goto('/requests')
    await settled(page)
    expect(await textOf(page.locator('#main'))).not.toContain(String(who.request))
  })
})
