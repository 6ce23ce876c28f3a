import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { type Site, startSite } from '../support/site.ts'
import { endAllSessions, makeSeller, type Person, signIn } from '../support/world.ts'
import { heading, openVisit, press, sessionEnded, signInAgain, withoutDrawnPage } from './browse.ts'

/** Sessions that end, responses that are lost, and two devices: on the pages of money and settings. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Has ¥9,000 and an account to get it. */
async function seller(): Promise<Person> {
  const { t, world } = site
  const made = await makePayee(t.db, t.tools, world.aoyama.company)
  await makePurchase(t.db, {
    customer_id: made.customer_id,
    company_id: world.aoyama.company,
    shop_id: world.aoyama.shops[0],
    terms: world.terms,
    amount: 9_000,
    at: t.clock.now().toISOString(),
    request: { status: 21, closed_at: t.clock.now().toISOString() },
  })
  const { account_id, customer_id: id, email } = made
  return { account_id, id, email, name: '佐藤 美咲', ...(await signIn(t, made)) }
}

const transfersOf = async ({ id }: Person): Promise<number[]> => {
  const rows = await site.t.db
    .selectFrom('transfer')
    .select('amount')
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ amount }) => amount)
}

const accountEnd = async ({ id }: Person): Promise<string | undefined> =>
  (
    await site.t.db
      .selectFrom('bank_account')
      .select('account_number_tail as tail')
      .where('customer_id', '=', id)
      .executeTakeFirst()
  )?.tail

describe('the session ends while something is open', () => {
  test('over the dialog of a transfer: the amount stays, and the money goes once', async () => {
    const who = await seller()
    const { page } = await openVisit(site, 390, 'customer', who)
    await page.goto('/balance/transfer')
    await page.getByLabel('お振込みの金額').fill('5000')
    await press(page, '内容を確認する')
    await endAllSessions(site.t, who)
    await press(page, '¥5,000のお振込みを依頼する')
    await signInAgain(page)
    await heading(page, 'お振込みのご依頼を受け付けました')
    expect(await transfersOf(who)).toEqual([5_000])
  })

  test('over the form of the bank account: what was typed is saved after the password', async () => {
    const who = await seller()
    const { page } = await openVisit(site, 390, 'customer', who)
    await page.goto('/profile/bank-account')
    await press(page, '口座を変える')
    await page.getByLabel('口座番号').fill('7654321')
    await endAllSessions(site.t, who)
    await press(page, 'この口座に変える')
    await signInAgain(page)
    await page.getByText('口座を登録しました').waitFor()
    expect(await accountEnd(who)).toBe('321')
  })

  test('over the form of the mail address: the mail goes after the password', async () => {
    const who = await seller()
    const { page } = await openVisit(site, 390, 'customer', who)
    await page.goto('/settings')
    await press(page, 'メールアドレスを変える')
    const email = `${crypto.randomUUID()}@new.example`
    await page.getByLabel('新しいメールアドレス').fill(email)
    await page.getByLabel('現在のパスワード').fill(factoryPassword)
    await endAllSessions(site.t, who)
    await press(page, '確認のメールを受け取る')
    await signInAgain(page)
    await page.getByText(`${email}へ確認のメールをお送りしました。`).waitFor()
  })
})

