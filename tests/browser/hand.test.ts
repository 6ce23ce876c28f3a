import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffCode } from '#contract/scan-code'
import { makeBrand } from '#server/domains/catalogue/catalogue.factory'
import { type Site, startSite } from '../support/site.ts'
import {
  answer,
  apply,
  assessAll,
  type Box,
  contracted,
  move,
  offered,
  read,
  receive,
  startAssessing,
} from '../support/steps.ts'
import { eventually, heading, openVisit, pathOf, settled, textOf } from './browse.ts'
import { type RawKeyboard, rawKeyboard } from './raw-keys.ts'

/** Real keys and scans at their own pace, on throttled processors. */
let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

type Desk = { page: Page; keyboard: RawKeyboard }

async function sitDown(): Promise<Desk> {
  const { page } = await openVisit(site, 1440, 'business', site.world.aoyama.staff)
  return { page, keyboard: await rawKeyboard(page) }
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

const at = (page: Page) => eventually(() => pathOf(page))
const focusedValue = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)
const panel = (page: Page, title: string | RegExp) =>
  page.locator('body > div').getByText(title, { exact: typeof title === 'string' })

async function onBench(count: number): Promise<Box & { slugs: string[] }> {
  const { t, world } = site
  const box = await apply(t, world)
  const { items } = await receive(t, box, count)
  await startAssessing(t, box)
  await t.pool.query('update purchase_item set category_id = $2, base_price = 2800 where request_id = $1', [
    box.id,
    world.categories.coat,
  ])
  return { ...box, slugs: items.map(({ slug }: { slug: string }) => slug) }
}

const bands = { q: 'S', w: 'A', e: 'B', r: 'C', t: 'D' } as const

describe('typing on the bench', () => {
  const count = 6
  const works = Array.from({ length: count }, (_, index) => {
    const band = (['w', 'e', 'q', 'r', 't'] as const)[index % 5] ?? 'w'
    const level = 1 + (index % 3)
    const price = 3111 + index * 137
    const off = 100 + index * 11
    return {
      keys: [
        band,
        `${level}`,
        'v',
        ...`${price}`,
        'Escape',
        'd',
        ...'hole',
        'Tab',
        'Tab',
        ...`${off}`,
        'Enter',
        'Ctrl Enter',
      ],
      stored: {
        seq: index + 1,
        status: 2,
        grade: `${bands[band]}_${level}`,
        base_price: price,
        off,
        label: 'hole',
      },
    }
  })

  const storedOf = async (box: Box) =>
    (
      await site.t.pool.query(
        `select i.seq, i.status, i.grade, i.base_price::int, d.amount::int as off, d.label from purchase_item i
         left join deduction d on d.item_id = i.id where i.request_id = $1 order by i.seq, d.position`,
        [box.id],
      )
    ).rows

  test.each([
    [4, 110],
    [6, 60],
    [6, 25],
  ])('loses nothing on a processor %i times slower, at a key every %i ms', async (times, gap) => {
    const { page, keyboard } = await sitDown()
    const box = await onBench(count)
    await goTo(page, `/biz/bench/${box.id}`)
    await page.getByText('保存して次へ').waitFor()
    await keyboard.slow(times)
    await keyboard.type(
      works.flatMap(({ keys }) => keys),
      gap,
    )
    await keyboard.slow(1)
    await eventually(() => storedOf(box)).toEqual(works.map(({ stored }) => stored))
  })

  test('loses nothing while the next piece is still being read', async () => {
    const { page, keyboard } = await sitDown()
    const box = await onBench(count)
    await page.route('**/api/purchase_items/**', async (route) => {
      if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 900))
      await route.continue()
    })
    await goTo(page, `/biz/bench/${box.id}`)
    await keyboard.type(
      works.flatMap(({ keys }) => keys),
      60,
    )
    await eventually(() => storedOf(box)).toEqual(works.map(({ stored }) => stored))
  })

  test('takes the brand that was typed, however late its answer comes', async () => {
    const { page, keyboard } = await sitDown()
    const { t } = site
    await makeBrand(t.db, { name: 'PLEATS PLEASE', name_kana: 'プリーツプリーズ' })
    await makeBrand(t.db, { name: 'PRADA', name_kana: 'プラダ' })
    const box = await onBench(2)
    await page.route('**/api/brand/**', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q')
      if (q !== 'p') await new Promise((resolve) => setTimeout(resolve, 1200))
      await route.continue()
    })
    await goTo(page, `/biz/bench/${box.id}`)
    await page.getByText('保存して次へ').waitFor()
    await keyboard.type(['b', 'p'], 120)
    await page.getByRole('option', { name: /^PLEATS/ }).waitFor()
    await keyboard.type([...'rada', 'Enter', 'Escape', 'w', '2', 'v', ...'9800', 'Ctrl Enter'], 60)
    await page.getByText('見つかったら、そのまま選びます').waitFor()
    const brandOf = async () =>
      (
        await t.pool.query(
          `select b.name, i.grade, i.status from purchase_item i left join brand b on b.id = i.brand_id
           where i.request_id = $1 and i.seq = 1`,
          [box.id],
        )
      ).rows[0]
    await eventually(brandOf).toEqual({ name: 'PRADA', grade: 'A_2', status: 2 })
    // Nothing is found for this one: the text stays, and the item says why.
    await keyboard.type(['b', ...'prdaa', 'Enter', 'Ctrl Enter'], 60)
    await page.getByText('「prdaa」は').first().waitFor()
    expect(await focusedValue(page)).toBe('prdaa')
  })
})

