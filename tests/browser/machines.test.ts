import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTriedJob } from '#server/domains/background-work/background-work.factory'
import { type Site, startSite } from '../support/site.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'
import { axeIsClean } from './axe.ts'
import { desktop, eventually, heading, openVisit, press, settled } from './browse.ts'
import { pressOn, tabTo } from './tab-keys.ts'

let site: Site
let receiver: Receiver
beforeAll(async () => {
  site = await startSite({ config: { webhookNetworks: ['127.0.0.0/8'] } })
  receiver = await startReceiver()
})
afterAll(async () => {
  await site.close()
  await receiver.close()
})

const asAdmin = () => openVisit(site, desktop, 'business', site.world.aoyama.admin)

test('a key is made by keyboard, shown once, used by a machine and ended', async () => {
  const { page } = await asAdmin()
  await page.goto('/biz/api-keys')
  await page.getByText('APIキーはまだありません').waitFor()
  await settled(page)
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'APIキーを作る' })
  await form.getByLabel('名前').waitFor()
  await page.keyboard.press('Control+Enter')
  await form.getByText('使える範囲を1つ以上選んでください。').first().waitFor()
  await form.getByLabel('名前').fill('在庫管理')
  const reading = form.getByRole('checkbox', { name: /申し込み/ }).first()
  await tabTo(page, reading)
  await page.keyboard.press('Space')
  await form.getByLabel('使える日数').fill('30')
  await page.keyboard.press('Control+Enter')
  const shown = page.getByRole('dialog', { name: 'APIキー「在庫管理」を作りました' })
  const key = await shown.getByLabel('APIキー').inputValue()
  await axeIsClean(page)
  const asked = () =>
    fetch(`${site.url}/api/biz/purchase_requests/`, { headers: { authorization: `Bearer ${key}` } })
  expect((await asked()).status).toBe(200)
  await pressOn(page, '控えたので閉じる')
  await shown.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(key)
  await page.reload()
  await page.getByRole('link', { name: '在庫管理' }).click()
  await press(page, '無効にする')
  await press(page.getByRole('dialog'), '無効にする')
  await page.getByText('APIキーを無効にしました。').waitFor()
  expect((await asked()).status).toBe(401)
})

test('an address is told of a test; what did not arrive says why, and is sent again by hand', async () => {
  const { page } = await asAdmin()
  await page.goto('/biz/webhooks')
  await page.getByText('Webhookの送り先はまだありません').waitFor()
  await settled(page)
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: '送り先を登録する' })
  await form.getByLabel('名前').fill('会計')
  await form.getByLabel('アドレス').fill('http://10.0.0.1/')
  await form.getByRole('checkbox').first().check()
  await press(form, '登録する')
  await eventually(() => form.getByRole('alert').count()).toBeGreaterThan(0)
  await form.getByLabel('アドレス').fill(receiver.url)
  await press(form, '登録する')
  await press(page.getByRole('dialog', { name: '「会計」の署名の鍵' }), '控えたので閉じる')

  receiver.answer(500)
  await press(page, 'テストを送る')
  await page.getByText('テストを送りました。').waitFor()
  await site.t.runJobs()
  expect(receiver.received).toHaveLength(1)
  await page.getByText('送った記録', { exact: true }).click()
  await page.getByRole('link', { name: 'テスト' }).click()
  const detail = page.getByRole('complementary', { name: '送った内容' })
  await detail.getByText('500', { exact: true }).waitFor()
  await axeIsClean(page)
  receiver.answer(204)
  await press(page, 'いま送る')
  await page.getByText('もう一度送ります。').waitFor()
  await site.t.runJobs()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  await page.reload()
  await detail.getByText('届いた', { exact: true }).waitFor()
})

test('a job that failed is seen with its reason, and done when it is tried again', async () => {
  const { t } = site
  const at = t.clock.now()
  await makeTriedJob(
    t.db,
    'upload.clean',
    {},
    { attempts: 12, error: 'ENOSPC: no space left', created_at: at, run_at: at },
  )
  const { page } = await openVisit(site, desktop, 'business', site.world.operator.operator)
  await page.goto('/biz/background-work')
  await heading(page, '処理の状況')
  const row = page.getByRole('row').filter({ hasText: 'ENOSPC' })
  await row.getByText('失敗', { exact: true }).waitFor()
  await row.getByRole('link').click()
  await press(page, 'いま実行する')
  await page.getByText('すぐに実行します。').waitFor()
  await t.runJobs()
  await page.goto('/biz/background-work')
  await page
    .getByText(/失敗 0件/)
    .first()
    .waitFor()
  await settled(page)
  expect(await page.getByText('ENOSPC').count()).toBe(0)
})
