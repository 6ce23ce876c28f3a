import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Site, startSite, type Visit } from '../support/site.ts'
import { answer, offered } from '../support/steps.ts'
import { eventually, heading, settled, signedIn } from './browse.ts'

/** The ways of a customer without mouse and finger. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

async function open(): Promise<Visit> {
  const visit = await site.visit(1440)
  onTestFinished(async () => {
    await visit.close()
    expect(visit.errors).toEqual([])
  })
  await signedIn(visit, 'customer', site.world.hanako)
  return visit
}

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement)

/** Tabs on until it has the focus, which must be in sight and have a mark. */
async function tabTo(page: Page, part: Locator): Promise<void> {
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

async function pressOn(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: typeof name === 'string' }).first())
  await page.keyboard.press('Enter')
}

const inGroupOf = (radio: Locator) =>
  radio.evaluate((element) => {
    const active = document.activeElement
    return active instanceof HTMLInputElement && active.name === (element as HTMLInputElement).name
  })

/** The Tab key leads to a group, the arrows to the choices in it. */
async function choose(page: Page, radio: Locator): Promise<void> {
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

test('a request is made, with the calendar', async () => {
  const { page } = await open()
  await page.goto('/requests/new')
  await settled(page)
  await choose(page, page.getByRole('radio', { name: /青山本店/ }))
  await pressOn(page, '次へ')
  await heading(page, '何を送りますか', 2)
  await tabTo(page, page.getByLabel('点数'))
  await page.keyboard.type('１２点')
  await choose(page, page.getByRole('radio', { name: /^返してもらう/ }))
  await pressOn(page, '次へ')
  await heading(page, 'どうやって送りますか', 2)
  await choose(page, page.getByRole('radio', { name: /集荷に来てもらう/ }))
  await pressOn(page, /日付を選択/)
  await page.getByRole('dialog').waitFor()
  const day = page.locator('[role=gridcell][tabindex="0"]')
  await tabTo(page, day)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  await choose(page, page.getByRole('radio', { name: '16〜18時' }))
  await pressOn(page, '次へ')
  await heading(page, 'この内容でよろしいですか', 2)
  await tabTo(page, page.getByLabel('利用規約に同意します'))
  await page.keyboard.press('Space')
  await pressOn(page, 'この内容で申し込む')
  await heading(page, 'お申し込みを受け付けました')
})

test('a result is read and answered, and a photo of it enlarged', async () => {
  const box = await offered(site.t, site.world)
  const { page } = await open()
  await page.goto(`/requests/${box.id}/result`)
  await heading(page, /査定額の合計/)
  await pressOn(page, /を大きく見る$/)
  const gallery = page.getByRole('dialog')
  await gallery.waitFor()
  await page.keyboard.press('Escape')
  await gallery.waitFor({ state: 'detached' })
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  for (const name of [/^売る/, /^返してもらう/, /^返してもらう/]) {
    await pressOn(page, name)
    await page.keyboard.press('ArrowRight')
  }
  await pressOn(page, '一覧で確かめる')
  await heading(page, 'お返事の確認')
  await pressOn(page, 'この内容でお返事する')
  await page.getByRole('dialog').waitFor()
  await pressOn(page, /で売る$/)
  await page
    .getByText(/お返事を受け付けました|お返事をいただきました|本人確認/)
    .first()
    .waitFor()
})

test('money is withdrawn', async () => {
  const box = await offered(site.t, site.world)
  expect((await answer(site.t, box, { decision_all: 'sell' })).status).toBe(200)
  await site.t.runJobs()
  const { page } = await open()
  await page.goto('/balance')
  await settled(page)
  await pressOn(page, 'お振込みを依頼する', 'link')
  await heading(page, 'お振込みを依頼する')
  await pressOn(page, '内容を確認する')
  await page.getByRole('dialog').waitFor()
  await pressOn(page, /のお振込みを依頼する$/)
  await heading(page, 'お振込みのご依頼を受け付けました')
})
