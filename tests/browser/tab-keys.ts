import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from './browse.ts'
import type { Photo } from './photos.ts'

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement)

/** Tabs on until it has the focus, which must be in sight and have a mark. */
export async function tabTo(page: Page, part: Locator): Promise<void> {
  await part.waitFor()
  for (let steps = 0; !(await hasFocus(part)); steps += 1) {
    if (steps > 80) throw new Error(`the Tab key does not lead to ${part}`)
    await page.keyboard.press('Tab')
  }
  const { isFree, isMarked } = await part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, top + height / 2)
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const parts = [element, element.nextElementSibling, label, element.parentElement]
    return {
      isFree: at !== null && (element.contains(at) || Boolean(label?.contains(at))),
      isMarked: parts.some((one) => {
        if (!one) return false
        const { outlineStyle, boxShadow } = getComputedStyle(one)
        return outlineStyle !== 'none' || boxShadow !== 'none'
      }),
    }
  })
  expect([isFree, isMarked], String(part)).toEqual([true, true])
}

export async function pressOn(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'link' = 'button',
): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: typeof name === 'string' }).first())
  await page.keyboard.press('Enter')
}

const inGroupOf = (radio: Locator) =>
  radio.evaluate((element) => {
    const active = document.activeElement
    return active instanceof HTMLInputElement && active.name === (element as HTMLInputElement).name
  })

/** The Tab key leads to a group, the arrows to the choices in it. */
export async function choose(page: Page, radio: Locator): Promise<void> {
  await radio.waitFor()
  for (let steps = 0; !(await inGroupOf(radio)); steps += 1) {
    if (steps > 80) throw new Error(`the Tab key does not lead to the group of ${radio}`)
    await page.keyboard.press('Tab')
  }
  for (let steps = 0; steps < 20 && !(await hasFocus(radio)); steps += 1)
    await page.keyboard.press('ArrowDown')
  await tabTo(page, radio)
  await page.keyboard.press('Space')
  expect(await radio.isChecked()).toBe(true)
}

/** Whoever goes on with the Tab key must not start at the top of the page. */
export const focusIsKept = (page: Page) =>
  eventually(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY')

/** A file field is opened as a button is. On a busy machine the browser loses a press now and then; a person presses again. */
export async function chooseFile(page: Page, field: Locator, file: Photo): Promise<void> {
  for (let presses = 0; presses < 3; presses += 1) {
    await tabTo(page, field)
    const opening = page.waitForEvent('filechooser', { timeout: 5_000 }).catch(() => undefined)
    await page.keyboard.press('Space')
    const chooser = await opening
    if (chooser) return chooser.setFiles(file)
  }
  throw new Error(`Space does not open ${field}`)
}