describe('a scan', () => {
  let goal: Box & { slugs: string[] }
  let goalCode: string
  let waiting: Box & { slugs: string[] }
  let returning: Box & { slugs: string[] }
  beforeAll(async () => {
    const { t, world } = site
    goal = await offered(t, world)
    goalCode = (await read(t, goal)).boxes[0].box_code
    waiting = await onBench(2)
    await contracted(t, world)
    const back = await offered(t, world)
    await answer(t, back, { decision_all: 'return' })
    await t.runJobs()
    if ((await read(t, back)).status !== 22) await move(t, back, 22)
    returning = back
    const again = await offered(t, world)
    await t.ask(`POST /api/purchase_requests/${again.id}/second-look/`, {
      token: world.hanako.token,
      body: { reason: 'もう一度お願いします' },
    })
  })

  const lists = [
    '/biz',
    '/biz/requests',
    '/biz/returns',
    '/biz/second-looks',
    '/biz/items',
    '/biz/customers',
    '/biz/productization',
    '/biz/ledger',
    '/biz/users',
  ]

  test.each([
    ['with the IME off', false, 1, 5],
    ['on a slow machine with the IME on', true, 6, 15],
  ])('on every list opens the box that was scanned, %s', async (_how, ime, times, gap) => {
    const { page, keyboard } = await sitDown()
    for (const path of lists) {
      await goTo(page, path)
      // The letters of every code select rows and open pages, and its Enter opens the selected row.
      if (path !== '/biz') await page.locator('tbody tr').first().waitFor()
      await keyboard.slow(times)
      await keyboard.scan(goalCode, { ime, gap })
      await at(page).toBe(`/biz/requests/${goal.id}/result`)
      await panel(page, `箱 ${site.world.hanako.name} 様`).waitFor()
      await keyboard.slow(1)
    }
  })

  test('on the bench changes the piece, leaves for another box, and presses nothing', async () => {
    const { page, keyboard } = await sitDown()
    await goTo(page, `/biz/bench/${waiting.id}`)
    await page.getByText('保存して次へ').waitFor()
    await keyboard.scan(waiting.slugs[1] ?? '')
    await page.locator('button[aria-current="true"]').filter({ hasText: '2. ' }).waitFor()
    await keyboard.scan(waiting.slugs[0] ?? '')
    await keyboard.type(['e', '3'], 90)
    const gradeOf = async (seq: number) =>
      (
        await site.t.pool.query('select grade from purchase_item where request_id = $1 and seq = $2', [
          waiting.id,
          seq,
        ])
      ).rows[0]?.grade
    await eventually(() => gradeOf(1)).toBe('B_3')
    expect(await gradeOf(2)).toBeNull()
    await keyboard.scan(goalCode)
    await at(page).toBe(`/biz/requests/${goal.id}/result`)
  })

  test('at the intake leads to the count, and a received box by Enter to its next step', async () => {
    const { page, keyboard } = await sitDown()
    const { t, world } = site
    const fresh = await apply(t, world)
    const { box_code } = (await read(t, fresh)).boxes[0]
    await page.route('**/api/biz/scan/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await goTo(page, '/biz/intake')
    await keyboard.slow(4)
    await keyboard.scan(box_code)
    await keyboard.type(['8'], 100)
    await eventually(() => focusedValue(page)).toBe('8')
    expect(await textOf(page.locator('#main'))).toContain('8点で受け取る')
    await keyboard.slow(1)
    await page.unroute('**/api/biz/scan/**')

    await goTo(page, '/biz/intake')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('scan')
    await keyboard.type(['Escape'], 50)
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await keyboard.type(['/'], 50)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('scan')
    const { box_code: received } = (await read(t, waiting)).boxes[0]
    await keyboard.scan(received)
    await page.getByRole('link', { name: /査定台を開く/ }).waitFor()
    await keyboard.type(['Enter'], 50)
    await at(page).toBe(`/biz/bench/${waiting.id}`)
  })

  test('of ours is taken out of a text somebody is writing, IME or not', async () => {
    const { page, keyboard } = await sitDown()
    const badge = staffCode(site.world.aoyama.admin.id)
    const assessorOf = async () => (await read(site.t, waiting)).assessor_name
    await goTo(page, `/biz/requests/${waiting.id}`)
    const memo = page.getByLabel(/社内メモ/)
    await memo.fill('角がつぶれている')
    await memo.press('End')
    await keyboard.scan(badge)
    await panel(page, `担当を ${site.world.aoyama.admin.name} にしました`).waitFor()
    await eventually(assessorOf).toBe(site.world.aoyama.admin.name)
    expect(await memo.inputValue()).toBe('角がつぶれている')
    await keyboard.type(['Alt z'], 50)
    await eventually(assessorOf).toBe(site.world.aoyama.staff.name)

    // The IME composes the same keys and commits them at the Enter.
    const composing = 'おｋｓー００００'
    const keys = keyboard.scan(badge, { ime: true, gap: 10 })
    await keyboard.session.send('Input.imeSetComposition', {
      text: composing,
      selectionStart: composing.length,
      selectionEnd: composing.length,
    })
    await keys
    await keyboard.session.send('Input.insertText', { text: composing })
    await eventually(assessorOf).toBe(site.world.aoyama.admin.name)
    await eventually(() => memo.inputValue()).toBe('角がつぶれている')
  })

  test('of nothing we know says what it looks like and offers the search', async () => {
    const { page, keyboard } = await sitDown()
    await goTo(page, '/biz/returns')
    await keyboard.scan('OKB-ZZZZZZZZZZZZ')
    await page.getByRole('alert').getByText('箱の番号のようですが').waitFor()
    await keyboard.type(['Alt Enter'], 50)
    await at(page).toBe('/biz/requests?q=OKB-ZZZZZZZZZZZZ')
    // Letters and digits that only look like one of our labels stay in their field.
    await goTo(page, `/biz/bench/${waiting.id}`)
    await page.getByText('保存して次へ').waitFor()
    await page.getByText(/^品名・品番/).click()
    await page.getByLabel('製造番号').focus()
    await keyboard.scan('abcdefgh23456789')
    await page.getByRole('alert').getByText('商品コードのようですが').waitFor()
    await eventually(() => page.getByLabel('製造番号').inputValue()).toBe('abcdefgh23456789')
  })

  test('and keys alone send a box back, and typing in a dialog is not left for another box', async () => {
    const { page, keyboard } = await sitDown()
    await goTo(page, '/biz/returns')
    const { box_code } = (await read(site.t, returning)).boxes[0]
    await keyboard.scan(box_code)
    await at(page).toBe(`/biz/returns?open=${returning.id}`)
    await page.getByText(`${site.world.hanako.name} 様へお返し`).waitFor()
    await keyboard.type(['Ctrl Enter'], 50)
    const field = page.getByRole('dialog').getByLabel('送り状番号')
    await field.waitFor()
    await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await keyboard.scan('500011112226')
    await eventually(() => field.inputValue()).toBe('500011112226')
    await keyboard.scan(goalCode)
    await panel(page, /^この画面を離れて開く/).waitFor()
    expect(await field.inputValue()).toBe('500011112226')
    await keyboard.type(['Tab', ...`${returning.slugs.length}`, 'Ctrl Enter'], 50)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await read(site.t, returning)).toMatchObject({
      status: 23,
      return_tracking_number: '500011112226',
    })
  })
})

