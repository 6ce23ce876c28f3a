import type { Page } from 'playwright-core'
import { linkInMail, type Site } from '../support/site.ts'
import { heading, press } from './browse.ts'

/** The steps of a customer through the pages of the storefront. */

/** Asks for the mail and opens its link. */
export async function openSignUp(site: Site, page: Page, email: string): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('メールアドレス').fill(email)
  await press(page, '登録のメールを受け取る')
  await heading(page, 'メールをお送りしました')
  await site.t.runJobs()
  await page.goto(linkInMail(site, email))
  await heading(page, '会員情報の登録')
}

export async function signUp(
  page: Page,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('お名前').fill(name)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByLabel(/同意します/).check()
  await press(page, '登録する')
  await page.waitForURL('**/mypage')
}

export async function fillBankAccount(page: Page, number: string): Promise<void> {
  await heading(page, '振込先の口座')
  await page.getByLabel('銀行', { exact: true }).fill('みずほ')
  await page.getByRole('option', { name: /みずほ銀行/ }).click()
  await page.getByLabel('支店', { exact: true }).fill('とうきょう')
  await page.getByRole('option', { name: /^東京営業部/ }).click()
  await page.getByLabel('口座番号').fill(number)
}

/** The first step of a request. */
export async function chooseShop(page: Page): Promise<void> {
  await page.goto('/requests/new')
  await heading(page, 'どのお店に送りますか', 2)
  await page.getByRole('radio', { name: /青山本店/ }).check()
  await press(page, '次へ')
  await heading(page, '何を送りますか', 2)
}

type Goods = { boxes?: string; articles?: string; note?: string }

/** The second step, not yet left; what gets no price is to come back. */
export async function fillGoods(page: Page, { boxes, articles, note }: Goods = {}): Promise<void> {
  if (boxes) await page.getByLabel('箱の数').fill(boxes)
  if (articles) await page.getByLabel('点数').fill(articles)
  await page.getByRole('radio', { name: /^返してもらう/ }).check()
  if (note) await page.getByLabel('お店への連絡').fill(note)
}

export async function goToDelivery(page: Page): Promise<void> {
  await press(page, '次へ')
  await heading(page, 'どうやって送りますか', 2)
}

/** The third step, up to the last one. */
export async function sendItself(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /自分で送る/ }).check()
  await press(page, '次へ')
  await heading(page, 'この内容でよろしいですか', 2)
}

/** The last step; returns the number of the request. */
export async function agreeAndApply(page: Page): Promise<number> {
  await page.getByLabel('利用規約に同意します').check()
  await press(page, 'この内容で申し込む')
  await heading(page, 'お申し込みを受け付けました')
  return Number(new URL(page.url()).searchParams.get('done'))
}

/** A request for boxes that the customer sends; returns its number. */
export async function applyByPage(page: Page, goods: Goods): Promise<number> {
  await chooseShop(page)
  await fillGoods(page, goods)
  await goToDelivery(page)
  await sendItself(page)
  return agreeAndApply(page)
}

/** `amount`: `¥17,500`. */
export async function sellAll(page: Page, request: number, amount: string): Promise<void> {
  await page.goto(`/requests/${request}/result?view=list`)
  await heading(page, 'お返事の確認')
  await press(page, 'すべて売る')
  await press(page, 'この内容でお返事する')
  await press(page.getByRole('dialog'), `${amount}で売る`)
}

/** On the page of the transfer; `amount`: `¥17,500`. */
export async function askForMoney(page: Page, amount: string): Promise<void> {
  await heading(page, 'お振込みを依頼する')
  await press(page, '内容を確認する')
  await press(page, `${amount}のお振込みを依頼する`)
  await heading(page, 'お振込みのご依頼を受け付けました')
}
