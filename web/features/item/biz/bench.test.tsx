import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestOnWire } from '#web/features/purchase-request/shared/biz/test-request.ts'
import { currentOwner, makeDraftWriter } from '#web/lib/draft-store.ts'
import { logout } from '#web/lib/session.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { unsentChanges } from '#web/lib/unsent.ts'
import { press, scanKeys } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import BenchPage from './bench.page.tsx'

const itemOnWire = (slug: string, seq: number) => ({
  slug,
  seq,
  name: 'シャツ',
  status: 1,
  request: 31,
  shop: 1,
  shop_name: '青山店',
  customer_name: '山田 花子',
  brand: 4,
  brand_name: 'AURALEE',
  category: 2,
  category_name: 'シャツ',
  grade: 'A_2',
  price: 5000,
  purchased_at: null,
  created_at: '2026-11-20T10:00:00+09:00',
  gender: null,
  color: '',
  material: '',
  size: '',
  product_number: '',
  serial_number: '',
  features: '',
  authenticity: 0,
  accessories: 0,
  care_needed: 0,
  sales_channel: 1,
  base_price: 5000,
  deductions: [] as object[],
  campaign: null,
  campaign_name: '',
  uplift: 0,
  comment: '',
  comment_filled: [] as object[],
  price_reason: '',
  price_reason_photo: null as number | null,
  price_reason_amount: null as number | null,
  origin_seq: null as number | null,
  edited_by: '',
  edited_at: null as string | null,
  not_buyable_reason: '',
  decision: null,
  photos: [] as object[],
  history: [],
  allowed_transitions: [],
  is_held: false,
  version: 1,
})

/** Refusals are not completed by the test server. */
const whole = (item: object) => ({
  ...{ is_disputed: false, photo_order_version: 1 },
  ...{ notice_hits: [], named_low: null, needs_other_assessor: false },
  ...item,
})

let server: TestServer
let cut = false
let evidence: Reply
let standard: number | null
let brands: object[]
let templates: object[]
const answer = (...candidates: object[]) => ({
  ...{ brand: '', category: '', color: '', material: '', product_number: '', confidence: 0, message: '' },
  ...{ run: 81, engine: 'local', fallback: null, candidates },
})
let analysis: object | null
let items: Record<string, ReturnType<typeof itemOnWire>>
const one = 'aaaaaaaaaaaaaaaa'
const two = 'bbbbbbbbbbbbbbbb'

function respond({ method, path, json }: Seen): Reply {
  if (cut && method === 'PATCH') return { ends: 'cut' }
  const [, slug = ''] = /^\/api\/purchase_items\/([a-z]{16})\/$/.exec(path) ?? []
  const item = items[slug]
  if (item && method === 'PATCH' && (json as { version: number }).version !== item.version)
    return { status: 400, json: { code: 'stale_version', version: ['x'], current: whole(item) } }
  if (item && method === 'PATCH') {
    items[slug] = { ...item, ...(json as object), version: item.version + 1 }
    return { json: items[slug] }
  }
  if (item) return { json: item }
  if (slug) return { status: 404, json: { code: 'not_found' } }
  const [, gone = ''] = /^\/api\/biz\/purchase-items\/([a-z]{16})\/take-back\/$/.exec(path) ?? []
  if (items[gone]) {
    delete items[gone]
    return { json: { item_count: Object.keys(items).length } }
  }
  if (path === '/api/biz/purchase_requests/31/')
    return {
      json: {
        ...requestOnWire,
        status: 10,
        items: Object.values(items).map(
          ({ slug, seq, name, status, brand_name, category_name, grade, price }) => ({
            ...{ slug, seq, name, status, brand_name, category_name, grade, price },
          }),
        ),
      },
    }
  if (path.endsWith('customer-history/'))
    return {
      json: { requests: 0, acceptance_rate: null, last_on: null, last_total: null, is_verified: true },
    }
  if (path === '/api/biz/price-evidence/') return evidence
  if (path === '/api/biz/purchase-items/own-pace/')
    return { json: { today: 3, minutes: 4, usual_count: 30, usual_minutes: 5.5 } }
  if (path === '/api/biz/comment_templates/') return { json: templates }
  if (path === '/api/biz/amounts/standard/') return { json: { amount: standard } }
  if (path.endsWith('/look-alikes/')) return { json: [] }
  if (path.endsWith('/named-price/')) return { json: { named: null, candidates: [] } }
  if (path === '/api/biz/analyze_images/') return { json: analysis ?? answer() }
  if (path.endsWith('/confirm/'))
    return {
      json: {
        ...{ id: 81, kind: 'images', slug: one, item_name: '', engine: 'local', fallback: null, ms: 900 },
        ...{
          candidates: [],
          review: '',
          confirmed: [],
          asked_by: '佐藤',
          asked_at: '2026-11-24T10:00:00+09:00',
        },
      },
    }
  if (path === '/api/brand/') return { json: brands }
  return path === '/api/logout/'
    ? { status: 204 }
    : { json: /campaigns|category|templates|brands/.test(path) ? [] : null }
}

