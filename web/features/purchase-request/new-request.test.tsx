import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pickupTimeSlots } from '#contract/codes'
import { addDays } from '#contract/day'
import { todayInTokyo } from '#web/lib/dates.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import NewRequestPage from './new-request.page.tsx'
import { boxOnWire } from './shared/biz/test-request.ts'

const place = {
  postal_code: '1070062',
  prefecture: '東京都',
  city: '港区',
  address1: '南青山3-1-1',
  address2: '',
}
const shop = {
  id: 3,
  name: '青山店',
  store_key: 'aoyama',
  description: '',
  tags: [],
  delivering_option: 'PICKUP_AND_SELF',
  kit_sizes: [] as number[],
  is_favorite: false,
  address: place,
  phone: '0312345678',
  company: { id: 1, name: '株式会社青山', license_number: '第1号', public_safety_commission: '東京都' },
  lead_time_days: 1.2,
  acceptance_rate: 0.9,
  return_cost: 770,
  reply_business_days: 7,
}
const created = {
  id: 10482,
  status: 0,
  shop: 3,
  shop_name: '青山店',
  delivering_option: 'SELF_ONLY',
  kit: null as object | null,
  carrier: 'YAMATO',
  pickup_date: null,
  pickup_time_slot: null,
  box_count: 2,
  arrived_box_count: 0,
  boxes: [boxOnWire(1), boxOnWire(2)],
  approval_mode: 'review_each',
  auto_accept_amount: null as number | null,
  ship_to: { name: '青山店 買取受付', postal_code: '1070062', address: '東京都港区', phone: '0312345678' },
  pickup_address: null as object | null,
  pickup_address_differs: false,
}
const customer = {
  id: 1,
  name: '山田 花子',
  name_kana: 'ヤマダ ハナコ',
  birthday: '1990-04-01',
  gender: 2,
  job: 1,
  job_detail: '',
  phone: '09012345678',
  address: {
    postal_code: '1500001',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    address2: 'メゾン表参道 405',
  },
  workplace: null,
  is_corporate: false,
  is_purchase_disabled: false,
  is_identity_verified: false,
  is_invoice_issuer: false,
  invoice_registration_number: '',
  profile_complete: true,
  related_shops: [],
  bank_account: null,
  version: 3,
}
/** A customer right after sign-up has only a name. */
const newcomer = {
  ...customer,
  name: '佐藤 海',
  name_kana: '',
  birthday: null as string | null,
  job: null as number | null,
  phone: '',
  address: { postal_code: '', prefecture: '', city: '', address1: '', address2: '' },
  profile_complete: false,
}

let server: TestServer
let shops = [shop]
let stored = created
let terms = '2026-04'
let known: Record<string, unknown> = customer
let refuse: Reply | undefined
type Draft = { id: number; version: number; fields: object; step: string }
let draft: Draft | null
let draftsDown = false
/** The shop in the draft, as the server tells it. */
let chosen = { shop_name: '', store_key: '' }

const shownDraft = () =>
  draft && {
    ...draft,
    updated_at: '2026-11-22T12:00:00+09:00',
    expires_at: '2026-12-22T12:00:00+09:00',
    ...chosen,
    declared: emptyList,
  }
const emptyList = { id: 5, is_open: true, total: 0, items: [] }

/** As the server keeps it: one draft, with a version. */
function respondDraft({ method, path, json }: Seen): Reply {
  if (method === 'GET') return { json: shownDraft() }
  const body = json as { fields: object; step: string; version?: number }
  if (method === 'DELETE') {
    draft = null
    return { status: 204 }
  }
  if (method === 'PUT' && path !== `/api/request-drafts/${draft?.id}/`)
    return { status: 404, json: { detail: '見つかりませんでした。' } }
  if (method === 'PUT' ? body.version !== draft?.version : draft !== null)
    return {
      status: 400,
      json: { version: ['ほかの画面で更新されました。'], code: 'stale_version', current: shownDraft() },
    }
  draft = {
    id: draft?.id ?? 9,
    version: (draft?.version ?? 0) + 1,
    fields: body.fields,
    step: body.step,
  }
  return { status: method === 'POST' ? 201 : 200, json: shownDraft() }
}

