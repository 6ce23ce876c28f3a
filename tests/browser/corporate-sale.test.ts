import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tokyoDate } from '#contract/day'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { assessAll, type Box, publish, receive, startAssessing } from '../support/steps.ts'
import { axeIsClean } from './axe.ts'
import { expectedFile } from './bank-file.ts'
import { eventually, heading, phone, press, settled, signedIn, textOf } from './browse.ts'
import { applyByPage, askForMoney, fillBankAccount, openSignUp, sellAll } from './customer.ts'
import { approveBatch, bankFile, makeBatch, recordPaid } from './payouts.ts'

/** A corporation sells: named at sign-up, identified by its papers, with its invoice statement, paid to its own account. */
let site: Site
beforeAll(async () => {
  site = await startSite()
  await makeOriginator(site.t.db)
})
afterAll(() => site.close())

const password = 'mikan-no-hako-88'
const company = '株式会社おくる商事'
const person = '佐藤 美咲'
const place = '東京都渋谷区神宮前1-2-3'

describe('from a telephone to the desk', () => {
  const email = 'okurusho@example.jp'
  const number = '2345678'
  let customer: Visit
  let staff: Visit
  let operator: Visit
  let approver: Visit
  let mine: Page
  let desk: Page
  let request: number

  beforeAll(async () => {
    customer = await site.visit(phone)
    staff = await site.visit(1440)
    operator = await site.visit(1440)
    approver = await site.visit(1440)
    mine = customer.page
    desk = staff.page
    await signedIn(staff, 'business', site.world.aoyama.staff)
  })
  afterAll(() => Promise.all([customer, staff, operator, approver].map((visit) => visit.close())))
  afterEach(() => {
    for (const visit of [customer, staff, operator, approver]) expect(visit.errors).toEqual([])
  })

  const box = (): Box => ({
    id: request,
    customer: { account_id: 0, id: 0, email, name: company, token: '', refresh: '' },
    staff: site.world.aoyama.staff,
  })

  test('it signs up with its name and its person in charge, and the two are told apart', async () => {
    await openSignUp(site, mine, email)
    await mine.getByLabel('お名前').fill(person)
    await mine.getByRole('radio', { name: /^法人/ }).check()
    await eventually(() => mine.getByLabel('取引のご担当者').inputValue()).toBe(person)
    await mine.getByLabel('法人の名称').fill('佐藤　美咲')
    await mine.getByLabel('パスワード', { exact: true }).fill(password)
    await mine.getByLabel(/同意します/).check()
    await press(mine, '登録する')
    await mine
      .getByRole('alert')
      .getByText(/ご担当者のお名前ではなく、法人の名称を/)
      .waitFor()
    await axeIsClean(mine)
    await mine.getByLabel('法人の名称').fill(company)
    await press(mine, '登録する')
    await mine.waitForURL('**/mypage')
    await settled(mine)
  })

  test('the profile knows both, and checks the corporate number by its check digit', async () => {
    await mine.goto('/profile')
    await heading(mine, 'お客さま情報')
    expect(await mine.getByRole('radio', { name: /^法人/ }).isChecked()).toBe(true)
    expect(await mine.getByLabel('法人の名称').inputValue()).toBe(company)
    expect(await mine.getByLabel('姓', { exact: true }).inputValue()).toBe('佐藤')
    expect(await mine.getByLabel('名', { exact: true }).inputValue()).toBe('美咲')
    await mine.getByLabel('名称のフリガナ').fill('かぶしきがいしゃおくるしょうじ')
    await mine.getByLabel('法人番号', { exact: true }).fill('7000012050003')
    await mine.getByLabel('セイ').fill('さとう')
    await mine.getByLabel('メイ').fill('みさき')
    await mine.getByRole('radio', { name: /^役員・社員/ }).check()
    for (const [part, text] of Object.entries({ 年: '1990', 月: '5', 日: '17' }))
      await mine.getByLabel(part, { exact: true }).fill(text)
    await mine.getByLabel('電話番号').fill('09012345678')
    await mine.getByLabel('郵便番号').first().fill('1500001')
    await eventually(() => mine.getByLabel('町名・番地').first().inputValue()).toBe('神宮前')
    await mine.getByLabel('町名・番地').first().fill('神宮前1-2-3')
    await mine.getByLabel('建物名・部屋番号はありません').first().check()
    await mine.getByLabel('ご職業', { exact: true }).selectOption('会社員')
    await mine.getByRole('radio', { name: '持っている', exact: true }).check()
    await mine.getByLabel('登録番号', { exact: true }).fill('7000012050002')
    await press(mine, '保存する')
    await mine
      .getByRole('alert')
      .getByText(/法人番号\(13桁\)をご確認ください/)
      .waitFor()
    await mine.getByLabel('法人番号', { exact: true }).fill('７０００-０１２０５-０００２')
    await axeIsClean(mine)
    await press(mine, '保存する')
    await mine.getByText('保存しました').waitFor()
    expect(await mine.getByLabel('法人番号', { exact: true }).inputValue()).toBe('7000012050002')
    expect(await mine.getByLabel('登録番号', { exact: true }).inputValue()).toBe('T7000012050002')
  })

  test('its own account is proposed in the name that the bank knows', async () => {
    await mine.goto('/profile/bank-account')
    await fillBankAccount(mine, number)
    await mine.getByText('ｶ)ｵｸﾙｼﾖｳｼﾞ', { exact: true }).waitFor()
    await press(mine, 'この口座を登録する')
    await mine.getByText('口座を登録しました').waitFor()
  })

  test('a request is made, and the papers of a corporation are named instead of a camera', async () => {
    request = await applyByPage(mine, { articles: '2' })
    expect(request).toBeGreaterThan(0)

    await mine.goto('/profile/identity')
    await mine.getByRole('heading', { name: '法人のお客さまの進み方' }).waitFor()
    await mine.getByText(/^登記事項証明書/).waitFor()
    await settled(mine)
    expect(await mine.getByRole('button', { name: /本人確認を(始める|続ける)/ }).count()).toBe(0)
    await axeIsClean(mine)
  })

  test('it sells both articles, and reads which papers the deal waits for', async () => {
    await receive(site.t, box(), 2)
    await startAssessing(site.t, box())
    await assessAll(site.t, site.world, box(), [14_000, 3_500])
    await publish(site.t, box())
    await site.t.runJobs()
    await mine.goto(`/requests/${request}`)
    await mine.getByRole('link', { name: '査定結果を見て決める' }).click()
    await heading(mine, /査定額の合計\(2点\).*¥17,500/s)
    await sellAll(mine, request, '¥17,500')
    await mine.getByText('お返事をお受けしました。契約まであと少しです').waitFor()
    expect(await textOf(mine.locator('#main'))).not.toContain('スマートフォンで約3分')
    await mine.getByRole('link', { name: '必要な書類を見る' }).click()
    await mine.getByRole('heading', { name: 'ご用意いただくもの' }).waitFor()
  })

  async function recordPapers(mailed: boolean): Promise<void> {
    await desk.getByLabel('書類の名前').fill('履歴事項全部証明書')
    await desk.getByLabel('発行元').fill('東京法務局')
    await desk.getByLabel('書類の番号').fill('0100-01-123456')
    await desk.getByLabel('法人の名称').fill(company)
    await desk.getByLabel('名称(カナ)').fill('かぶしきがいしゃおくるしょうじ')
    await desk.getByLabel('書類の所在地').fill(place)
    await desk.getByLabel('取引担当者の氏名').fill(person)
    const birthday = desk.getByRole('group', { name: /取引担当者の生年月日/ })
    for (const [part, text] of Object.entries({ 年: '1990', 月: '5', 日: '17' }))
      await birthday.getByLabel(part, { exact: true }).fill(text)
    await desk.getByLabel('権限を確かめた書類').fill('社員証')
    if (mailed) {
      await desk.getByLabel('転送不要郵便が届いた日').fill(tokyoDate(site.t.clock.now()))
      await desk.getByLabel('引受番号').fill('12345678901')
    }
    await desk.getByLabel('写し・画像の保管場所').fill('本店 書庫A-12')
    await press(desk, '本人確認を記録する')
  }

  test('without the mail to its seat the papers are not enough; with it the money reaches the balance', async () => {
    await desk.goto(`/biz/requests/${request}`)
    await desk.getByRole('link', { name: 'お客さまを見る' }).click()
    await heading(desk, `${company} 様`)
    await desk.getByText('法人', { exact: true }).waitFor()
    await desk.getByText('本人確認前').waitFor()
    await press(desk, '本人確認を記録する')
    await recordPapers(false)
    await desk.getByRole('list', { name: '足りないもの' }).waitFor()
    await site.t.runJobs()
    await mine.goto('/balance')
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*0/)

    await press(desk, '新しく記録する')
    await recordPapers(true)
    await desk.getByText('本人確認済み').waitFor()
    await site.t.runJobs()
    await mine.goto('/balance')
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*17,500/)
  })

  test('it confirms the statement that the shop wrote for its books', async () => {
    await mine.goto(`/requests/${request}`)
    await mine.getByRole('link', { name: '確認する・印刷する' }).click()
    await heading(mine, '仕入明細書')
    const sheet = mine.getByRole('article')
    await sheet.getByText(`${company} 様`).waitFor()
    await sheet.getByText('登録番号 T7000012050002').waitFor()
    await press(mine, '内容を確認しました')
    await sheet.getByText(/に売主が内容を確認しました/).waitFor()
    await axeIsClean(mine)
  })

  test('the money is paid to the corporation, by two people and a file that is right to the byte', async () => {
    await mine.goto('/balance/transfer')
    await askForMoney(mine, '¥17,500')

    const batch = await makeBatch(site, operator.page, company)
    await approveBatch(site, approver.page, batch, '¥17,500')
    const written = await bankFile(approver.page)
    const expected = expectedFile({
      ...batch,
      bank: { code: '0001', kana: 'ﾐｽﾞﾎ' },
      branch: { code: '001', kana: 'ﾄｳｷﾖｳ' },
      accountNumber: number,
      holder: 'ｶ)ｵｸﾙｼﾖｳｼﾞ',
      amount: 17_500,
    })
    expect(written.toString('latin1').split('\r\n')).toEqual(expected.toString('latin1').split('\r\n'))
    expect(written.equals(expected)).toBe(true)
    await recordPaid(approver.page, '17500')
  })

  test('it sees that it was paid, and the ledger names the corporation and who acted for it', async () => {
    await mine.goto('/balance')
    await mine
      .getByText(/振込済/)
      .first()
      .waitFor()
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*0/)
    await desk.goto('/biz/ledger')
    const row = desk.getByRole('table', { name: '古物台帳' }).getByRole('row').nth(1)
    await row.waitFor()
    const cells = await textOf(row)
    for (const word of ['買受け', `${company}(取引担当者 ${person})`, place]) expect(cells).toContain(word)
  })
})
