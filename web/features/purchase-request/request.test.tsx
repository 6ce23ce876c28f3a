import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import RequestPage from './request.page.tsx'
import RequestsPage from './requests.page.tsx'
import { boxOnWire } from './shared/biz/test-request.ts'

const line = (id: number, to: number) => ({
  id,
  from_status: null,
  to_status: to,
  actor: 'お客さま',
  reason: '',
  at: '2026-11-20T10:00:00+09:00',
})
const base = {
  id: 10482,
  status: 0,
  shop: 3,
  shop_name: '青山店',
  delivering_option: 'SELF_ONLY',
  kit: null as object | null,
  carrier: 'YAMATO',
  pickup_date: null as string | null,
  pickup_time_slot: null as string | null,
  box_count: 1,
  arrived_box_count: 0,
  item_count: 8,
  arrived_at: null as string | null,
  offer_total: null,
  offer_expires_at: null,
  created_at: '2026-11-20T10:00:00+09:00',
  updated_at: '2026-11-20T10:00:00+09:00',
  status_changed_at: '2026-11-20T10:00:00+09:00',
  note: '',
  approval_mode: 'review_each',
  auto_accept_amount: null,
  unpriced_policy: 'return',
  terms_version: '2026-04',
  boxes: [boxOnWire(1)],
  arrived_item_count: null as number | null,
  arrived_weight_g: null as number | null,
  opening_photos: [] as object[],
  count_objections: [] as object[],
  may_object_to_count: false,
  return_carrier: null,
  return_tracking_number: '',
  return_tracking_url: null,
  return_parcels: [] as object[],
  return_cost: 770,
  rescissions: [] as object[],
  second_look_reason: '',
  second_look_items: [],
  has_statement: false,
  second_look_used: false,
  abort_reason: '',
  rescission_until: null as string | null,
  items: [] as object[],
  status_history: [line(1, 0)],
  promises: [] as object[],
  allowed_transitions: [{ to: 4, label: '申し込みを取り消す', needs: [] as string[] }],
  version: 1,
  deal_blockers: [] as string[],
  what_blocks_contract: [] as string[],
  ship_to: { name: '青山店 買取受付', postal_code: '1070062', address: '東京都港区', phone: '0312345678' },
  is_editable: true,
  is_pickup_due: false,
}

const shop = { json: { id: 3, name: '青山店', delivering_option: 'SELF_ONLY', kit_sizes: [] } }

let server: TestServer
let request: typeof base
let reply: Reply
let shopReply: Reply

const me = {
  id: 7,
  email: 'a@example.test',
  business_user: null,
  customer: { id: 7, name: '山田 花子', is_corporate: false, is_email_auth: true, profile_complete: true },
}

function respond({ method, path }: Seen): Reply {
  if (method !== 'GET') return reply
  if (path === '/api/me/') return { json: me }
  if (path === '/api/shop/3/') return shopReply
  if (path === '/api/holidays/') return { json: [] }
  if (path === '/api/customers/') return { json: { count: 0, next: null, previous: null, results: [] } }
  if (path === '/api/purchase_requests/')
    return { json: { count: 0, next: null, previous: null, results: [] } }
  return { json: request }
}