function respond(seen: Seen): Reply {
  const { method, path, json } = seen
  if (path.startsWith('/api/request-drafts/'))
    return draftsDown && method !== 'GET'
      ? { status: 503, json: { detail: '…', code: 'database_unavailable' } }
      : respondDraft(seen)
  if (path.startsWith('/api/declared-lists/')) return { json: emptyList }
  if (path === '/api/me/') return { json: {} }
  if (path === '/api/shop/') return { json: shops }
  if (path === '/api/terms/')
    return { json: { version: terms, effective_on: '2026-04-01', body: `第1条 ${terms}の規約です。` } }
  if (path === '/api/customers/') return { json: { count: 1, next: null, previous: null, results: [known] } }
  if (['/api/identity-checks/', '/api/holidays/', '/api/campaigns/'].includes(path)) return { json: [] }
  if (path === '/api/customers/1/') {
    known = { ...known, ...(json as object), profile_complete: true, version: 4 }
    return { json: known }
  }
  if (method === 'POST') return refuse ?? { status: 201, json: created }
  return { json: stored }
}

beforeEach(async () => {
  localStorage.clear()
  shops = [shop]
  stored = created
  terms = '2026-04'
  known = customer
  refuse = undefined
  draft = null
  draftsDown = false
  chosen = { shop_name: '', store_key: '' }
  server = await startServer(respond)
})
afterEach(async () => {
  sessionStorage.clear()
  cleanup()
  await server.close()
})

describe('begun for a shop that cannot be chosen on this storefront', () => {
  beforeEach(() => {
    draft = { id: 9, version: 1, fields: { shop: 77, note: '玄関先' }, step: 'goods' }
    chosen = { shop_name: '梅田店', store_key: 'umeda' }
  })
  const saved = () => server.seen.filter(({ method }) => method !== 'GET')

  it('it is gone on with where it can be, unchanged', async () => {
    sessionStorage.setItem('storeKey', 'aoyama')
    open()
    await screen.findByText('梅田店への申し込みが書きかけです')
    press('お店のサイトで続ける')
    expect(sessionStorage.getItem('storeKey')).toBe('umeda')
    expect(saved()).toEqual([])
  })

  it('it is gone on with here when the customer says so', async () => {
    sessionStorage.setItem('storeKey', 'aoyama')
    open()
    await screen.findByText('梅田店への申し込みが書きかけです')
    press('このサイトのお店に変える')
    await screen.findByText('どのお店に送りますか')
  })

  it('on its own storefront nothing is asked', async () => {
    sessionStorage.setItem('storeKey', 'umeda')
    open()
    await screen.findByText('続きから始められます')
  })
})

const open = (path = '/requests/new') => openPage(path, { '/requests/new': NewRequestPage })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const posts = () =>
  server.seen.filter(({ method, path }) => method === 'POST' && path === '/api/purchase_requests/')
const begun = (fields: object, step = 'confirm') => {
  draft = { id: 9, version: 3, fields, step }
}
const whole = { shop: 3, box_count: 2, unpriced_policy: 'return', delivering_option: 'SELF_ONLY' }

async function toSending() {
  fireEvent.click(await screen.findByRole('radio', { name: /青山店/ }))
  press('次へ')
  await screen.findByText('何を送りますか')
  fireEvent.change(screen.getByLabelText('箱の数'), { target: { value: '２' } })
  fireEvent.click(radio(/^返してもらう/))
  press('次へ')
  await screen.findByText('どうやって送りますか')
}

async function toLastStep() {
  await toSending()
  fireEvent.click(radio(/^自分で送る/))
  press('次へ')
  await screen.findByText('この内容でよろしいですか')
}