beforeEach(async () => {
  localStorage.clear()
  cut = false
  evidence = { json: null }
  standard = null
  brands = []
  templates = []
  analysis = null
  items = { [one]: itemOnWire(one, 1), [two]: itemOnWire(two, 2) }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  // Only signing out clears unsaved changes.
  await logout()
  await server.close()
})

const open = () => openBiz('/biz/bench/31', { '/biz/bench/$id': BenchPage })
const rowOf = (seq: number) => screen.getByRole('button', { name: new RegExp(`${seq}\\. AURALEE`) })
const isOnTable = (seq: number) => rowOf(seq).getAttribute('aria-current') === 'true'
const writes = () => server.seen.filter(({ method }) => method === 'PATCH').map(({ json }) => json)
const finish = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'Enter', ctrlKey: true })

async function write(text: { 理由?: string; 金額?: string }) {
  fireEvent.click(await screen.findByRole('button', { name: '+ 減額を足す' }))
  const editor = screen.getByRole('group', { name: '減額の内容' })
  for (const [label, value] of Object.entries(text))
    fireEvent.change(within(editor).getByLabelText(new RegExp(label)), { target: { value } })
}

describe('a deduction that is being written', () => {
  it('is in the price when the piece is finished with Ctrl+Enter', async () => {
    open()
    await write({ 理由: '袖口の毛羽立ち', 金額: '1500' })
    finish()
    await waitFor(() => expect(isOnTable(2)).toBe(true))
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]).toMatchObject({
      status: 2,
      deductions: [{ label: '袖口の毛羽立ち', amount: 1500 }],
    })
  })

  it('keeps the piece on the table while it lacks its amount, and says so at the field', async () => {
    open()
    await write({ 理由: '袖口の毛羽立ち' })
    fireEvent.click(screen.getByRole('button', { name: /保存して次へ/ }))
    expect(await screen.findByText('1円以上で入力してください')).toBeTruthy()
    const amount = within(screen.getByRole('group', { name: '減額の内容' })).getByLabelText(/金額/)
    await waitFor(() => expect(document.activeElement).toBe(amount))
    fireEvent.click(rowOf(2))
    expect(isOnTable(1)).toBe(true)
    expect(writes()).toEqual([])
  })

  it('is not thrown away by Escape once something is typed', async () => {
    open()
    await write({ 理由: '袖口' })
    screen.getByDisplayValue('袖口').focus()
    press('Escape')
    expect(screen.getByDisplayValue('袖口')).toBeTruthy()
  })

  it('goes away by Escape or by another piece while nothing is typed', async () => {
    open()
    await write({})
    fireEvent.click(rowOf(2))
    await waitFor(() => expect(isOnTable(2)).toBe(true))
    await write({})
    fireEvent.keyDown(screen.getByRole('group', { name: '減額の内容' }), { code: 'Escape' })
    expect(screen.queryByRole('group', { name: '減額の内容' })).toBeNull()
  })

  it('stays with its piece when another one is scanned, and over a reload', async () => {
    const { unmount } = open()
    await write({ 理由: '袖口' })
    scanKeys(two)
    await waitFor(() => expect(isOnTable(2)).toBe(true))
    expect(rowOf(1).textContent).toContain('減額が書きかけ')
    unmount()
    open()
    fireEvent.click(await screen.findByRole('button', { name: /1\. AURALEE/ }))
    expect(await screen.findByDisplayValue('袖口')).toBeTruthy()
  })
})

