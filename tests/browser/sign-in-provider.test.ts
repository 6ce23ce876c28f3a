import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#server/platform/start-checks'
import {
  hmacProviderOf,
  type OidcServer,
  type Person,
  providerOf,
  startOidcServer,
} from '../support/oidc-server.ts'
import { linkInMail, type Site, startSite } from '../support/site.ts'
import { endAllSessions } from '../support/world.ts'
import { axeIsClean } from './axe.ts'
import { eventually, heading, openVisit, pathOf, phone, press, sessionEnded, settled } from './browse.ts'

/** LINE and Google, as a real OpenID server on this machine. */
let oidc: OidcServer
let site: Site
beforeAll(async () => {
  const port = await freePort()
  const callback = `http://127.0.0.1:${port}/login/callback`
  oidc = await startOidcServer([callback])
  const signInProviders = [
    { ...hmacProviderOf(oidc), id: 'line', label: 'LINE' },
    { ...providerOf(oidc), id: 'google', label: 'Google' },
  ]
  site = await startSite({ port, config: { signInProviders, signInRedirects: [callback] } })
})
afterAll(async () => {
  await site.close()
  await oidc.close()
})
afterEach(() => oidc.fails(undefined))

let people = 0
function person(more: Partial<Person> = {}): Person {
  people += 1
  return { sub: `U${people}-${crypto.randomUUID()}`, ...more }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const accountOf = (who: Person) =>
  site.t.db
    .selectFrom('provider_account as p')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['a.id', 'a.store_key', 'a.email'])
    .where('p.subject', '=', who.sub)
    .executeTakeFirst()