describe('the way to the server fails', () => {
  test('a request that does not arrive: what was typed stays, and pressing again sends it once', async () => {
    const who = await seller()
    const { page } = await openVisit(site, 390, 'customer', who)
    await page.goto('/balance/transfer')
    await page.route('**/api/transfer/', (route) => route.abort('connectionreset'))
    await page.getByLabel('お振込みの金額').fill('4000')
    await press(page, '内容を確認する')
    await press(page, '¥4,000のお振込みを依頼する')
    await page.getByRole('alert').filter({ hasText: 'ご依頼を受け付けられませんでした' }).waitFor()
    expect(await transfersOf(who)).toEqual([])
    await page.unroute('**/api/transfer/')
    await press(page, '内容を確認する')
    await press(page, '¥4,000のお振込みを依頼する')
    await heading(page, 'お振込みのご依頼を受け付けました')
    expect(await transfersOf(who)).toEqual([4_000])
  })

  test('a response that is lost: the page finds out what was taken, and offers no second transfer', async () => {
    const who = await seller()
    const { page } = await openVisit(site, 390, 'customer', who)
    await page.goto('/balance/transfer')
    await page.route('**/api/transfer/', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByLabel('お振込みの金額').fill('4000')
    await press(page, '内容を確認する')
    await press(page, '¥4,000のお振込みを依頼する')
    await page.getByText('手続き中のお振込みがあります').waitFor()
    await page.getByText(/¥4,000\s*のお振込みを進めています。/).waitFor()
    expect(await page.getByRole('button', { name: '内容を確認する' }).count()).toBe(0)
    expect(await transfersOf(who)).toEqual([4_000])
  })

  test('the balance, the statement and the copy say so, and go on by a press', async () => {
    const who = await seller()
    const { page } = await openVisit(site, 390, 'customer', who)
    const down = (path: string) =>
      page.route(path, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: '{"detail":"x","code":"error"}',
        }),
      )
    await withoutDrawnPage(page)
    for (const [path, call, shown] of [
      ['/balance/transfer', '**/api/balance/', 'お振込みの金額'],
      ['/balance/transactions', '**/api/transactions/statement/**', '期末残高'],
      ['/profile/bank-account', '**/api/customers/**', '口座名義'],
    ] as const) {
      await down(call)
      await page.goto(path)
      await page.getByRole('alert').first().waitFor()
      await page.unroute(call)
      await press(page, 'もう一度試す')
      await page.getByText(shown).first().waitFor()
    }
    await down('**/api/account/copy/')
    await page.goto('/settings/data')
    await press(page, 'ファイルを作る')
    await page.getByRole('alert').first().waitFor()
    await page.unroute('**/api/account/copy/')
    await press(page, 'ファイルを作る')
    await page.getByRole('button', { name: 'ファイル(JSON)を保存する' }).waitFor()
  })
})

describe('two devices do opposite things', () => {
  test('both ask for the money: one transfer, and the other device learns of it', async () => {
    const who = await seller()
    const [{ page: phone }, { page: desk }] = [
      await openVisit(site, 390, 'customer', who),
      await openVisit(site, 1440, 'customer', who),
    ]
    for (const page of [phone, desk]) {
      await page.goto('/balance/transfer')
      await press(page, '内容を確認する')
    }
    await press(phone, '¥9,000のお振込みを依頼する')
    await heading(phone, 'お振込みのご依頼を受け付けました')
    await press(desk, '¥9,000のお振込みを依頼する')
    await desk.getByText('手続き中のお振込みがあります').first().waitFor()
    expect(await transfersOf(who)).toEqual([9_000])
  })

  test('one asks for the money, the other changes the account meanwhile: the account stays', async () => {
    const who = await seller()
    const [{ page: phone }, { page: desk }] = [
      await openVisit(site, 390, 'customer', who),
      await openVisit(site, 1440, 'customer', who),
    ]
    await desk.goto('/profile/bank-account')
    await press(desk, '口座を変える')
    await desk.getByLabel('口座番号').fill('1112223')
    await phone.goto('/balance/transfer')
    await press(phone, '内容を確認する')
    await press(phone, '¥9,000のお振込みを依頼する')
    await heading(phone, 'お振込みのご依頼を受け付けました')
    await press(desk, 'この口座に変える')
    await desk.getByRole('alert').filter({ hasText: '手続き中のお振込みがあります。' }).waitFor()
    expect(await accountEnd(who)).toBe('345')
  })

  test('one leaves while the other has a form open: it takes nothing more, and says so', async () => {
    const who = await makeSeller(site.t)
    const { page } = await openVisit(site, 1440, 'customer', who)
    await page.goto('/settings')
    await press(page, 'メールアドレスを変える')
    await page.getByLabel('新しいメールアドレス').fill('modoru@new.example')
    await page.getByLabel('現在のパスワード').fill(factoryPassword)
    const { token } = await signIn(site.t, who)
    expect((await site.t.ask(`DELETE /api/customers/${who.id}/`, { token })).status).toBe(204)
    await press(page, '確認のメールを受け取る')
    await signInAgain(page)
    const asked = sessionEnded(page)
    await asked.getByText(/パスワードが違うようです/).waitFor()
    await site.t.runJobs()
    expect(site.t.outbox.filter(({ to }) => to === 'modoru@new.example')).toEqual([])
  })
})