beforeEach(async () => {
  localStorage.clear()
  request = base
  shopReply = shop
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (path = '/requests/10482') =>
  openPage(path, { '/requests': RequestsPage, '/requests/$id': RequestPage })
const sent = () => server.seen.filter(({ method }) => method !== 'GET')

const kit = {
  size: 120,
  state: 'waiting',
  expected_on: '2026-11-27',
  sent_at: null as string | null,
  box_count: 2,
  address: null as object | null,
  address_differs: false,
  send_by: '2026-11-25',
  carrier: null as string | null,
  tracking_number: '',
  tracking_url: null as string | null,
  pickup_from: '2026-11-28',
  pickup_until: '2026-12-11',
}

describe('a request with boxes from the shop', () => {
  it('is the turn of the shop until they are sent', async () => {
    request = { ...base, kit }
    open()
    expect(await screen.findByText('次はお店の番です')).toBeTruthy()
    expect(screen.getByText('お店が準備しています')).toBeTruthy()
    expect(screen.getByText('段ボールのお届け')).toBeTruthy()
  })

  it('says when they were sent, under which number, and that an early pickup has to be moved', async () => {
    const sent = {
      ...kit,
      state: 'sent',
      sent_at: '2026-11-25T15:00:00+09:00',
      carrier: 'YAMATO',
      tracking_number: '300000000005',
      tracking_url: 'https://carrier.example/300000000005',
    }
    request = {
      ...base,
      kit: sent,
      delivering_option: 'PICKUP_ONLY',
      pickup_date: '2026-11-27',
    } as typeof base
    open()
    expect(await screen.findByText('次はお客さまの番です')).toBeTruthy()
    expect(screen.getByText('段ボールを発送しました')).toBeTruthy()
    expect(screen.getByText(/300000000005/)).toBeTruthy()
    expect(screen.getByText('集荷日までに、段ボールが届かないことがあります')).toBeTruthy()
    expect(screen.getByText(/集荷日を11月28日\(土\)以降に変更してください/)).toBeTruthy()
  })

  it('says nothing of boxes that are not sent any more', async () => {
    request = { ...base, status: 4, is_editable: false, kit: { ...kit, state: 'dropped' } }
    open()
    expect(await screen.findByText(/お届けは取りやめました/)).toBeTruthy()
    expect(screen.queryByText('お届けする段ボール')).toBeNull()
  })
})

describe('a request on its way', () => {
  it('tells whose turn it is, and takes the number of the slip', async () => {
    open()
    expect(await screen.findByText('次はお客さまの番です')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '送ったことを知らせる' }))
    expect((await screen.findByRole('alert')).textContent).toContain('送り状番号を入力してください')
    expect(sent()).toHaveLength(0)
    const moved = {
      ...base,
      status: 2,
      is_editable: false,
      boxes: [boxOnWire(1, { tracking_number: '123456789013' })],
      version: 2,
    }
    reply = { json: moved }
    fireEvent.change(screen.getByLabelText('送り状番号'), { target: { value: '１２３４-５６７８-９０１３' } })
    request = moved
    fireEvent.click(screen.getByRole('button', { name: '送ったことを知らせる' }))
    expect(await screen.findByText('次は運送会社の番です')).toBeTruthy()
    expect(sent()[0]?.json).toMatchObject({
      carrier: 'YAMATO',
      trackings: [{ box: 1, tracking_number: '１２３４-５６７８-９０１３' }],
    })
    expect(screen.queryByRole('button', { name: '申し込みを取り消す' })).toBeNull()
  })

  it('says on which day the carrier took and delivered each box, before the shop has opened it', async () => {
    request = {
      ...base,
      status: 2,
      is_editable: false,
      box_count: 2,
      boxes: [
        boxOnWire(1, {
          tracking_number: '123456789013',
          picked_up_at: '2026-11-21T15:30:00+09:00',
          delivered_at: '2026-11-22T23:30:00+09:00',
        }),
        boxOnWire(2, { tracking_number: '564841939476', picked_up_at: '2026-11-22T10:00:00+09:00' }),
      ],
    }
    open()
    const boxes = (await screen.findByRole('heading', { name: /箱の状況/ })).closest('section')
    const [first, second] = [...(boxes?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
    expect(first).toContain('11月21日(土) 運送会社が集荷しました')
    expect(first).toContain('11月22日(日) お店に配達完了')
    expect(first).toContain('お店が箱を開けると、到着のお知らせをします。')
    expect(second).toContain('11月22日(日) 運送会社が集荷しました')
    expect(second).toContain('輸送中')
    expect(second).not.toContain('配達完了')
  })

  it('keeps the number where it is and says what is wrong with it', async () => {
    reply = { status: 400, json: { tracking_number: ['運送会社をご確認ください。'], code: 'invalid' } }
    open()
    fireEvent.change(await screen.findByLabelText('送り状番号'), { target: { value: '12' } })
    fireEvent.click(screen.getByRole('button', { name: '送ったことを知らせる' }))
    expect((await screen.findByRole('alert')).textContent).toContain('12桁の数字')
    expect(screen.getByLabelText<HTMLInputElement>('送り状番号').value).toBe('12')
    expect(sent()).toHaveLength(0)
    fireEvent.change(screen.getByLabelText('送り状番号'), { target: { value: '123456789013' } })
    fireEvent.click(screen.getByRole('button', { name: '送ったことを知らせる' }))
    expect(await screen.findByText(/運送会社をご確認ください。/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('送り状番号').value).toBe('123456789013')
  })

  it('says in the dialog that the shop could not be read, and reads it again', async () => {
    shopReply = { status: 400, json: {} }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '内容を変更する' }))
    const sheet = await screen.findByRole('dialog')
    const again = await within(sheet).findByRole('button', { name: 'もう一度試す' })
    expect(sheet.textContent).toContain('入力した内容は残っています。')
    shopReply = shop
    fireEvent.click(again)
    expect(await within(sheet).findByRole('group', { name: /送り方/ })).toBeTruthy()
  })

  it('keeps the pickup as it is from its day on, and lets the rest be changed', async () => {
    const pickup = {
      ...base,
      delivering_option: 'PICKUP_ONLY',
      pickup_date: '2026-11-24',
      pickup_time_slot: 'AM',
      is_pickup_due: true,
      allowed_transitions: [],
    }
    request = pickup
    reply = { json: { ...pickup, note: '玄関先です', version: 2 } }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '内容を変更する' }))
    expect(screen.queryByRole('button', { name: '申し込みを取り消す' })).toBeNull()
    expect(screen.getByText(/集荷が来ないときは、青山店\(03-1234-5678\)へご連絡ください/)).toBeTruthy()
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).queryByRole('group', { name: /送り方/ })).toBeNull()
    expect(within(sheet).getByText('集荷の日になりました')).toBeTruthy()
    fireEvent.change(within(sheet).getByLabelText(/お店への連絡/), { target: { value: '玄関先です' } })
    fireEvent.click(within(sheet).getByRole('button', { name: '変更を保存する' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.json).toMatchObject({ note: '玄関先です', version: 1 })
    expect(sent()[0]?.json).not.toHaveProperty('pickupDate')
    expect(Object.keys(sent()[0]?.json ?? {}).some((name) => /pickup|delivering|carrier/i.test(name))).toBe(
      false,
    )
  })

  it('is canceled only after a second word', async () => {
    reply = { status: 204 }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '申し込みを取り消す' }))
    let sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: '戻る' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: '申し込みを取り消す' }))
    sheet = await screen.findByRole('dialog')
    request = { ...base, status: 4, is_editable: false }
    fireEvent.click(within(sheet).getByRole('button', { name: '取り消す' }))
    expect(await screen.findByText('この申し込みは取り消されました。')).toBeTruthy()
    expect(sent()[0]?.method).toBe('DELETE')
  })

  it('sent by oneself names the own sending as the next step, and no arrangement of a carrier', async () => {
    request = { ...base, status: 1, delivering_option: 'SELF_ONLY', status_history: [line(1, 0), line(2, 1)] }
    open()
    const steps = within(await screen.findByRole('list', { name: '申し込みの流れ' }))
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('お申し込み'),
      expect.stringContaining('お申し込みの確認'),
      expect.stringContaining('お客さまから箱を発送'),
    ])
    expect(screen.queryByText(/手配/)).toBeNull()
  })

  it('apologises for a promise that was not kept', async () => {
    const promise = {
      status: 11,
      label: '査定結果をお知らせする目安',
      promised_at: '2026-11-19T14:59:59Z',
      is_late: true,
    }
    request = { ...base, status: 10, is_editable: false, promises: [promise], arrived_item_count: 9 }
    open()
    expect(await screen.findByText('お待たせして申し訳ありません')).toBeTruthy()
    expect(screen.getByText(/目安の11月19日\(木\)を過ぎてしまいました。作業は続けており/)).toBeTruthy()
    expect(screen.getByText('9点(お申し込みのときは8点)')).toBeTruthy()
  })

  it('asks for the identity check after the answer, until the papers are with the shop', async () => {
    request = {
      ...base,
      status: 13,
      is_editable: false,
      deal_blockers: ['not_identified'],
      what_blocks_contract: ['本人確認が終わると契約に進みます。'],
    }
    open()
    expect(await screen.findByText('次はお客さまの番です')).toBeTruthy()
    expect(screen.getByText(/本人確認が終わると、すぐ契約に進みます/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '本人確認へ進む' })).toBeTruthy()
    cleanup()
    request = { ...request, deal_blockers: ['identity_in_review'] }
    open()
    expect(await screen.findByText('次はお店の番です')).toBeTruthy()
    expect(screen.getByText(/お客さまのお手続きはありません/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: '本人確認へ進む' })).toBeNull()
  })

  it('leaves nobody a turn after the deal unless something goes back', async () => {
    const item = { seq: 1, brand_name: 'LOEWE', category_name: '', grade: null, photo: null, price: 100 }
    const sold = { ...item, slug: 'a', name: 'コート', status: 6 }
    request = { ...base, status: 20, is_editable: false, items: [sold] }
    open()
    expect(await screen.findByText('買取が成立しました')).toBeTruthy()
    expect(screen.queryByText(/次は.*の番です/)).toBeNull()
    cleanup()
    request = { ...request, items: [sold, { ...item, slug: 'b', seq: 2, name: 'ニット', status: 5 }] }
    open()
    expect(await screen.findByText('次はお店の番です')).toBeTruthy()
    expect(screen.getByText(/お返しする品を発送する準備/)).toBeTruthy()
  })

  it('asks the box back with the cost of it said before', async () => {
    request = {
      ...base,
      status: 10,
      is_editable: false,
      allowed_transitions: [{ to: 22, label: '箱ごと返してもらう', needs: ['reason'] }],
    }
    reply = { json: { ...request, status: 22 } }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '箱ごと返してもらう' }))
    const sheet = await screen.findByRole('dialog')
    expect(sheet.textContent).toContain('¥770')
    fireEvent.click(within(sheet).getByRole('button', { name: '箱ごと返してもらう' }))
    await waitFor(() => expect(sent()[0]?.path).toBe('/api/purchase_requests/10482/return/'))
  })

  it('keeps the reason of a rescission through a reload', async () => {
    request = { ...base, status: 20, is_editable: false, rescission_until: '2099-01-01T10:00:00+09:00' }
    const first = open()
    fireEvent.click(await screen.findByRole('button', { name: '売却を取り消す' }))
    fireEvent.change(await screen.findByLabelText('理由'), { target: { value: '家族と相談したため' } })
    first.unmount()
    open()
    fireEvent.click(await screen.findByRole('button', { name: '売却を取り消す' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('理由')).value).toBe('家族と相談したため')
  })

  it('takes a sale back item by item, with the amount on the button', async () => {
    const item = { seq: 1, status: 6, brand_name: 'LOEWE', category_name: '', grade: null, photo: null }
    request = {
      ...base,
      status: 20,
      is_editable: false,
      allowed_transitions: [],
      rescission_until: '2099-01-01T10:00:00+09:00',
      items: [
        { ...item, slug: 'a', name: 'コート', price: 14_000 },
        { ...item, slug: 'b', seq: 2, name: 'ニット', price: 3500 },
      ],
    }
    reply = { json: request }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '売却を取り消す' }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: '取り消す' }))
    expect(await within(sheet).findByText('取り消す品をお選びください。')).toBeTruthy()
    fireEvent.click(within(sheet).getByLabelText(/ニット/))
    fireEvent.click(within(sheet).getByRole('button', { name: '1点・¥3,500を取り消す' }))
    await waitFor(() => expect(sent()[0]?.json).toEqual({ slugs: ['b'] }))
    expect(sent()[0]?.headers['idempotency-key']).toBeTruthy()
  })
})