describe('a new request', () => {
  it('is sent once, under a key, as it was chosen, and ends at the number of the box', async () => {
    open()
    await toLastStep()
    expect(screen.getByText(/¥770/)).toBeTruthy()
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    press('この内容で申し込む')
    await screen.findByText('お申し込みを受け付けました')
    expect(await screen.findByText('OKB-AAAAAAAAAAA2')).toBeTruthy()
    expect(posts()).toHaveLength(1)
    expect(posts()[0]?.headers['idempotency-key']).toBeTruthy()
    expect(posts()[0]?.json).toMatchObject({
      shop: 3,
      box_count: 2,
      unpriced_policy: 'return',
      approval_mode: 'review_each',
      delivering_option: 'SELF_ONLY',
      agreed_terms: '2026-04',
    })
    expect(localStorage.getItem('draft:customer:7:new-request')).toBeNull()
  })

  it('does not call a sale impossible that was allowed in advance', async () => {
    stored = { ...created, approval_mode: 'auto_accept_from', auto_accept_amount: 10_000 }
    open('/requests/new?done=10482')
    expect(await screen.findByText(/合計が¥10,000以上なら、お返事を待たずに売却となります。/)).toBeTruthy()
    expect(screen.queryByText(/お返事をいただくまで、売却にはなりません/)).toBeNull()
    const link = screen.getByRole('link', { name: 'この申し込みの画面' })
    expect(link.getAttribute('href')).toBe('/requests/10482')
  })

  it('says what is missing on top, with the focus there, and goes on only when it is there', async () => {
    open()
    await screen.findByRole('radio', { name: /青山店/ })
    press('次へ')
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('箱を送るお店をお選びください')
    await waitFor(() => expect(document.activeElement).toBe(summary))
    fireEvent.click(radio(/青山店/))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps everything on the way back', async () => {
    open()
    await toLastStep()
    press('戻る')
    await screen.findByText('どうやって送りますか')
    expect(radio(/^自分で送る/).checked).toBe(true)
    press('戻る')
    await screen.findByText('何を送りますか')
    expect(screen.getByLabelText<HTMLInputElement>('箱の数').value).toBe('2')
  })

  it('goes on where it was left, and says so', async () => {
    const first = open()
    await toLastStep()
    first.unmount()
    open()
    await screen.findByText('続きから始められます')
    expect(await screen.findByText('この内容でよろしいですか')).toBeTruthy()
    press('最初からやり直す')
    await screen.findByText('どのお店に送りますか')
    expect(radio(/青山店/).checked).toBe(false)
  })

  it('gives back what was wiped by a press too many', async () => {
    const first = open()
    await toLastStep()
    first.unmount()
    open()
    await screen.findByText('続きから始められます')
    press('最初からやり直す')
    await screen.findByText('どのお店に送りますか')
    press('元に戻す')
    expect(await screen.findByText('この内容でよろしいですか')).toBeTruthy()
    expect(screen.getByText('青山店')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '元に戻す' })).toBeNull()
  })

  it('looks at the way of sending again when the shop somebody came from has another', async () => {
    shops = [shop, { ...shop, id: 4, name: '梅田店', delivering_option: 'SELF_ONLY' }]
    begun({
      ...whole,
      delivering_option: 'PICKUP_ONLY',
      pickup_date: addDays(todayInTokyo(), 3),
      pickup_time_slot: pickupTimeSlots[0],
    })
    open('/requests/new?shop=4')
    expect(await screen.findByText('どうやって送りますか')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /^集荷に来てもらう/ })).toBeNull()
    expect(radio(/^自分で送る/).checked).toBe(true)
  })

  it('asks about the boxes where the shop sends some, and keeps the answer', async () => {
    shops = [{ ...shop, kit_sizes: [80, 120] }]
    open()
    await toSending()
    fireEvent.click(radio(/^自分で送る/))
    press('次へ')
    expect((await screen.findByRole('alert')).textContent).toContain('箱のご用意')
    fireEvent.click(radio(/^段ボールを届けてもらう/))
    press('次へ')
    expect(await screen.findByText('段ボールの大きさをお選びください。')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: /^100サイズ/ })).toBeNull()
    fireEvent.click(radio(/^120サイズ/))
    expect(screen.getByText(/^段ボールのお届け予定は/)).toBeTruthy()
    fireEvent.click(radio(/^佐川急便/))
    expect(screen.queryByRole('radio', { name: /^120サイズ/ })).toBeNull()
    fireEvent.click(radio(/^提携の運送会社/))
    expect(screen.queryByText('箱のご用意')).toBeNull()
    fireEvent.click(radio(/^ヤマト運輸/))
    fireEvent.click(radio(/^段ボールを届けてもらう/))
    fireEvent.click(radio(/^120サイズ/))
    press('次へ')
    await screen.findByText('この内容でよろしいですか')
    expect(screen.getByText(/^段ボール 120サイズ・2箱を、.*ごろお届け/)).toBeTruthy()
    await waitFor(() => expect(draft?.fields).toMatchObject({ box_source: 'kit', kit_size: 120 }))
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    press('この内容で申し込む')
    await screen.findByText('お申し込みを受け付けました')
    expect(posts()[0]?.json).toMatchObject({ kit_size: 120, box_count: 2 })
    expect(posts()[0]?.json).not.toHaveProperty('box_source')
  })

  it('does not ask about boxes where the shop sends none', async () => {
    open()
    await toSending()
    fireEvent.click(radio(/^自分で送る/))
    expect(screen.queryByText('箱のご用意')).toBeNull()
  })

  it('leads to the step of what the server did not take', async () => {
    refuse = {
      status: 400,
      json: {
        delivering_option: ['このお店では選べない送り方です。'],
        code: 'delivering_option_not_offered',
      },
    }
    open()
    await toLastStep()
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    press('この内容で申し込む')
    await screen.findByText('どうやって送りますか')
    expect(screen.getAllByText(/このお店では選べない送り方です/).length).toBeGreaterThan(0)
  })

  it('shows terms that changed meanwhile and asks for them anew', async () => {
    open()
    await toLastStep()
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    terms = '2026-12'
    refuse = { status: 400, json: { agreed_terms: ['利用規約が新しくなりました。'], code: 'terms_outdated' } }
    press('この内容で申し込む')
    expect(await screen.findByText(/利用規約\(2026-12版\)/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('利用規約に同意します').checked).toBe(false)
    expect(screen.getAllByText('利用規約が新しくなりました').length).toBeGreaterThan(0)
  })

  it('takes the shop of a draft for no choice where it is not among the shops shown', async () => {
    const first = open()
    await toLastStep()
    first.unmount()
    shops = [{ ...shop, id: 4, name: '梅田店' }]
    open()
    expect(await screen.findByText('どのお店に送りますか')).toBeTruthy()
    await waitFor(() => expect(radio(/梅田店/).checked).toBe(false))
  })

  it('takes the shop somebody came from, and leaves it out of the address after that', async () => {
    const { router } = open('/requests/new?shop=3')
    await waitFor(() => expect(radio(/青山店/).checked).toBe(true))
    await waitFor(() => expect(router.state.location.href).toBe('/requests/new?step=shop'))
  })
})

