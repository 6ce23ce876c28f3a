import { afterAll, beforeAll, expect, test } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import { type Site, startSite } from '../support/site.ts'
import { fillLogin, heading, openVisit, press, settled } from './browse.ts'

let site: Site
let origin: string
beforeAll(async () => {
  site = await startSite({ config: { secondFactorRequired: true } })
  // Browsers make no passkeys for a bare address.
  origin = site.url.replace('127.0.0.1', 'localhost')
  Object.assign(site.t.tools.config, { publicUrl: origin, apiUrl: origin })
})
afterAll(() => site.close())

test('an administrator makes a passkey before anything else, signs in and confirms with it, and renames it', async () => {
  const { page } = await openVisit(site, 390)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { admin } = site.world.aoyama
  await page.goto(`${origin}/biz/login?returnUrl=%2Fbiz%2Fsecurity`)
  await fillLogin(page, admin.email)
  await heading(page, '2段階認証を設定してください')
  await press(page, 'パスキーを登録する')
  const name = page.getByLabel('パスキーの名前')
  await name.fill('受付のタブレット')
  await press(page, 'パスキーを登録する')
  await page.locator('#main').getByLabel('回復コード').waitFor()
  await press(page, '控えたので終わる')
  await heading(page, 'ログインと安全')
  await page.getByText('受付のタブレット').waitFor()
  await page.getByText('最後の1つは削除できません', { exact: false }).waitFor()

  // Signing in: the browser asks right after the password, and again when it was given up.
  await press(page, `${admin.name} のメニュー`)
  await page.getByRole('menuitem', { name: 'ログアウト' }).click()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await fillLogin(page, admin.email)
  await page.getByRole('alert').getByText('パスキーで確認できませんでした', { exact: false }).waitFor()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await press(page, 'パスキーで確認する')
  await page.waitForURL((url) => url.pathname === '/biz')

  await page.goto(`${origin}/biz/security`)
  await settled(page)
  await press(page, '「受付のタブレット」の名前を変える')
  await page.getByRole('dialog').getByLabel('パスキーの名前').fill('事務所のMac')
  await press(page.getByRole('dialog'), '変える')
  await page.getByText('「事務所のMac」にしました', { exact: false }).waitFor()

  // Confirming again, over the page; whoever goes back is told nothing.
  const renew = async () => {
    site.t.clock.forward(11 * 60_000)
    await page.reload()
    await settled(page)
    await press(page, '新しくする')
    await page.getByRole('dialog').getByRole('button', { name: '新しくする' }).click()
  }
  await renew()
  const asked = page.getByRole('dialog', { name: 'ご本人の確認' })
  await asked.getByText('続けて、パスキー', { exact: false }).waitFor()
  await asked.getByLabel('パスワード').fill(factoryPassword)
  await press(asked, '確認して続ける')
  await page.locator('#main').getByLabel('回復コード').waitFor()
  await renew()
  await press(asked, '戻る')
  await asked.waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
})
