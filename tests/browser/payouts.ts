import fs from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { Site } from '../support/site.ts'
import { fillLogin, heading, press, sign, textOf } from './browse.ts'

/** The steps of the operator's clerks from a transfer that was asked for to the money at the bank. */

export interface Batch {
  path: string
  transfer: number
  /** Of the day on which the bank pays. */
  monthDay: string
}

/** Signs in, and makes a batch of the only transfer that is due. */
export async function makeBatch({ world }: Site, page: Page, payee: string): Promise<Batch> {
  await page.goto('/biz/payouts')
  await fillLogin(page, world.operator.operator.email)
  await heading(page, '振込')
  const isNarrow = (page.viewportSize()?.width ?? 0) < 600
  const row = page.getByRole(isNarrow ? 'listitem' : 'row').filter({ hasText: payee })
  await row.getByText('問題なし').waitFor()
  const chosen = row.getByRole('checkbox', { name: `${payee}様を選ぶ`, checked: true })
  const transfer = Number(/\d+/.exec((await chosen.getAttribute('aria-label')) ?? '')?.[0])
  await press(page, '振込データを作る')
  await heading(page, /^振込データ \d+$/)
  await heading(page, '別の担当者の承認を待っています', 2)
  const payDate = await textOf(page.getByText(/振込指定日 \d/))
  const [, month = '', day = ''] = payDate.replace(/\D+/g, ' ').trim().split(' ')
  return {
    path: new URL(page.url()).pathname,
    transfer,
    monthDay: month.padStart(2, '0') + day.padStart(2, '0'),
  }
}

/** Another of the house; `amount`: `¥17,500`. */
export async function approveBatch(
  { world }: Site,
  page: Page,
  { path }: Batch,
  amount: string,
): Promise<void> {
  await page.goto(path)
  await fillLogin(page, world.operator.approver.email)
  await heading(page, /^振込データ \d+$/)
  await press(page, `1件 ${amount} を承認する`)
  await sign(page, '承認する')
  await heading(page, '銀行へ送るファイルを作ってください', 2)
}

/** Makes the file for the bank and downloads it. */
export async function bankFile(page: Page): Promise<Buffer> {
  await press(page, 'ファイルを作る')
  await sign(page, 'ファイルを作る')
  const saving = page.waitForEvent('download')
  await press(page, 'ファイルをダウンロードする')
  return fs.readFile(await (await saving).path())
}

/** `total` is typed as on the bank's screen. */
export async function recordPaid(page: Page, total: string): Promise<void> {
  await press(page, '送信済みにする')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/合計金額を入力してください/).fill(total)
  await press(dialog, '送信済みにする')
  await heading(page, '銀行の結果を記録してください', 2)
  await press(page, /^残りをすべて振込済にする/)
  await press(page, '1件の結果を記録する')
  await press(page, '記録する')
  await heading(page, 'この振込データは完了しました', 2)
}