it('sends what an earlier visit left behind of any piece of the box', async () => {
  const writer = makeDraftWriter('bench:31', currentOwner(), 1, [])
  writer.write({ [two]: { patch: { comment: '送れなかった' }, base: { comment: '' } } })
  writer.flush()
  open()
  await waitFor(() => expect(writes()).toEqual([expect.objectContaining({ comment: '送れなかった' })]))
  expect(isOnTable(1)).toBe(true)
})

it('says that past purchases could not be read, not that there are none, and reads them again', async () => {
  evidence = { status: 500, json: { code: 'internal' } }
  open()
  const again = await screen.findByRole('button', { name: 'もう一度試す' })
  expect(screen.queryByText(/買取はまだありません/)).toBeNull()
  evidence = { json: null }
  fireEvent.click(again)
  expect(await screen.findByText(/買取はまだありません/)).toBeTruthy()
})

it('takes the amount that the dealer has fixed over for the base price', async () => {
  standard = 52_000
  open()
  expect(await screen.findByText('基準表の買取額 ¥52,000')).toBeTruthy()
  press('KeyA')
  await waitFor(() => expect(writes()).toEqual([expect.objectContaining({ base_price: 52_000 })]))
})

describe('a site whose catalogue is empty', () => {
  it.each([
    ['ブランド', 'グッチ'],
    ['カテゴリ', 'ニット'],
  ])('says in the field of %s that it is, and who can change that', async (label, typed) => {
    open()
    const field = await screen.findByRole('combobox', { name: new RegExp(label) })
    fireEvent.change(field, { target: { value: typed } })
    expect(
      await screen.findByText(`${label}がまだ登録されていません。運営に登録をご依頼ください。`),
    ).toBeTruthy()
  })

  it('says so among the templates of comments', async () => {
    open()
    await screen.findByRole('combobox', { name: /ブランド/ })
    press('Semicolon')
    expect(await screen.findByText(/定型コメントがまだ登録されていません/)).toBeTruthy()
  })
})

it('takes brands in the order of the server, which knows the aliases', async () => {
  brands = [
    { id: 7, name: 'AUDEMARS PIGUET', name_kana: 'オーデマ ピゲ', is_private: false },
    { id: 8, name: 'Apuweiser-riche', name_kana: 'アプワイザー リッシェ', is_private: false },
  ]
  open()
  const field = await screen.findByRole('combobox', { name: /ブランド/ })
  fireEvent.change(field, { target: { value: 'AP' } })
  const found = screen.getByRole('listbox', { name: 'ブランド' })
  const options = await within(found).findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'AUDEMARS PIGUETオーデマ ピゲ',
    'Apuweiser-richeアプワイザー リッシェ',
  ])
})

