import type { Page } from 'playwright-core'
import { gradeShort } from '#contract/codes'
import { eventually, heading } from './browse.ts'
import { photo } from './photos.ts'

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    return at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement
      ? (at.labels?.[0]?.textContent ?? '')
      : ''
  })

async function jump(page: Page, key: string, label: string): Promise<void> {
  await page.keyboard.press(key)
  await eventually(() => focused(page)).toContain(label)
}

/** Outside the fields, on the body or, after a discarded row, on the heading of its part. */
async function leaveField(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await eventually(() =>
    page.evaluate(() => Boolean(document.activeElement?.matches('input, textarea, select'))),
  ).toBe(false)
}

async function find(page: Page, text: string, option: string): Promise<void> {
  await page.keyboard.type(text)
  await page.getByRole('option', { name: option, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function grade(page: Page, band: string, level: '1' | '2' | '3', letter: string): Promise<void> {
  const chosen = (text: string) =>
    page.getByRole('button', { name: new RegExp(`^${text}`), pressed: true }).waitFor()
  await page.keyboard.press(band)
  await chosen(gradeShort(`${letter}_2`))
  await page.keyboard.press(level)
  await chosen(gradeShort(`${letter}_${level}`))
}

const onTable = (page: Page, seq: number) =>
  page
    .getByRole('navigation', { name: 'この箱の商品' })
    .locator('button[aria-current="true"]')
    .filter({ hasText: `${seq}. ` })
    .waitFor()

const front = await photo('front.jpg', '#777', { width: 900, height: 1200 })

async function photograph(page: Page): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await page.keyboard.press('p')
  await (await opened).setFiles(front)
  await page.getByRole('button', { name: '写真1を見る' }).waitFor()
}

async function complete(page: Page): Promise<void> {
  await photograph(page)
  await page.keyboard.press('y')
  await page.getByText('写真がありません').waitFor({ state: 'detached' })
  await page.getByText('真贋が判定保留です').waitFor({ state: 'detached' })
}

/** Three items by keyboard alone: a jacket with a flaw, a knit, and one that cannot be bought. */
export async function assessByKeys(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: '査定を始める' })
  await start.waitFor()
  await eventually(() => start.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await onTable(page, 1)

  await jump(page, 'b', 'ブランド')
  await find(page, 'グッチ', 'GUCCI')
  await jump(page, 'Tab', 'カテゴリ')
  await find(page, 'コート', 'コート・ジャケット')
  await leaveField(page)
  await grade(page, 'w', '1', 'A')
  await jump(page, 'v', '基準額')
  await page.keyboard.type('14500')
  await leaveField(page)
  await jump(page, 'd', '理由')
  await page.keyboard.type('袖口の毛羽立ち')
  await jump(page, 'Tab', '場所')
  await page.keyboard.type('右袖')
  await jump(page, 'Tab', '金額')
  await page.keyboard.type('500')
  await page.keyboard.press('Enter')
  await page.getByText('基準額 ¥14,500 − 減額 ¥500').waitFor()
  await leaveField(page)
  await complete(page)
  await page.keyboard.press('Control+Enter')

  await onTable(page, 2)
  await jump(page, 'b', 'ブランド')
  await jump(page, 'Tab', 'カテゴリ')
  await find(page, 'ニット', 'ニット')
  await leaveField(page)
  await grade(page, 'e', '3', 'B')
  await jump(page, 'v', '基準額')
  await page.keyboard.type('3500')
  await page.getByText('基準額 ¥3,500').waitFor()
  await leaveField(page)
  await complete(page)
  await page.keyboard.press('Control+Enter')

  await onTable(page, 3)
  await photograph(page)
  await page.keyboard.press('n')
  await heading(page, '今回は値段をつけない理由', 2)
  await eventually(() => focused(page)).toContain('理由')
  await page.keyboard.type('落ちない汚れがあるため')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: '確認・公開へ進む' }).waitFor()
  await page.getByText(/^保存済み \d/).waitFor()
}