describe('keys alone', () => {
  test('lead from the last piece to the published result, reasons included', async () => {
    const { page, keyboard } = await sitDown()
    const { t, world } = site
    const box = await onBench(2)
    await assessAll(t, world, box, [9_000])
    await t.pool.query(`update purchase_item set status = 1 where request_id = $1 and seq = 2`, [box.id])
    await goTo(page, `/biz/bench/${box.id}`)
    await page.getByText('保存して次へ').waitFor()
    await keyboard.type(['n', 'Alt 3', 'Ctrl Enter'], 120)
    await page.getByRole('link', { name: '確認・公開へ進む' }).waitFor()
    await page.getByText(/^保存済み/).waitFor()
    await keyboard.type(['f'], 50)
    await at(page).toBe(`/biz/requests/${box.id}/result`)
    await page.getByRole('button', { name: /査定結果を公開する/ }).waitFor()
    await keyboard.type(['Ctrl Enter'], 50)
    await page
      .getByRole('dialog')
      .getByText(/で公開しますか/)
      .waitFor()
    await keyboard.type(['Ctrl Enter'], 50)
    await page.getByText('公開した結果').waitFor()
    const { items } = await read(t, box)
    expect(items.map(({ status }: { status: number }) => status)).toEqual([2, 3])
  })

  test('find what is printed on a label, a person and a place', async () => {
    const { page, keyboard } = await sitDown()
    const box = await offered(site.t, site.world)
    await goTo(page, '/biz')
    await keyboard.type(['/', ...`${box.id}-3`, 'Enter'], 60)
    await at(page).toBe(`/biz/bench/${box.id}?item=${box.slugs[2]}`)
    await keyboard.type(['Ctrl k', ...`${box.id}`, 'Enter'], 60)
    await at(page).toBe(`/biz/requests/${box.id}`)
    await keyboard.type(['Ctrl k'], 60)
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.insertText('花子')
    await page.getByRole('option', { name: /^山田 花子 様/ }).waitFor()
    await keyboard.type(['Enter'], 60)
    await at(page).toContain(`/${site.world.hanako.id}`)
    await heading(page, '山田 花子 様')
    await keyboard.type(['Ctrl k'], 60)
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.insertText('へんそう')
    await keyboard.type(['Enter'], 60)
    await at(page).toBe('/biz/returns')
    await keyboard.type(['g', 'r'], 90)
    await at(page).toBe('/biz/requests')
    const [one, two] = [await apply(site.t, site.world), await apply(site.t, site.world)]
    await keyboard.type(['/'], 50)
    await eventually(() => focusedValue(page)).toBe(`${box.id}-3`)
    await page.keyboard.insertText(`${one.id}, ${two.id}`)
    await keyboard.type(['Enter'], 60)
    await eventually(() => page.locator('tbody tr').count()).toBe(2)
  })
})