describe('a template in the comment', () => {
  const comment = async () =>
    (await screen.findByRole('textbox', { name: /お客さまへのコメント/ })) as HTMLTextAreaElement
  const typing = (field: HTMLTextAreaElement, value: string) => {
    fireEvent.change(field, { target: { value } })
    field.setSelectionRange(value.length, value.length)
  }
  beforeEach(() => {
    templates = [
      { id: 1, title: '値段', body: '{ブランド}を{査定額}で。{色}', category: '', short_code: 'nd' },
    ]
  })

  it('replaces its short code at a blank, filled in from the article', async () => {
    open()
    const field = await comment()
    await waitFor(() => expect(server.seen.some(({ path }) => path.includes('comment_templates'))).toBe(true))
    typing(field, 'きれいです。/nd')
    await waitFor(() => {
      fireEvent.keyDown(field, { code: 'Space', key: ' ' })
      expect(field.value).toBe('きれいです。AURALEEを¥5,000で。')
    })
    await waitFor(() => expect(writes()).toEqual([expect.objectContaining({ comment: field.value })]))
  })

  it('leaves the code alone while an IME composes, inside a word, and when nobody knows it', async () => {
    open()
    const field = await comment()
    typing(field, '/nd')
    fireEvent.keyDown(field, { code: 'Space', isComposing: true })
    fireEvent.keyDown(field, { code: 'Enter', keyCode: 229 })
    expect(field.value).toBe('/nd')
    for (const text of ['a/nd', '/zz']) {
      typing(field, text)
      fireEvent.keyDown(field, { code: 'Space' })
      expect(field.value).toBe(text)
    }
  })

  it('is put in by the chooser below what stands there', async () => {
    open()
    typing(await comment(), 'きれいです。')
    const field = await comment()
    fireEvent.keyDown(field, { code: 'Semicolon', ctrlKey: true })
    const search = await screen.findByLabelText('短い記号か言葉')
    fireEvent.change(search, { target: { value: 'nd' } })
    await screen.findByText('AURALEEを¥5,000で。')
    fireEvent.keyDown(search, { code: 'Enter' })
    await waitFor(() => expect(field.value).toBe('きれいです。\nAURALEEを¥5,000で。'))
    expect(document.activeElement).toBe(field)
  })
})

it('points at the amount that a template put in before the price changed, and brings it up to date with one key', async () => {
  items[one] = {
    ...itemOnWire(one, 1),
    comment: 'AURALEEを¥5,000で。',
    comment_filled: [{ variable: '査定額', text: '¥5,000' }],
  }
  open()
  const price = await screen.findByLabelText(/基準額/)
  expect(screen.queryByText(/前の査定額/)).toBeNull()
  fireEvent.change(price, { target: { value: '4000' } })
  await screen.findByText('コメントの「¥5,000」は前の査定額です。今は「¥4,000」です。')
  screen.getByRole('button', { name: 'コメントが前の内容のままです' })
  price.blur()
  press('KeyU')
  await screen.findByDisplayValue('AURALEEを¥4,000で。')
  expect(screen.queryByText(/前の査定額/)).toBeNull()
  await waitFor(() =>
    expect(items[one]).toMatchObject({
      comment: 'AURALEEを¥4,000で。',
      comment_filled: [{ variable: '査定額', text: '¥4,000' }],
    }),
  )
})

it('asks for another reason on the other side of what is usual, offers what was written, and loses none of it', async () => {
  const spread = { n: 5, days: 180, min: 8000, q1: 8000, median: 9000, q3: 9500, max: 10_000 }
  evidence = { json: { ...spread, histogram: [1, 1, 1, 1, 1], label: '同じもの' } }
  items[one] = {
    ...{ ...itemOnWire(one, 1), base_price: 50_000, price: 50_000, price_reason: '未使用の限定品' },
    ...{ price_reason_photo: 7, price_reason_amount: 50_000, authenticity: 1 },
    photos: [{ id: 7, url: '/a.webp', thumbnail_url: '/t.webp', kind: 'assessment', caption: '' }],
  }
  open()
  const high = (await screen.findByLabelText(/高い理由/)) as HTMLTextAreaElement
  expect(high.value).toBe('未使用の限定品')
  fireEvent.change(screen.getByLabelText(/基準額/), { target: { value: '5000' } })
  const low = (await screen.findByLabelText(/低い理由/)) as HTMLTextAreaElement
  expect([low.value, (screen.getByLabelText(/理由がわかる写真/) as HTMLSelectElement).value]).toEqual([
    '',
    '',
  ])
  screen.getByRole('button', { name: '値段の理由がありません' })
  fireEvent.change(low, { target: { value: '裏地' } })
  await waitFor(() =>
    expect(items[one]).toMatchObject({
      ...{ base_price: 5000, price_reason: '裏地', price_reason_photo: null, price_reason_amount: 5000 },
    }),
  )
  screen.getByText('¥50,000 の理由:「未使用の限定品」')
  fireEvent.click(screen.getByRole('button', { name: 'この値段の理由としても使う' }))
  await waitFor(() =>
    expect(items[one]).toMatchObject({
      ...{ price_reason: '未使用の限定品', price_reason_photo: 7, price_reason_amount: 5000 },
    }),
  )
})

