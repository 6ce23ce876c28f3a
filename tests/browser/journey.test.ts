import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { expectedFile } from './bank-file.ts'
import { assessByKeys } from './bench-keys.ts'
import { composeName, eventually, fillLogin, heading, press, settled, textOf } from './browse.ts'
import {
  agreeAndApply,
  askForMoney,
  chooseShop,
  fillBankAccount,
  fillGoods,
  goToDelivery,
  openSignUp,
  sendItself,
  signUp,
} from './customer.ts'
import { approveBatch, type Batch, bankFile, makeBatch, recordPaid } from './payouts.ts'
import { rawKeyboard } from './raw-keys.ts'

/** The whole process through the screens of both sides, on a phone and at a desk. */
let site: Site
beforeAll(async () => {
  site = await startSite({ serviceWorker: true })
  await makeOriginator(site.t.db)
})
afterAll(() => site.close())

const password = 'mikan-no-hako-88'

async function amountsOn(card: Locator): Promise<number[]> {
  const texts = await card.locator('dl dd').allTextContents()
  return texts.map((text) => Number(text.replace(/[¥,+\s]/g, '').replace('−', '-')))
}

describe.each([
  { width: 390, email: 'midori@example.jp', number: '2345678' },
  { width: 1440, email: 'kaede@example.jp', number: '3456789' },
])('at $width px', ({ width, email, number }) => {
  let customer: Visit
  let staff: Visit
  let operator: Visit
  let approver: Visit
  let mine: Page
  let desk: Page
  let request: number
  let boxCodes: string[]
  let batch: Batch

  beforeAll(async () => {
    customer = await site.visit(width)
    staff = await site.visit(width)
    operator = await site.visit(width)
    approver = await site.visit(width)
    mine = customer.page
    desk = staff.page
  })
  afterAll(() => Promise.all([customer, staff, operator, approver].map((visit) => visit.close())))
  afterEach(() => {
    for (const visit of [customer, staff, operator, approver]) expect(visit.errors).toEqual([])
  })

  test('a visitor becomes a member by the mailed link and signs in', async () => {
    await mine.goto('/')
    await mine
      .getByRole('link', { name: /申し込む/ })
      .first()
      .waitFor()
    await openSignUp(site, mine, email)
    await signUp(mine, { email, name: '小川 みどり', password })
    await mine.evaluate(() => window.localStorage.clear())
    await mine.goto('/login')
    await fillLogin(mine, email, password)
    await mine.waitForURL('**/mypage')
    await settled(mine)
  })

  test('the profile fills the address from the postal code and the kana from the typing', async () => {
    await mine.goto('/profile')
    await heading(mine, 'お客さま情報')
    await composeName(mine, mine.getByLabel('姓', { exact: true }), 'おがわ', '小川')
    await composeName(mine, mine.getByLabel('名', { exact: true }), 'みどり', 'みどり')
    await eventually(() => mine.getByLabel('セイ').inputValue()).toBe('オガワ')
    await eventually(() => mine.getByLabel('メイ').inputValue()).toBe('ミドリ')
    await mine.getByLabel('年', { exact: true }).fill('1988')
    await mine.getByLabel('月', { exact: true }).fill('4')
    await mine.getByLabel('日', { exact: true }).fill('12')
    await mine.getByText(/昭和63年\(1988年\)生まれ/).waitFor()
    await mine.getByLabel('電話番号').fill('09012345678')
    await mine.getByLabel('郵便番号').first().fill('1500001')
    await eventually(() => mine.getByLabel('市区町村').first().inputValue()).toBe('渋谷区')
    expect(await mine.getByLabel('都道府県').first().inputValue()).toBe('東京都')
    await eventually(() => mine.getByLabel('町名・番地').first().inputValue()).toBe('神宮前')
    await mine.getByLabel('町名・番地').first().fill('神宮前1-2-3')
    await mine.getByLabel('建物名・部屋番号はありません').first().check()
    await mine.getByLabel('ご職業', { exact: true }).selectOption('会社員')
    await press(mine, '保存する')
    await mine.getByText('保存しました').waitFor()
  })

  test('the bank account is found by kana', async () => {
    await mine.goto('/profile/bank-account')
    await fillBankAccount(mine, number)
    expect(await mine.getByLabel('口座名義(カナ)').inputValue()).toBe('オガワ ミドリ')
    await press(mine, 'この口座を登録する')
    await mine.getByText('口座を登録しました').waitFor()
    await mine.getByText('みずほ銀行').waitFor()
  })

  test('a request is made in four steps, and a reload in the middle loses nothing', async () => {
    await chooseShop(mine)
    await fillGoods(mine, { boxes: '2', articles: '3', note: '保存袋が1つあります。' })
    await mine.reload()
    await heading(mine, '何を送りますか', 2)
    await mine.getByText('続きから始められます').waitFor()
    expect(await mine.getByLabel('お店への連絡').inputValue()).toBe('保存袋が1つあります。')
    expect(await mine.getByLabel('点数').inputValue()).toBe('3')
    await goToDelivery(mine)
    await sendItself(mine)
    await mine.getByText('2箱・およそ3点').waitFor()
    request = await agreeAndApply(mine)
    await mine.getByText('1 / 2').waitFor()
    boxCodes = await mine.getByText(/^OKB-/).allTextContents()
    expect(new Set(boxCodes).size).toBe(2)
    expect(request).toBeGreaterThan(0)
  })

  test('staff scan each box and count what is in it, and the customer sees which one is here', async () => {
    await desk.goto('/biz/intake')
    await heading(desk, '担当者ログイン')
    await fillLogin(desk, site.world.aoyama.staff.email)
    await heading(desk, '受け取り')
    await eventually(() => desk.evaluate(() => document.activeElement?.id)).toBe('scan')
    const keyboard = await rawKeyboard(desk)
    await keyboard.scan(boxCodes[1] ?? '')
    await heading(desk, '小川 みどり 様', 2)
    await desk.getByLabel('点数').fill('2')
    await press(desk, '2箱目を 2点で受け取る')
    await heading(desk, '小川 みどり 様の箱を 2点で受け取りました', 2)
    await desk.getByText('1箱目が届いていません。').waitFor()
    await mine.goto(`/requests/${request}`)
    await mine.getByText('2箱のうち1箱が届きました。残りの1箱が届くと、査定を始めます。').waitFor()
    await mine.getByRole('heading', { name: '箱の状況(2箱のうち1箱が到着)' }).waitFor()
    await press(desk, /^次の箱を受け取る/)
    await keyboard.scan(boxCodes[0] ?? '')
    await heading(desk, '小川 みどり 様', 2)
    await desk.getByLabel('点数').fill('1')
    await desk.getByLabel('重さ').fill('4.2')
    await press(desk, '1箱目を 1点で受け取る')
    await heading(desk, '小川 みどり 様の箱を 1点で受け取りました', 2)
    await desk.getByText('2箱のうち2箱、合わせて3点です。').waitFor()
    await desk.getByRole('link', { name: 'この箱を査定する' }).click()
  })

  test('the box is assessed by keys alone and published', async () => {
    await assessByKeys(desk)
    await desk.goto(`/biz/requests/${request}/result`)
    await heading(desk, '小川 みどり 様の査定結果')
    await press(desk, /^査定結果を公開する/)
    await press(desk, '¥17,500 で公開する')
    await desk.getByText('公開した結果').waitFor()
  })

  test('the customer sees sums that add up, sells one and takes the others back', async () => {
    await mine.goto(`/requests/${request}`)
    await mine.getByRole('link', { name: '査定結果を見て決める' }).click()
    await heading(mine, /査定額の合計\(2点・ほか1点は値段なし\).*¥17,500/s)
    if (width === 390) await press(mine, '1点ずつ見る(約1分)')
    const shown = mine.getByRole('article')
    for (const [index, price] of [14_000, 3_500].entries()) {
      await mine.getByText(`${index + 1} / 3`, { exact: true }).waitFor()
      if (index > 0) await shown.getByText('内訳を開く').click()
      const amounts = await amountsOn(shown)
      expect(amounts.at(-1)).toBe(price)
      expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(price)
      if (index === 0) await shown.getByText('袖口の毛羽立ち').first().waitFor()
      await press(mine, index === 0 ? '売る ¥14,000' : '返してもらう')
      await press(mine, '次の品')
    }
    await shown.getByText('理由: 落ちない汚れがあるため').waitFor()
    await press(mine, '一覧で確かめる')
    await mine.getByText('返送 2点・送料').waitFor()
    await press(mine, 'この内容でお返事する')
    await press(mine, '¥14,000で売る')
    await mine.getByText('お返事をお受けしました。契約まであと少しです').waitFor()
  })

  test('staff record the identification, and the money reaches the balance', async () => {
    await desk.goto(`/biz/requests/${request}`)
    await desk.getByRole('link', { name: 'お客さまを見る' }).click()
    await heading(desk, '小川 みどり 様')
    await desk.getByText('本人確認前').waitFor()
    await press(desk, '本人確認を記録する')
    await desk.getByLabel('発行元').fill('東京都公安委員会')
    await desk.getByLabel('書類の番号').fill('301234567890')
    await desk.getByLabel('書類の氏名').fill('小川 みどり')
    await desk.getByLabel('氏名(カナ)').fill('おがわ みどり')
    const birthday = desk.getByRole('group', { name: /書類の生年月日/ })
    await birthday.getByLabel('西暦または元号').selectOption('昭和')
    for (const [part, text] of Object.entries({ 年: '63', 月: '4', 日: '12' }))
      await birthday.getByLabel(part, { exact: true }).fill(text)
    await birthday.getByText('昭和63年(1988年)生まれ').waitFor()
    await desk.getByLabel('書類の住所').fill('東京都渋谷区神宮前1-2-3')
    await desk.getByLabel('写し・画像の保管場所').fill('本店 書庫B')
    await press(desk, '本人確認を記録する')
    await desk.getByText('本人確認済み').waitFor()
    await site.t.runJobs()
    await mine.goto('/balance')
    await mine.getByText('お振込みできる金額').waitFor()
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*14,000/)
  })

  test('the customer asks for the money', async () => {
    await mine.getByRole('link', { name: 'お振込みを依頼する' }).click()
    await askForMoney(mine, '¥14,000')
  })

  test('one of the house makes the batch, another approves it', async () => {
    batch = await makeBatch(site, operator.page, '小川 みどり')
    await approveBatch(site, approver.page, batch, '¥14,000')
  })

  test('the file for the bank is right to the byte, and the results come back', async () => {
    const written = await bankFile(approver.page)
    const expected = expectedFile({
      ...batch,
      bank: { code: '0001', kana: 'ﾐｽﾞﾎ' },
      branch: { code: '001', kana: 'ﾄｳｷﾖｳ' },
      accountNumber: number,
      holder: 'ｵｶﾞﾜ ﾐﾄﾞﾘ',
      amount: 14_000,
    })
    expect(written.toString('latin1').split('\r\n')).toEqual(expected.toString('latin1').split('\r\n'))
    expect(written.equals(expected)).toBe(true)
    await recordPaid(approver.page, '14000')
  })

  test('the customer sees that it was paid, and the ledger who sold what', async () => {
    await mine.goto('/balance')
    await mine
      .getByText(/振込済/)
      .first()
      .waitFor()
    await eventually(() => textOf(mine.locator('#main'))).toMatch(/お振込みできる金額\s*¥\s*0/)
    await desk.goto('/biz/ledger')
    const isPhone = width < 600
    if (isPhone)
      await desk
        .getByRole('button', { name: /内容を見る$/ })
        .first()
        .click()
    const row = isPhone
      ? desk.getByRole('complementary', { name: '選んだ記載' })
      : desk.getByRole('table', { name: '古物台帳' }).getByRole('row').nth(1)
    await row.waitFor()
    const cells = await textOf(row)
    for (const word of ['買受け', '¥14,000', '小川 みどり', '東京都渋谷区神宮前1-2-3', '会社員'])
      expect(cells).toContain(word)
  })

  test('what was not sold goes back, and the request is done', async () => {
    await desk.goto(`/biz/requests/${request}`)
    await press(desk, /^返送を手配する/)
    await press(desk.getByRole('dialog'), '返送を手配する')
    await desk.getByText('返送を済ませる').first().waitFor()
    await desk.goto('/biz/returns')
    await heading(desk, '返送')
    if (width < 600) await press(desk, new RegExp(`^${request} .*内容を見る$`))
    else
      await desk
        .getByRole('row')
        .filter({ hasText: String(request) })
        .click()
    await desk.getByText('小川 みどり 様へお返し').waitFor()
    await press(desk, /^返送を済ませる/)
    const dialog = desk.getByRole('dialog', { name: '返送を済ませる' })
    await dialog.getByLabel('運送会社').selectOption({ label: 'ヤマト運輸' })
    await dialog.getByText('箱に入れるもの 2点').waitFor()
    await dialog.getByText('買い取ったもの 1点').waitFor()
    await dialog.getByLabel('送り状番号').fill('1234-5678-9013')
    await dialog.getByLabel('箱に入れた点数').fill('2')
    await press(dialog, '返送を済ませる')
    await dialog.waitFor({ state: 'hidden' })
    await mine.goto(`/requests/${request}`)
    await mine.getByText('買取が完了しました。ありがとうございました。').waitFor()
    await mine.getByText('123456789013').waitFor()
    const steps = mine.getByRole('list', { name: '申し込みの流れ' }).getByRole('listitem')
    const titles = await steps.locator('span:first-of-type').allTextContents()
    expect(titles).toEqual([
      'お申し込み',
      'お申し込みの確認',
      '箱を発送',
      'お店に到着・開封',
      '査定を開始',
      '査定結果のご案内',
      'お返事',
      '買取成立',
      'お返しの手配',
      '買取完了',
    ])
  })
})