/** Registers with LINE and gives a name. */
async function registered(page: Page, who: Person, path = '/mypage'): Promise<void> {
  oidc.signsIn(who)
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`)
  await button(page, 'LINEでログイン').click()
  await heading(page, 'あと少しで登録が終わります')
  await page.getByLabel('お名前').fill('佐藤 花')
  await page.getByLabel(/同意します/).check()
  await press(page, '登録する')
  await page.getByRole('heading', { name: 'あと少しで登録が終わります' }).waitFor({ state: 'detached' })
  await settled(page)
}

/** The next sign-ins are no longer fresh. */
async function forgetFreshness(page: Page): Promise<void> {
  await site.t.db
    .updateTable('refresh_token')
    .set({ signed_in_at: new Date(site.t.clock.now().getTime() - 60 * 60_000).toISOString() })
    .execute()
  // The access token still says when it was: the next one comes from the session.
  await page.evaluate(() => localStorage.setItem('accessToken', 'eyJold.b.c'))
}

describe('on a telephone', () => {
  test('registration by LINE, from the page that was wanted to the last way in', async () => {
    const who = person()
    oidc.signsIn(who)
    const { page } = await openVisit(site, phone)
    await page.goto('/?store=aoyama')
    await settled(page)
    await page.goto('/requests/new')
    await page.getByRole('link', { name: 'はじめての方は会員登録へ' }).click()
    await heading(page, '会員登録')
    await button(page, 'LINEで登録').click()

    await heading(page, 'あと少しで登録が終わります')
    expect(pathOf(page)).toBe('/requests/new')
    await press(page, '登録する')
    await page.getByText('利用規約をお読みのうえ、同意をお願いします。', { exact: true }).waitFor()
    await page.getByLabel('お名前').fill('佐藤 花')
    await page.reload()
    await heading(page, 'あと少しで登録が終わります')
    expect(await page.getByLabel('お名前').inputValue()).toBe('佐藤 花')
    await axeIsClean(page)
    await page.getByLabel(/同意します/).check()
    await press(page, '登録する')
    await heading(page, /申し込/)
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    const account = await accountOf(who)
    expect(account).toMatchObject({ store_key: 'aoyama', email: '' })

    await page.goto('/settings')
    const line = page.getByRole('listitem').filter({ hasText: 'LINE' })
    await line.getByText('いまは、これがただひとつのログインの方法です。').waitFor()
    expect(await line.getByRole('button').count()).toBe(0)

    await button(page, 'Googleと連携する').click()
    await button(page, 'Googleとの連携を解除する').waitFor()
    expect(pathOf(page)).toBe('/settings')
    await press(page, 'LINEとの連携を解除する')
    await press(page.getByRole('dialog'), '解除する')
    await button(page, 'LINEと連携する').waitFor()
    const google = page.getByRole('listitem').filter({ hasText: 'Google' })
    await google.getByText('いまは、これがただひとつのログインの方法です。').waitFor()
    await axeIsClean(page)
  })

  test('an address and a first password, confirmed with LINE over the page; then LINE may go', async () => {
    const who = person()
    const { page, context } = await openVisit(site, phone)
    await registered(page, who, '/settings')
    await forgetFreshness(page)
    await press(page, 'メールアドレスを登録する')
    const email = `${crypto.randomUUID()}@new.example`
    await page.getByLabel('新しいメールアドレス').fill(email)
    await press(page, '確認のメールを受け取る')

    const asked = page.getByRole('dialog', { name: 'ご本人の確認' })
    oidc.signsIn(person())
    await press(asked, 'LINEで確認する')
    await asked.getByText('ご登録と連携しているアカウントではありませんでした。').waitFor()
    oidc.signsIn(null)
    await press(asked, 'LINEで確認する')
    await asked.getByText('LINEでの確認が終わりませんでした。').waitFor()
    oidc.signsIn(who)
    await press(asked, 'LINEで確認する')
    await page.getByText(`${email}へ確認のメールをお送りしました。`).waitFor()
    await eventually(() => context.pages().length).toBe(1)

    await site.t.runJobs()
    await page.goto(linkInMail(site, email))
    await press(page, 'このメールアドレスに切り替える')
    await heading(page, 'メールアドレスを変更しました')
    await page.goto('/settings')
    await press(page, 'パスワードを設定する')
    await page.getByLabel('新しいパスワード').fill('kutsubako-88-midori')
    await press(page, 'このパスワードにする')
    await page.getByRole('status').getByText('この端末のほかは、すべてログアウトしました。').waitFor()
    await press(page, 'LINEとの連携を解除する')
    await press(page.getByRole('dialog'), '解除する')
    await button(page, 'LINEと連携する').waitFor()
  })

  test('a session that ends over a form goes on with LINE, and nothing typed is lost', async () => {
    const who = person()
    const { page, context } = await openVisit(site, phone)
    await registered(page, who, '/settings')
    await press(page, 'メールアドレスを登録する')
    const email = `${crypto.randomUUID()}@new.example`
    await page.getByLabel('新しいメールアドレス').fill(email)
    const { id = 0 } = (await accountOf(who)) ?? {}
    await endAllSessions(site.t, { account_id: id })
    await press(page, '確認のメールを受け取る')
    const asked = sessionEnded(page)
    const accounts = async () => (await site.t.db.selectFrom('account').select('id').execute()).length
    const before = await accounts()
    oidc.signsIn(person())
    await press(asked, 'Googleで確認する')
    await asked.getByText(/まだご登録と連携していません/).waitFor()
    expect(await accounts()).toBe(before)
    oidc.signsIn(who)
    await press(asked, 'LINEで確認する')
    await asked.waitFor({ state: 'detached' })
    await eventually(() => context.pages().length).toBe(1)
    await page.getByText(`${email}へ確認のメールをお送りしました。`).waitFor()
  })
})

describe('what goes wrong is said, with the next step', () => {
  test('the person declines, and tries again', async () => {
    const { page } = await openVisit(site, 390)
    oidc.signsIn(null)
    await page.goto('/login?returnUrl=%2Fbalance')
    await button(page, 'LINEでログイン').click()
    await heading(page, 'LINEでのログインを取りやめました')
    expect(pathOf(page)).toBe('/login/callback')
    oidc.signsIn(person())
    await button(page, 'もう一度LINEでログイン').click()
    await heading(page, 'あと少しで登録が終わります')
    expect(pathOf(page)).toBe('/balance')
    await page.goBack()
    await eventually(() => pathOf(page)).not.toContain('code=')
  })

  test('the provider is down, before and after', async () => {
    const { page } = await openVisit(site, 390)
    oidc.signsIn(person())
    await page.goto('/login')
    oidc.fails((request, response) => {
      if (!request.url?.startsWith('/token')) return false
      response.writeHead(500).end('no')
      return true
    })
    await button(page, 'LINEでログイン').click()
    await heading(page, 'LINEがいま応答していません')
    oidc.fails(undefined)
    await button(page, 'もう一度LINEでログイン').click()
    await heading(page, 'あと少しで登録が終わります')
  })

  test('a way back that another browser began, is old, or is loaded twice', async () => {
    const who = person()
    oidc.signsIn(who)
    const { page } = await openVisit(site, 390)
    const { page: elsewhere } = await openVisit(site, 390)
    await page.route(`${oidc.issuer}/**`, (route) => route.abort())
    await page.goto('/login?returnUrl=https%3A%2F%2Fevil.example%2F')
    const [there] = await Promise.all([
      page.waitForRequest(`${oidc.issuer}/**`),
      button(page, 'LINEでログイン').click(),
    ])
    const back = await oidc.visit(there.url())
    await elsewhere.goto(back.href)
    await heading(elsewhere, 'お手続きを続けられませんでした')
    expect(await accountOf(who)).toBeUndefined()

    await page.goto(back.href)
    await heading(page, 'あと少しで登録が終わります')
    expect(pathOf(page)).toBe('/mypage')
    await page.goto(back.href)
    await heading(page, 'あと少しで登録が終わります')
    await page.evaluate(() => localStorage.clear())
    await page.goto(back.href)
    await heading(page, 'お手続きを続けられませんでした')
    await page.getByRole('link', { name: 'ログインの画面へ' }).click()
    await heading(page, 'ログイン')
  })

  test('an address that is registered is not joined; an account that is linked elsewhere is not taken', async () => {
    const { page } = await openVisit(site, 390)
    oidc.signsIn(person({ email: site.world.hanako.email, email_verified: true }))
    await page.goto('/login')
    await button(page, 'LINEでログイン').click()
    await heading(page, 'すでに会員登録がお済みです')
    await page.getByRole('link', { name: 'ログインして設定へ進む' }).click()
    await heading(page, 'ログイン')

    const [one, other] = [person(), person()]
    const { page: first } = await openVisit(site, 390)
    await registered(first, other)
    const { page: second } = await openVisit(site, 390)
    await registered(second, one, '/settings')
    await second.context().clearCookies()
    const taken = { ...other }
    // Google's account of the same person is linked with the other registration.
    const { id = 0 } = (await accountOf(other)) ?? {}
    await site.t.db
      .insertInto('provider_account')
      .values({ account_id: id, provider: 'google', subject: taken.sub, linked_at: new Date().toISOString() })
      .execute()
    oidc.signsIn(taken)
    await button(second, 'Googleと連携する').click()
    await heading(second, 'このGoogleとは連携できません')
    await second.getByRole('link', { name: '設定へ戻る' }).click()
    await heading(second, '設定')
  })
})