it('has a button for every key that acts on the article as a whole', async () => {
  items[two] = { ...itemOnWire(two, 2), origin_seq: 1 }
  open()
  const acts = within(await screen.findByRole('group', { name: 'この商品の操作' }))
  const names = () => acts.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['保管M', 'ラベルL', '複製S', '分ける⇧S', '保留H'])
  fireEvent.click(acts.getByRole('button', { name: /分ける/ }))
  const split = within(await screen.findByRole('dialog', { name: '1点目を2点に分ける' }))
  fireEvent.click(split.getByRole('button', { name: '戻る' }))
  fireEvent.click(screen.getByRole('button', { name: /定型コメント/ }))
  await screen.findByRole('dialog', { name: '定型コメント' })
})

it('takes a copy that was made by mistake back, with a reason, and goes on with the one it came from', async () => {
  items[two] = { ...itemOnWire(two, 2), origin_seq: 1 }
  open()
  fireEvent.click(await screen.findByRole('button', { name: /2\. AURALEE/ }))
  fireEvent.click(await screen.findByRole('button', { name: '取り消す' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2点目を取り消します' }))
  fireEvent.change(dialog.getByLabelText(/理由/), { target: { value: '二重に押したため' } })
  fireEvent.click(dialog.getByRole('button', { name: /この商品を取り消す/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /2\. AURALEE/ })).toBeNull())
  // The rest of the page is behind the dialog until it has closed.
  await waitFor(() => expect(isOnTable(1)).toBe(true))
  const sent = server.seen.find(({ path }) => path.endsWith('/take-back/'))
  expect(sent?.json).toEqual({ version: 1, reason: '二重に押したため' })
})

it('shows the own pace, and brings back the last saved change after a reload', async () => {
  const { unmount } = open()
  await screen.findByText('今日 3点 1点 4分(ふだん 30点 1点 5.5分)')
  fireEvent.change(await screen.findByLabelText('色'), { target: { value: '紺' } })
  await waitFor(() => expect(items[one]).toMatchObject({ color: '紺' }))
  // Not before the page has read the answer, too.
  await screen.findByText(/^保存済み/)
  unmount()
  window.dispatchEvent(new Event('pagehide'))
  open()
  // A change of an article that is not read yet is not taken back.
  await screen.findByDisplayValue('紺')
  fireEvent.click(await screen.findByRole('button', { name: '元に戻す' }))
  await waitFor(() => expect(items[one]).toMatchObject({ color: '' }))
})

it('shows both versions of an article that somebody else wrote too, and takes one side of all at once', async () => {
  open()
  const color = await screen.findByLabelText('色')
  const edited = { edited_by: '佐藤 次郎', edited_at: '2026-11-20T14:05:00+09:00' }
  items[one] = { ...itemOnWire(one, 1), ...edited, color: '黒', size: 'M', version: 5 }
  fireEvent.change(color, { target: { value: '紺' } })
  fireEvent.change(screen.getByLabelText('サイズ'), { target: { value: 'S' } })
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('1点目 AURALEE シャツ')
  dialog.getByText('保存されている内容(佐藤 次郎・11/20 14:05)')
  fireEvent.click(dialog.getByRole('button', { name: 'すべて保存されている内容' }))
  fireEvent.click(dialog.getByRole('radio', { name: '色: この画面の内容' }))
  fireEvent.click(dialog.getByRole('button', { name: '選んだ内容で保存する' }))
  await waitFor(() => expect(items[one]).toMatchObject({ color: '紺', size: 'M', version: 6 }))
})

it('asks again about a conflict that was put off, from its article', async () => {
  open()
  const color = await screen.findByLabelText('色')
  items[one] = { ...itemOnWire(one, 1), color: '黒', version: 5 }
  fireEvent.change(color, { target: { value: '紺' } })
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: '戻る' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByDisplayValue('紺')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '違うところを見て選ぶ' }))
  const again = within(await screen.findByRole('dialog'))
  fireEvent.click(again.getByRole('button', { name: '選んだ内容で保存する' }))
  await waitFor(() => expect(items[one]).toMatchObject({ color: '紺', version: 6 }))
})