describe('the list', () => {
  it('says what it is for while it is empty, with one button', async () => {
    open('/requests')
    expect(await screen.findByText('最初のお申し込みをお待ちしています')).toBeTruthy()
    expect(screen.getByText('箱ひとつから始められます。')).toBeTruthy()
    expect(screen.getByRole('link', { name: '買取を申し込む' }).getAttribute('href')).toBe('/requests/new')
  })
})

describe('another number than was declared', () => {
  const arrived = {
    ...base,
    status: 3,
    item_count: 12,
    arrived_item_count: 4,
    arrived_at: '2026-11-21T10:00:00+09:00',
    is_editable: false,
    may_object_to_count: true,
    version: 3,
  }
  const objection = {
    id: 1,
    text: '12点入れました。',
    at: '2026-11-21T12:00:00+09:00',
    answer: '',
    answered_at: null as string | null,
  }

  it('stands on the page with both numbers and whom to tell', async () => {
    request = arrived
    open()
    const notice = await screen.findByRole('region', { name: '届いた点数' })
    expect(notice.textContent).toMatch(/お申し込みの点数12点お店で数えた点数4点/)
    expect(within(notice).getByRole('link', { name: '03-1234-5678' }).getAttribute('href')).toBe(
      'tel:0312345678',
    )
  })

  it('gives way to a result, which has a deadline', async () => {
    const comesBefore = (one: Element, other: Element) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
    request = arrived
    open()
    const notice = await screen.findByRole('region', { name: '届いた点数' })
    expect(comesBefore(notice, screen.getByText(/^次は.*の番です$/))).toBe(true)
    cleanup()
    request = { ...arrived, status: 11 }
    open()
    const next = await screen.findByRole('link', { name: '査定結果を見て決める' })
    expect(comesBefore(next, screen.getByRole('region', { name: '届いた点数' }))).toBe(true)
  })

  it('is not spoken of when nothing was declared, or as much arrived', async () => {
    request = { ...arrived, item_count: null as unknown as number, may_object_to_count: false }
    open()
    expect(await screen.findByText('開封の記録')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '届いた点数' })).toBeNull()
    cleanup()
    request = { ...arrived, arrived_item_count: 12, may_object_to_count: false }
    open()
    expect(await screen.findByText('開封の記録')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '届いた点数' })).toBeNull()
  })

  it('is told to the shop with one button, and what was written outlives a failure', async () => {
    request = arrived
    open()
    fireEvent.click(await screen.findByRole('button', { name: '点数が違うと知らせる' }))
    const sheet = await screen.findByRole('dialog', { name: '点数が違うと知らせる' })
    const tell = () => fireEvent.click(within(sheet).getByRole('button', { name: '青山店に知らせる' }))
    tell()
    expect(await within(sheet).findByText('どのように違うか、ひとことお書きください。')).toBeTruthy()
    expect(sent()).toHaveLength(0)

    const field = within(sheet).getByLabelText<HTMLTextAreaElement>(/どのように違いますか/)
    fireEvent.change(field, { target: { value: ' 12点入れました。 ' } })
    reply = { status: 503, json: { code: 'error' } }
    tell()
    expect((await within(sheet).findByRole('alert')).textContent).toContain('入力した内容は残っています。')
    expect(field.value).toBe(' 12点入れました。 ')

    const told = { ...arrived, may_object_to_count: false, count_objections: [objection] }
    reply = { json: told }
    request = told
    tell()
    expect(await screen.findByText(/お店に伝わっています。/)).toBeTruthy()
    expect(sent().at(-1)?.json).toEqual({ text: '12点入れました。' })
    expect(screen.queryByRole('button', { name: '点数が違うと知らせる' })).toBeNull()
  })

  it('shows what the shop answered', async () => {
    const answered = {
      ...objection,
      answer: '袋の中に8点ありました。',
      answered_at: '2026-11-21T15:00:00+09:00',
    }
    request = { ...arrived, arrived_item_count: 12, count_objections: [answered], may_object_to_count: false }
    open()
    expect(await screen.findByText('袋の中に8点ありました。')).toBeTruthy()
    expect(screen.getByText('点数についてのやりとり')).toBeTruthy()
  })
})
