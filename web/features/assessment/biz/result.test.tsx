import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestOnWire } from '#web/features/purchase-request/shared/biz/test-request.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import ResultPage from './result.page.tsx'

// The page loads it lazily; the tests must not wait for that.
await import('#web/ui/date-picker-calendar.tsx')

const thing = (seq: number, more: object = {}) => ({
  slug: `item${seq}`,
  seq,
  name: `コート${seq}`,
  brand_name: 'LOEWE',
  category_name: 'コート',
  grade: 'A_2',
  price: 9000,
  base_price: 9000,
  deductions: [],
  campaign_name: '',
  uplift: 0,
  item_status: 2,
  is_disputed: false,
  before: null as object | null,
  decision: null,
  is_rescinded: false,
  comment: '',
  price_reason: '',
  price_reason_photo: null,
  price_band: null,
  named_low: null,
  not_buyable_reason: '',
  authenticity: 1,
  problems: [] as string[],
  evidence: null,
  images: [{ id: seq, url: '/p', thumbnail_url: '/p', caption: '', kind: 'assessment' }],
  ...more,
})
const asked = {
  reason: '裏地を見てください。',
  asked_at: '2026-11-22T10:00:00+09:00',
  items: ['item1'],
  answer: '',
  answered_at: null,
}
const base = {
  purchase_request: 31,
  status: 10,
  is_published: false,
  total: 18_000,
  offered_at: null,
  expires_at: null,
  offer: null,
  unpriced_policy: 'return',
  return_cost: 770,
  second_look_used: false,
  second_look: null as object | null,
  consent_text: '',
  consent_version: '',
  items: [thing(1), thing(2)],
  deal_blockers: [],
  what_blocks: [],
  allowed_transitions: [],
  version: 3,
}

let server: TestServer
let assessment: typeof base
let reply: Reply

function respond({ method, path }: Seen): Reply {
  if (path === '/api/biz/purchase_requests/31/')
    return { json: { ...requestOnWire, status: assessment.status, arrived_item_count: 2 } }
  if (path !== '/api/purchase_requests/31/assessment/') return { json: { id: 1, reply_business_days: 7 } }
  return method === 'POST' ? reply : { json: assessment }
}

beforeEach(async () => {
  localStorage.clear()
  assessment = base
  reply = { json: base }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openBiz('/biz/requests/31/result', { '/biz/requests/$id/result': ResultPage })
const published = () => server.seen.filter(({ method }) => method === 'POST').map(({ json }) => json)
const publish = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /^査定結果を公開する/ }))

describe('a result that is not complete', () => {
  it('cannot be published, and leads to the article', async () => {
    const open2 = thing(2, { problems: ['photo_missing', 'authenticity_undetermined'] })
    assessment = { ...base, items: [thing(1), open2] }
    open()
    const [link] = await screen.findAllByRole('link', { name: '2点目' })
    expect(link?.getAttribute('href')).toBe('/biz/bench/31?item=item2')
    expect(screen.getByText('「公開できません」の項目が済むと公開できます。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^査定結果を公開する/ })).toBeNull()
  })

  it('says what the server still misses, once it is read again', async () => {
    open()
    await publish()
    assessment = { ...base, items: [thing(1), thing(2, { problems: ['photo_missing'] })] }
    reply = { status: 400, json: { code: 'photo_missing', detail: 'x', items: [] } }
    fireEvent.click(await screen.findByRole('button', { name: '¥18,000 で公開する' }))
    expect(await screen.findByRole('link', { name: '2点目' })).toBeTruthy()
  })
})

describe('a second look', () => {
  beforeEach(() => {
    const before = { price: 8000, grade: 'B_1' }
    assessment = {
      ...base,
      status: 12,
      second_look_used: true,
      second_look: asked,
      items: [thing(1, { is_disputed: true, before }), thing(2, { before: { price: 9000, grade: 'A_2' } })],
    }
  })

  it('stands beside the button with its day, and with what changed', async () => {
    open()
    expect(await screen.findByText('11/22 10:00 ・ 1点について')).toBeTruthy()
    expect(screen.getByText('裏地を見てください。')).toBeTruthy()
    const changes = screen.getByRole('list', { name: '見直しの希望があった商品' })
    expect(within(changes).getAllByRole('listitem')).toHaveLength(1)
    expect(changes.textContent).toContain('B 一般的な使用感(上) ¥8,000 → A 美品(中) ¥9,000')
  })

  it('goes out only with an answer to the customer', async () => {
    open()
    await publish()
    expect(await screen.findByText('お客さまへのお返事を入力してください')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const field = screen.getByLabelText(/^お客さまへのお返事/)
    expect(document.activeElement).toBe(field)
    fireEvent.change(field, { target: { value: ' 裏地は無傷でした。 ' } })
    await publish()
    fireEvent.click(await screen.findByRole('button', { name: '¥18,000 で公開する' }))
    await waitFor(() => expect(published()).toEqual([{ version: 3, answer: '裏地は無傷でした。' }]))
  })
})