describe('a draft', () => {
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('お店への連絡')
  const write = (value: string) => fireEvent.change(field(), { target: { value } })
  const kept = () => localStorage.getItem('draft:customer:7:new-request')

  it('is kept on the server, and nothing of it on the device', async () => {
    open()
    await toLastStep()
    await waitFor(() => expect(draft).toMatchObject({ step: 'confirm', fields: whole }))
    expect(draft?.fields).not.toHaveProperty('agreed_terms')
    await waitFor(() => expect(kept()).toBeNull())
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    press('この内容で申し込む')
    await screen.findByText('お申し込みを受け付けました')
    expect(posts()[0]?.json).toMatchObject({ draft: { id: 9, version: draft?.version } })
  })

  it('is not begun by a look at the page', async () => {
    const { unmount } = open('/requests/new?shop=3')
    await waitFor(() => expect(radio(/青山店/).checked).toBe(true))
    unmount()
    expect(server.seen.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('takes over what another device changed, beside what was changed here', async () => {
    begun(whole, 'goods')
    open()
    await screen.findByText('何を送りますか')
    draft = { id: 9, version: 4, fields: { ...whole, box_count: 7 }, step: 'goods' }
    write('割れ物があります')
    await waitFor(() => expect(draft?.fields).toMatchObject({ box_count: 7, note: '割れ物があります' }))
    expect(screen.getByLabelText<HTMLInputElement>('箱の数').value).toBe('7')
  })

  it('asks which to keep where two devices wrote different things', async () => {
    begun({ ...whole, note: 'はじめ' }, 'goods')
    open()
    await screen.findByText('何を送りますか')
    draft = { id: 9, version: 4, fields: { ...whole, note: '電話から' }, step: 'goods' }
    write('パソコンから')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('電話から')
    expect(draft.fields).toMatchObject({ note: '電話から' })
    fireEvent.click(screen.getByLabelText('お店への連絡: 保存されている内容'))
    press('選んだ内容で保存する')
    await waitFor(() => expect(field().value).toBe('電話から'))
  })

  it('that was sent from another device is not overwritten, and not lost on this screen', async () => {
    begun(whole, 'goods')
    open()
    await screen.findByText('何を送りますか')
    draft = null
    write('まだ途中')
    await screen.findByText(/ほかの画面で申し込まれたか/)
    expect(draft).toBeNull()
    expect(field().value).toBe('まだ途中')
    press('この内容で新しく始める')
    await waitFor(() => expect(draft?.fields).toMatchObject({ note: 'まだ途中' }))
  })

  it('waits on the device while the server is down, and goes there on the next visit', async () => {
    draftsDown = true
    const first = open()
    await toSending()
    await screen.findByText(/下書きをまだ保存できていません/)
    first.unmount()
    await waitFor(() => expect(kept()).toContain('"boxCount":2'))
    draftsDown = false
    open()
    await screen.findByText('続きから始められます')
    await waitFor(() => expect(draft?.fields).toMatchObject({ shop: 3, box_count: 2 }))
    await waitFor(() => expect(kept()).toBeNull())
  })
})

describe('numbers of things', () => {
  it('are understood as people write them', async () => {
    open()
    fireEvent.click(await screen.findByRole('radio', { name: /青山店/ }))
    press('次へ')
    const count = await screen.findByLabelText<HTMLInputElement>('点数')
    fireEvent.change(count, { target: { value: '約１２点' } })
    fireEvent.blur(count)
    expect(count.value).toBe('12')
  })

  it('that cannot be read are not lost, and not passed over', async () => {
    const first = open()
    fireEvent.click(await screen.findByRole('radio', { name: /青山店/ }))
    press('次へ')
    fireEvent.click(await screen.findByRole('radio', { name: /^返してもらう/ }))
    const count = screen.getByLabelText<HTMLInputElement>('点数')
    fireEvent.change(count, { target: { value: '10〜12点' } })
    fireEvent.blur(count)
    press('次へ')
    expect((await screen.findByRole('alert')).textContent).toContain('点数は1〜500で入力してください')
    expect(screen.queryByText('どうやって送りますか')).toBeNull()
    first.unmount()
    open()
    expect((await screen.findByLabelText<HTMLInputElement>('点数')).value).toBe('10〜12点')
  })
})

describe('who sends the box', () => {
  const labels = () => [...document.querySelectorAll('ol li')].map((step) => step.textContent)
  const fill = (label: RegExp | string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })

  it('is no step for somebody who has said it; the last one shows where the box is fetched', async () => {
    open()
    await toSending()
    fireEvent.click(radio(/^集荷に来てもらう/))
    expect(screen.getByRole('main').textContent).toContain('東京都渋谷区神宮前1-2-3 メゾン表参道 405')
    expect(labels()).toHaveLength(4)
    press('戻る')
    await screen.findByText('何を送りますか')
    press('次へ')
    fireEvent.click(await screen.findByRole('radio', { name: /^自分で送る/ }))
    press('次へ')
    await screen.findByText('この内容でよろしいですか')
    expect(screen.getByText('山田 花子 様')).toBeTruthy()
    const change = screen.getByRole('link', { name: '変更: ご住所' })
    expect(decodeURIComponent(change.getAttribute('href') ?? '')).toBe(
      '/profile?returnUrl=/requests/new?step=confirm',
    )
  })

  async function toProfile() {
    await toSending()
    fireEvent.click(radio(/^自分で送る/))
    press('次へ')
    await screen.findByText('お客さまの情報をお聞かせください')
  }

  it('is asked on the way, filled in with what is known, and leads on to the last step', async () => {
    known = { ...newcomer, ...customer, phone: '', profile_complete: false }
    open()
    await toProfile()
    expect(labels()).toHaveLength(5)
    expect(screen.queryByRole('button', { name: '保存する' })).toBeNull()
    press('次へ')
    expect((await screen.findByRole('alert')).textContent).toContain('電話番号')
    fill(/^電話番号/, '０９０－１２３４－５６７８')
    press('次へ')
    await screen.findByText('この内容でよろしいですか')
    expect(known.phone).toBe('09012345678')
    expect(labels()).toHaveLength(5)
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    press('この内容で申し込む')
    await screen.findByText('お申し込みを受け付けました')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is over for somebody who completed the profile on another page: the last step is shown', async () => {
    known = newcomer
    open()
    await toProfile()
    cleanup()
    known = customer
    open('/requests/new?step=profile')
    expect(await screen.findByText('この内容でよろしいですか')).toBeTruthy()
    expect(labels()).toHaveLength(4)
  })

  it('cannot be passed over by an old address', async () => {
    known = newcomer
    open()
    await toProfile()
    cleanup()
    open('/requests/new?step=confirm')
    expect(await screen.findByText('お客さまの情報をお聞かせください')).toBeTruthy()
  })

  it('keeps what is being written there over a reload', async () => {
    known = newcomer
    const first = open()
    await toProfile()
    fill(/^電話番号/, '090-1234')
    await waitFor(() => expect(localStorage.getItem('draft:customer:7:profile') ?? '').toContain('090-1234'))
    first.unmount()
    open('/requests/new?step=profile')
    expect((await screen.findByLabelText<HTMLInputElement>(/^電話番号/)).value).toBe('090-1234')
  })

  it('says a house number is missing where it is typed, and the way out', async () => {
    known = { ...customer, address: { ...customer.address, address1: '神宮前' }, profile_complete: false }
    open()
    await toProfile()
    press('次へ')
    expect((await screen.findByRole('alert')).textContent).toContain('番地まで入力してください')
    expect(screen.getAllByText(/番地のないご住所は「番地なし」と続けてください/).length).toBeGreaterThan(0)
    fill(/^町名・番地/, '神宮前 番地なし')
    press('次へ')
    await screen.findByText('この内容でよろしいですか')
  })

  it('is asked again when the server no longer knows enough', async () => {
    open()
    await toLastStep()
    fireEvent.click(screen.getByLabelText('利用規約に同意します'))
    known = { ...customer, phone: '', profile_complete: false }
    refuse = { status: 400, json: { non_field_errors: ['お客さま情報を'], code: 'customer_incomplete' } }
    press('この内容で申し込む')
    expect(await screen.findByText('お客さまの情報をお聞かせください')).toBeTruthy()
    expect(screen.getByText('お客さまの情報をもう一度ご確認ください')).toBeTruthy()
  })

  it('who may not sell is told before anything is filled in', async () => {
    known = { ...customer, birthday: addDays(todayInTokyo(), -17 * 365) }
    open()
    expect(await screen.findByText('18歳になってからお申し込みいただけます')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '次へ' })).toBeNull()
  })

  it('who turns out too young is told at that step, and goes no further', async () => {
    known = {
      ...newcomer,
      ...customer,
      birthday: addDays(todayInTokyo(), -17 * 365),
      profile_complete: false,
    }
    open()
    expect(await screen.findByText('18歳になってからお申し込みいただけます')).toBeTruthy()
    cleanup()
    known = { ...customer, birthday: null, profile_complete: false }
    open()
    await toProfile()
    const [year] = addDays(todayInTokyo(), -17 * 365).split('-')
    fill('年', year ?? '')
    fill('月', '6')
    fill('日', '1')
    press('次へ')
    expect(await screen.findByText(/18歳未満の方からはお買い取りできません/)).toBeTruthy()
    expect(screen.queryByText('この内容でよろしいですか')).toBeNull()
  })
})
