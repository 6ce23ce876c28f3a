import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { codeAt } from '#server/domains/second-factor/second-factor.rules'
import { type Site, startSite } from '../support/site.ts'
import { fillLogin, heading, openVisit, press, settled } from './browse.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ config: { secondFactorRequired: true } })
})
afterAll(() => site.close())

/** A code of a step that no test has used: the server's clock moves along. */
function nextCode(secret: string): string {
  site.t.clock.forward(30_000)
  return codeAt(secret, site.t.clock.now())
}

async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.OKURU_SHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('an administrator sets an app up before anything else, and signs in with its code and a recovery code', async () => {
  const { page } = await openVisit(site, 390)
  const { admin } = site.world.aoyama
  await page.goto('/biz/login?returnUrl=%2Fbiz%2Fsecurity')
  await fillLogin(page, admin.email)
  await heading(page, '2段階認証を設定してください')
  await shot(page, 'first-390')
  await press(page, '認証アプリを設定する')
  await page.getByAltText('認証アプリに読み取らせるQRコード').waitFor()
  await shot(page, 'totp-390')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('認証アプリのコード').fill('000000')
  await press(page, 'このコードで設定する')
  await page.getByRole('alert').getByText('コードが違います').waitFor()
  await page.getByLabel('認証アプリのコード').fill(codeAt(secret, site.t.clock.now()))
  await press(page, 'このコードで設定する')
  const list = page.locator('#main').getByLabel('回復コード')
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await shot(page, 'codes-390')
  await press(page, '控えたので終わる')
  await heading(page, 'ログインと安全')
  await page.getByText('残り10個').waitFor()
  await settled(page)
  await shot(page, 'security-390')

  await press(page, `${admin.name} のメニュー`)
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await fillLogin(page, admin.email)
  const field = page.getByLabel('認証アプリのコード')
  await field.waitFor()
  await shot(page, 'login-390')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('コードが違うか').waitFor()
  await field.fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/biz')
  await page.goto('/biz/security')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('残り10個').waitFor()
  await settled(page)
  await shot(page, 'security-1440')

  await press(page, `${admin.name} のメニュー`)
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await fillLogin(page, admin.email)
  await press(page, 'スマートフォンが使えないとき(回復コード)')
  await shot(page, 'recovery-1440')
  await page.getByLabel('回復コード').fill(codes[0]?.toLowerCase() ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/biz')
  await page.goto('/biz/security')
  await page.getByText('残り9個').waitFor()

  // Confirming again, over the page, asks for the code as well.
  site.t.clock.forward(11 * 60_000)
  await page.reload()
  await press(page, '新しくする')
  await page.getByRole('dialog').getByRole('button', { name: '新しくする' }).click()
  const asked = page.getByRole('dialog', { name: 'ご本人の確認' })
  await asked.getByLabel('パスワード').fill(factoryPassword)
  await asked.getByLabel('認証アプリのコード').fill(nextCode(secret))
  await shot(page, 'confirm-1440')
  await press(asked, '確認して続ける')
  await page.locator('#main').getByLabel('回復コード').waitFor()
})
