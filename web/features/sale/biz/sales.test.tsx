import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokyoDate } from '#contract/day'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import SalesPage from './sales.page.tsx'

const article = {
  ...{ slug: 'k7m2qw4n9xta3dfg', request: 10_050, seq: 3, name: 'シーマスター', status: 9 },
  ...{ brand_name: 'OMEGA', category_name: '腕時計', grade: 'A_2', shop_name: '青山本店' },
  ...{ sales_channel: 1, selling_price: 98_000, cost: 52_000, purchased_on: '2026-11-10' },
  ...{ ledger_class: '03', problem: '', sale: null },
  channels: [
    { sales_channel: 1, fee_permille: 105, shipping: 700, handling: 300 },
    { sales_channel: 2, fee_permille: 0, shipping: 0, handling: 0 },
    { sales_channel: 3, fee_permille: 50, shipping: 0, handling: 0 },
  ],
}
const sale = (id: number, changes: object = {}) => ({
  ...{ id, slug: article.slug, request: 10_050, seq: 3, name: 'シーマスター', brand: 1, brand_name: 'OMEGA' },
  ...{ category: 2, category_name: '腕時計', shop: 1, shop_name: '青山本店', sales_channel: 1 },
  ...{ sold_on: '2026-11-24', price: 98_000, fee: 10_290, shipping: 700, handling: 300, cost: 52_000 },
  ...{ profit: 34_710, days_to_sell: 14, source: 'hand', order_number: 'EC-1', note: '' },
  ...{
    recorded_by: '鈴木 健一',
    recorded_at: new Date().toISOString(),
    is_returned: false,
    is_mistake: false,
  },
  ...{ returned_on: null, return_reason: '', returned_by: '', ledger_seq: 120, return_ledger_seq: null },
  version: 1,
  ...changes,
})

let server: TestServer
let found: Reply
let recorded: Reply
let back: Reply

function respond({ method, path }: Seen): Reply {
  if (method === 'POST') return path.endsWith('/return/') ? back : recorded
  if (path.includes('/articles/')) return found
  if (path === '/api/biz/saved-views/') return { json: [] }
  if (path === '/api/me/') {
    const company = { id: 1, name: 'アオヤマ', shops: [] }
    return {
      json: { id: 9, business_user: { id: 9, name: '青山 一郎', role: 'staff', is_admin: false, company } },
    }
  }
  return { json: { count: 1, next: null, previous: null, results: [sale(7)] } }
}

beforeEach(async () => {
  localStorage.clear()
  found = { json: article }
  recorded = { status: 201, json: sale(8) }
  back = { json: sale(7, { is_returned: true }) }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const posts = () => server.seen.filter(({ method }) => method === 'POST')
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

function scan(code: string) {
  fireEvent.change(screen.getByPlaceholderText('商品コード / 10050-3'), { target: { value: code } })
  press('記録する')
}

async function scanned() {
  openBiz('/biz/sales', { '/biz/sales': SalesPage })
  await screen.findByText('販売済み', { selector: 'span' })
  scan(article.slug)
}

describe('recording a sale', () => {
  it('shows what is left, asks for the buyer of a watch from 10,000 yen, and names what is missing', async () => {
    await scanned()
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
    expect(within(dialog).getByText('利益(35.4%)')).toBeTruthy()
    expect(within(dialog).getByLabelText(/買い手の氏名/)).toBeTruthy()
    press('販売を記録する')
    expect((await within(dialog).findByRole('alert')).textContent).toContain('買い手の住所')
    expect(posts()).toHaveLength(0)
    type(/買い手の氏名/, '川上 一郎')
    type(/買い手の住所/, '東京都港区1-1')
    type(/買い手の職業/, '会社員')
    type(/買い手の年齢/, '41')
    press('販売を記録する')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 10_000 })
    const [sent] = posts()
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      ...{ slug: article.slug, sales_channel: 1, price: 98_000, sold_on: tokyoDate(new Date()) },
      buyer: { name: '川上 一郎', address: '東京都港区1-1', occupation: '会社員', age: 41 },
    })
  })

  it('asks for no buyer where the law does not, and sends none', async () => {
    await scanned()
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
    type(/^販売額/, '9999')
    await waitFor(() => expect(within(dialog).queryByLabelText(/買い手の氏名/)).toBeNull())
    press('販売を記録する')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(JSON.parse(posts()[0]?.body ?? '')).not.toHaveProperty('buyer')
  })

  it.each([
    ['0', '販売額を1円以上で入力してください'],
    ['123456789012', '販売額を¥9,999,999,999以下で入力してください'],
  ])('a price of %s is refused with the limit it breaks, and nothing is sent', async (price, says) => {
    await scanned()
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
    type(/^販売額/, price)
    press('販売を記録する')
    expect((await within(dialog).findByRole('alert')).textContent).toContain(says)
    expect(within(dialog).queryByRole('status', { name: '利益の内訳' })).toBeNull()
    expect(posts()).toHaveLength(0)
  })

  it('says why an article cannot be sold, or that no article has the code', async () => {
    found = { json: { ...article, problem: 'この商品は販売済みです。', sale: 7 } }
    await scanned()
    expect((await screen.findByRole('alert')).textContent).toContain('この商品は販売済みです。')
    found = { status: 404, json: { detail: '見つかりません。' } }
    scan('99999-9')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('「99999-9」'))
  })
})

describe('what comes back', () => {
  it('is recorded with its day and reason, or taken back as a mistake on the same day', async () => {
    openBiz('/biz/sales', { '/biz/sales': SalesPage })
    fireEvent.click(await screen.findByRole('button', { name: '返品を記録する' }))
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
    fireEvent.click(within(dialog).getByRole('button', { name: '返品を記録する' }))
    expect(await within(dialog).findByText('理由を入力してください')).toBeTruthy()
    fireEvent.click(within(dialog).getByLabelText(/記録の誤り/))
    press('販売の記録を取り消す')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(JSON.parse(posts()[0]?.body ?? '')).toEqual({
      ...{ version: 1, returned_on: tokyoDate(new Date()), reason: '記録の誤り' },
    })
  })
})