it('takes back what waits for the connection, on the screen and in what is to be sent', async () => {
  open()
  const color = await screen.findByLabelText('色')
  cut = true
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent.change(color, { target: { value: '紺' } })
  await screen.findByText('未送信 1件')
  color.blur()
  press('KeyZ', 300, { ctrlKey: true })
  await waitFor(() => expect(screen.getByLabelText('色')).toHaveProperty('value', ''))
  expect(screen.queryByText(/^未送信/)).toBeNull()
  window.dispatchEvent(new Event('pagehide'))
  expect(unsentChanges()).toEqual([])
  onLine.mockRestore()
})

describe('what the first photo says', () => {
  const photo = { id: 7, url: '/a.webp', thumbnail_url: '/a-s.webp', kind: 'assessment', caption: '' }
  const found = (field: string, value: string, confidence: number, id: number | null = null) => ({
    ...{ field, value, confidence, id, source: 'label', picture: 0, box: null },
  })
  const empty = () => {
    items[one] = { ...itemOnWire(one, 1), brand: null, brand_name: '', photos: [photo] } as never
  }
  const told = () =>
    server.seen.filter(({ path }) => path.endsWith('/analysis-runs/81/confirm/')).map(({ json }) => json)

  it('stands dashed in the empty field, and becomes a value only when it is confirmed', async () => {
    empty()
    analysis = answer(
      found('brand', 'GUCCI', 0.97, 9),
      found('category', 'バッグ', 0.95, 5),
      found('color', '黒', 0.6),
    )
    open()
    await screen.findByText('GUCCI ?', {}, { timeout: 20_000 })
    expect(screen.getByText(/写真の読み取り/).textContent).toBe('写真の読み取り: 本体')
    expect(screen.getByRole('button', { name: 'ブランドの候補「GUCCI」を確認して入れる' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /カテゴリの候補/ })).toBeNull()
    expect(screen.getByRole('button', { name: '色の候補「黒」を入れる' })).toBeTruthy()
    expect([writes(), told()]).toEqual([[], []])
    press('KeyI')
    await waitFor(() => expect(writes()).toMatchObject([{ brand: 9 }]))
    await waitFor(() => expect(told()).toEqual([{ field: 'brand', chosen: 'GUCCI' }]), { timeout: 5000 })
    expect(screen.queryByRole('button', { name: /ブランドの候補/ })).toBeNull()
  })

  it('says that nothing could be read', async () => {
    empty()
    analysis = { ...answer(), message: '読み取れませんでした' }
    open()
    await screen.findByText('写真の読み取り: 読み取れませんでした', {}, { timeout: 20_000 })
  })

  it('is asked for once, and of no article that lacks nothing', async () => {
    const asked = () => server.seen.filter(({ path }) => path === '/api/biz/analyze_images/')
    items[one] = { ...itemOnWire(one, 1), photos: [photo], color: '黒', product_number: 'A-1' } as never
    open()
    await waitFor(() => expect(isOnTable(1)).toBe(true))
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(asked()).toEqual([])
  })

  it('a number that is none of them goes away and is told', async () => {
    empty()
    analysis = answer(found('product_number', 'IM01FG120', 0.7), found('product_number', 'IM01F6120', 0.4))
    open()
    await screen.findByText('品番の候補', {}, { timeout: 20_000 })
    const list = screen.getByRole('radiogroup', { name: '品番の候補' })
    within(list)
      .getByRole('radio', { name: /IM01FG120/ })
      .focus()
    press('Digit2')
    await waitFor(() =>
      expect(within(list).getByRole<HTMLInputElement>('radio', { name: /IM01F6120/ }).checked).toBe(true),
    )
    press('Digit0')
    await waitFor(() => expect(told()).toEqual([{ field: 'product_number', chosen: '' }]), { timeout: 5000 })
    expect(screen.queryByRole('radiogroup', { name: '品番の候補' })).toBeNull()
    expect(writes()).toEqual([])
  })
})
