import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import type { Visit } from '../support/site.ts'
import type { Person } from '../support/world.ts'

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('#main:not([data-left]) h1') !== null &&
      document.querySelector('#main [aria-busy="true"]') === null,
  )
}

/** Navigates inside the loaded application, as a link does. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    document.querySelector('#main')?.setAttribute('data-left', '')
    window.history.pushState({}, '', href)
  }, path)
  await settled(page)
}

export async function signedIn(visit: Visit, side: 'customer' | 'business', who: Person): Promise<void> {
  await visit.page.goto('/favicon.svg')
  await visit.page.evaluate(
    ([userType, accessToken, refreshToken]) => {
      for (const [key, value] of Object.entries({ userType, accessToken, refreshToken }))
        window.localStorage.setItem(key, String(value))
    },
    [side, who.token, who.refresh] as const,
  )
}

export async function fillLogin(page: Page, email: string, password: string = factoryPassword) {
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ログインする' }).click()
}

export const heading = (page: Page, text: string | RegExp, level = 1) =>
  page.getByRole('heading', { level, name: text }).waitFor()

export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click()

export async function sign(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1件').waitFor()
  await dialog.getByLabel('パスワード').fill(factoryPassword)
  await press(dialog, verb)
  await dialog.waitFor({ state: 'detached' })
}

/** Types a name as an IME does: its kana first, then the converted text. */
export async function composeName(page: Page, field: Locator, kana: string, name: string): Promise<void> {
  await field.fill('')
  await field.focus()
  const keyboard = await page.context().newCDPSession(page)
  for (let length = 1; length <= kana.length; length++) {
    await keyboard.send('Input.imeSetComposition', {
      text: kana.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  }
  await keyboard.send('Input.insertText', { text: name })
  await keyboard.detach()
}

export const eventually = <Value>(read: () => Promise<Value> | Value) =>
  expect.poll(read, { timeout: 15_000 })

export const textOf = async (part: Locator): Promise<string> =>
  ((await part.textContent()) ?? '').replace(/\s+/g, ' ').trim()
