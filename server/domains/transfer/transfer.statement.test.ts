import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { parse } from 'csv-parse/sync'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePurchase } from '#server/domains/book/book.factory'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePayee } from './transfer.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const statement = async (token: string, query: Record<string, number> = {}) =>
  t.ask('GET /api/transactions/statement/', { token, query })

const file = (token: string, kind: 'csv' | 'pdf', query = '') =>
  t.app.inject({
    method: 'GET',
    url: `/api/transactions/statement/${kind}/${query}`,
    headers: { authorization: `Bearer ${token}` },
  })

async function makeSeller(name = '佐藤 美咲') {
  const made = await makePayee(t.db, t.tools, w.aoyama.company)
  await t.db.updateTable('customer').set({ name }).where('id', '=', made.customer_id).execute()
  return { id: made.customer_id, token: (await signIn(t, made)).token }
}

const sells = (customer_id: number, amount: number, at: string) =>
  makePurchase(t.db, {
    customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0] as number,
    terms: w.terms,
    amount,
    at,
  })

test('a year begins, grows, shrinks and ends in agreement, and belongs to Tokyo', async () => {
  const seller = await makeSeller()
  await sells(seller.id, 700, '2025-12-31T23:59:59+09:00')
  await sells(seller.id, 1000, '2026-01-01T00:00:00+09:00')
  t.clock.set(testStart)
  await t.ask('POST /api/transfer/', { token: seller.token, body: { amount: 500 } })
  const { body } = await statement(seller.token)
  expect(body).toMatchObject({
    year: 2026,
    years: [2026, 2025],
    holder: '佐藤 美咲',
    opening: 700,
    added: 1000,
    taken: -500,
    closing: 1200,
  })
  expect(
    body.entries.map((entry: { amount: number; balance_after: number }) => [
      entry.amount,
      entry.balance_after,
    ]),
  ).toEqual([
    [1000, 1700],
    [-500, 1200],
  ])
  expect((await statement(seller.token, { year: 2025 })).body).toMatchObject({ opening: 0, closing: 700 })
  expect((await statement(seller.token, { year: 2027 })).body).toMatchObject({
    opening: 1200,
    closing: 1200,
    entries: [],
  })
  expect((await statement(seller.token, { year: 99 })).status).toBe(400)
})

test('nobody sees the entries or articles of another; without entries the years are empty', async () => {
  const stranger = await makeSeller()
  expect((await statement(stranger.token)).body).toMatchObject({ years: [], entries: [], closing: 0 })
  for (const path of ['', 'csv/', 'pdf/']) {
    expect(
      (await t.ask(`GET /api/transactions/statement/${path}`, { token: w.aoyama.staff.token })).status,
    ).toBe(403)
    expect((await t.ask(`GET /api/transactions/statement/${path}`)).status).toBe(401)
  }
})

test('each entry leads down to its articles, the bought and the ones taken back', async () => {
  const box = await contracted(t, w)
  const [slug] = box.slugs as [string]
  const back = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: w.hanako.token,
    body: { slugs: [slug], reason: '' },
  })
  expect(back.status).toBe(200)
  const { body } = await statement(w.hanako.token)
  const entries = body.entries.map(
    ({ kind, items }: { kind: string; items: { slug: string; price: number; is_rescinded: boolean }[] }) => [
      kind,
      items.map((item) => [item.slug, item.price, item.is_rescinded]),
    ],
  )
  expect(entries).toEqual([
    [
      'PURCHASE',
      [
        [slug, 14_000, true],
        [box.slugs[1], 3500, false],
      ],
    ],
    ['REVERSAL', [[slug, 14_000, true]]],
  ])
  const [first] = body.entries[0].items
  expect(first).toMatchObject({ name: 'ウール テーラードジャケット', brand_name: expect.any(String) })
  expect(first.photo.thumbnail_url).toMatch(/^\/files\/items\//)
})

test('the CSV opens in spreadsheets, with the articles below their entry, and no cell runs as a formula', async () => {
  await t.db
    .updateTable('purchase_item')
    .set({ name: '=HYPERLINK("http://evil.example")' })
    .where('purchased_at', 'is not', null)
    .execute()
  const answer = await file(w.hanako.token, 'csv')
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('おくる-入出金明細-2026.csv'))
  expect(answer.body.startsWith('\uFEFF日付,種類')).toBe(true)
  const rows: Record<string, string>[] = parse(answer.body, { columns: true, bom: true })
  expect(rows.map((row) => row.種類)).toEqual([
    '期首残高',
    '買取代金',
    'お品物',
    'お品物',
    '売却の取り消し',
    'お品物',
    '入金の合計',
    '出金の合計',
    '期末残高',
  ])
  expect(rows[2]?.お品物).toBe('\'=HYPERLINK("http://evil.example")')
  expect(rows.at(-1)?.残高).toBe('3500')
})

const scale = 3
const require = createRequire(import.meta.url)

interface Picture {
  words: { text: string; x: number; y: number; width: number; height: number }[]
  /** The darkness of a rectangle, pixel by pixel. */
  ink: (x: number, y: number, width: number, height: number) => boolean[]
}

