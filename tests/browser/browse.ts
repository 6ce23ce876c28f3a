import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { factoryPassword } from '#server/domains/account/account.factory'
import type { Site, Visit } from '../support/site.ts'
import { type Person, signIn } from '../support/world.ts'

/**
 * Customers are on the telephone, staff at a desk: each way runs once like that. Every page is looked at in both widths
 * (`pages-*.test.ts`), and a whole sale runs in both (`journey.test.ts`).
 */
export const phone = 390
export const desktop = 1440

type Side = 'customer' | 'business'

/** A browser for one test, signed in if somebody is named; no page of it may throw. */
export async function openVisit(site: Site, width: number, side?: Side, who?: Person): Promise<Visit> {
  const visit = await site.visit(width)
  onTestFinished(async () => {
    await visit.close()
    expect(visit.errors).toEqual([])
  })
  if (side && who) await signedIn(visit, side, { ...who, ...(await signIn(site.t, who)) })
  return visit
}

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('#main:not([data-left]) h1') !== null &&
      document.querySelector('#main [aria-busy="true"]') === null,
  )
}

/** The program shows the first page by itself, with the calls that a test changes on their way. */
export async function withoutDrawnPage(page: Page): Promise<void> {
  await page.route('**/drawn', (route) => route.fulfill({ status: 204 }))
}

/** Navigates inside the loaded application, as a link does. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    document.querySelector('#main')?.setAttribute('data-left', '')
    window.history.pushState({}, '', href)
  }, path)
  await settled(page)
}

export async function signedIn(visit: Visit, side: Side, who: Person): Promise<void> {
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

export const sessionEnded = (page: Page) => page.getByRole('dialog', { name: 'もう一度ログインしてください' })

/** Gives the password over the page whose session ended. */
export async function signInAgain(page: Page): Promise<void> {
  const asked = sessionEnded(page)
  await asked.getByLabel('パスワード').fill(factoryPassword)
  await press(asked, 'ログインして続ける')
}

/** Gives the password whenever it is asked for, also in the middle of a press: any request may find the session ended. */
export const staysSignedIn = (page: Page): Promise<void> =>
  page.addLocatorHandler(sessionEnded(page), () => signInAgain(page))

/** All scripts but the one that paints before them. */
export const pageCode = /\/assets\/[^/]*\.js$/

export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
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

export const eventually = <Value>(read: () => Promise<Value> | Value, timeout = 15_000) =>
  expect.poll(read, { timeout })

export const textOf = async (part: Locator): Promise<string> =>
  ((await part.textContent()) ?? '').replace(/\s+/g, ' ').trim()