async function drawn(page: PDFPageProxy): Promise<Picture> {
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(viewport.width, viewport.height)
  const context = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  const { items } = await page.getTextContent()
  return {
    words: items.flatMap((item) => {
      if (!('str' in item)) return []
      const [, , , , x, y] = item.transform as number[]
      const [left = 0, base = 0] = viewport.convertToViewportPoint(x ?? 0, y ?? 0) as number[]
      return [{ text: item.str, x: left, y: base, width: item.width * scale, height: item.height * scale }]
    }),
    ink: (x, y, width, height) => inkOf(context.getImageData(x, y, width, height).data),
  }
}

function inkOf(data: Uint8ClampedArray): boolean[] {
  return Array.from({ length: data.length / 4 }, (_, pixel) => {
    const alpha = data[pixel * 4 + 3] ?? 0
    return alpha > 0 && (data[pixel * 4] ?? 255) < 140
  })
}

/** The same text drawn by another program from the font's own file: how much of the ink is in the same place. */
function likeness(
  picture: Picture,
  text: string,
  at: { x: number; y: number; size: number },
  family: string,
) {
  const width = Math.ceil(text.length * at.size * 1.1)
  const height = Math.ceil(at.size * 1.4)
  const left = Math.floor(at.x)
  const top = Math.round(at.y - at.size * 1.1)
  const found = picture.ink(left, top, width, height)
  const overlap = (dx: number, dy: number): number => {
    const canvas = createCanvas(width, height)
    const context = canvas.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.fillStyle = '#000'
    context.font = `${at.size}px "${family}"`
    context.fillText(text, at.x - left + dx, at.y - top + dy)
    const expected = inkOf(context.getImageData(0, 0, width, height).data)
    const both = expected.filter((dark, pixel) => dark && found[pixel]).length
    return both / expected.filter((dark, pixel) => dark || found[pixel]).length
  }
  // Two programs round to pixels in their own ways.
  const steps = [-1, -0.5, 0, 0.5, 1]
  return Math.max(...steps.flatMap((dx) => steps.map((dy) => overlap(dx, dy))))
}

async function pagesOf(bytes: Buffer) {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const pdf = await loading.promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => drawn(await pdf.getPage(index + 1))),
  )
  await loading.destroy()
  return pages
}

const familyOf = (subset: string, weight: number): string => {
  const family = `${subset}-${weight}`
  const path = require.resolve(`@fontsource/noto-sans-jp/files/noto-sans-jp-${subset}-${weight}-normal.woff2`)
  if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`no font ${path}`)
  return family
}

test('on the PDF the name, rare characters and sums can be seen as what they are', async () => {
  const seller = await makeSeller('髙橋 﨑子')
  await sells(seller.id, 8000, '2026-05-20T10:00:00+09:00')
  await t.db
    .updateTable('company')
    .set({ name: '株式会社𠮷田屋' })
    .where('id', '=', w.aoyama.company)
    .execute()
  const answer = await file(seller.token, 'pdf')
  expect(answer.headers['content-type']).toBe('application/pdf')
  const [page] = (await pagesOf(answer.rawPayload)) as [Picture]
  const text = page.words.map((word) => word.text).join('')
  for (const said of ['2026年 入出金明細書', '髙橋 﨑子 様', '株式会社𠮷田屋', '期末残高', '¥8,000'])
    expect(text).toContain(said)

  const usual = familyOf('japanese', 400)
  const rare = page.words.find((word) => word.text === '髙')
  const name = page.words.find((word) => word.text.startsWith('橋'))
  if (!rare || !name) throw new Error('the name is not drawn as expected')
  expect(likeness(page, '髙', { ...rare, size: 12 * scale }, familyOf('66', 400))).toBeGreaterThan(0.65)
  expect(likeness(page, '橋', { ...name, size: 12 * scale }, usual)).toBeGreaterThan(0.65)
  // The measure tells glyphs apart: another one, or the box of a missing one, is not taken for it.
  expect(likeness(page, '田', { ...name, size: 12 * scale }, usual)).toBeLessThan(0.5)

  const sum = page.words.filter((word) => word.text === '¥8,000')
  expect(sum.length).toBeGreaterThanOrEqual(3)
  const bold = sum.find((word) => Math.round(word.height) === 10 * scale)
  if (!bold) throw new Error('the sums are not drawn as expected')
  expect(likeness(page, '¥8,000', { ...bold, size: 10 * scale }, usual)).toBeGreaterThan(0.6)
})

test('a long year runs over several pages, nothing over the edge, each with its number', async () => {
  const seller = await makeSeller()
  for (let day = 1; day <= 28; day += 1)
    for (const month of ['01', '02', '03'])
      await sells(seller.id, 1000 + day, `2026-${month}-${String(day).padStart(2, '0')}T10:00:00+09:00`)
  const pages = await pagesOf((await file(seller.token, 'pdf')).rawPayload)
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page.words.map((word) => word.text).join('')).toContain(`${index + 1} / ${pages.length}`)
    for (const word of page.words) {
      expect(word.x + word.width).toBeLessThanOrEqual((595.28 - 40) * scale)
      expect(word.y).toBeLessThanOrEqual((841.89 - 30) * scale)
    }
  }
  const amounts = pages.flatMap((page) => page.words.filter((word) => word.text === '買取代金'))
  expect(amounts).toHaveLength(84)
})
