import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import ResultPage from './result.page.tsx'

const evidence = { n: 42, days: 180, min: 8000, q1: 11_000, median: 12_800, q3: 15_600, max: 21_000 }
const thing = (slug: string, seq: number, name: string, price: number | null, more: object = {}) => ({
  slug,
  seq,
  name,
  brand_name: 'LOEWE',
  category_name: 'コート',
  grade: price === null ? null : 'A_2',
  price,
  base_price: price,
  deductions: [],
  campaign_name: '',
  uplift: 0,
  item_status: price === null ? 3 : 2,
  decision: null,
  comment: '',
  not_buyable_reason: price === null ? '持ち手の付け根に裂け' : '',
  evidence: null,
  images: [],
  ...more,
})
const offered = {
  purchase_request: 10482,
  status: 11,
  is_published: true,
  total: 17_800,
  offered_at: '2026-11-21T10:00:00+09:00',
  expires_at: '2099-12-01T23:59:59+09:00',
  offer: 6,
  unpriced_policy: 'return',
  return_cost: 770,
  second_look_used: false,
  consent_text: '表示の金額で売却することに同意のうえ、お返事ください。',
  consent_version: '2026-11',
  items: [
    thing('a', 1, 'ジャケット', 14_300, {
      base_price: 14_500,
      uplift: 1300,
      campaign_name: '冬物アップ',
      deductions: [{ label: '毛羽立ち', place: '袖口', amount: 1500, photo: null }],
      evidence: { ...evidence, histogram: [], label: '' },
    }),
    thing('b', 2, 'ニット', 3500),
    thing('c', 3, 'バッグ', null),
  ],
  deal_blockers: [],
  what_blocks: [],
  allowed_transitions: [],
  version: 4,
}

const request = { id: 10482, shop_name: '青山店', ship_to: { name: '青山店', phone: '0312345678' } }

let server: TestServer
let assessment: object
let reply: Reply
let removal: Reply

const me = {
  id: 7,
  email: 'a@example.test',
  business_user: null,
  customer: { id: 7, name: '山田 花子', is_corporate: false, is_email_auth: true, profile_complete: true },
}

const ownPhoto = (id: number) => ({
  id,
  url: `/p${id}.webp`,
  thumbnail_url: `/s${id}.webp`,
  kind: 'second_look',
  caption: '',
})

function respond({ method, path }: Seen): Reply {
  if (method === 'DELETE') return removal
  if (method === 'POST' && path.endsWith('/second-look/photos/')) return { status: 201, json: ownPhoto(33) }
  if (method === 'POST' && path.includes('second-look')) return { json: {} }
  if (method === 'POST') return reply
  if (path === '/api/me/') return { json: me }
  if (path === '/api/purchase_requests/10482/') return { json: request }
  return { json: assessment }
}

beforeEach(async () => {
  localStorage.clear()
  assessment = offered
  reply = { json: { ...offered, status: 13 } }
  removal = { status: 204 }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (where = '?view=list') =>
  openPage(`/requests/10482/result${where}`, { '/requests/$id/result': ResultPage })
const card = (name: string) => screen.getByRole('listitem', { name })
const choice = (name: string, word: string) =>
  within(card(name)).getByRole('button', { name: new RegExp(`^${word}`) })
const isChosen = (name: string, word: string) => choice(name, word).getAttribute('aria-pressed') === 'true'
const choose = (name: string, word: string) => fireEvent.click(choice(name, word))
const send = () => fireEvent.click(screen.getByRole('button', { name: 'この内容でお返事する' }))
const posts = () => server.seen.filter(({ method }) => method === 'POST')

describe('a result', () => {
  it('shows how each price came about, one article a screen', async () => {
    open('')
    fireEvent.click(await screen.findByRole('button', { name: /^1点ずつ見る/ }))
    const jacket = await screen.findByRole('article', { name: 'ジャケット' })
    for (const text of ['基準額', '袖口の毛羽立ち', '冬物アップ', '合計', 'A 美品(中)', '美品の例を見る'])
      expect(jacket.textContent).toContain(text)
    expect(jacket.textContent).toContain('同じ条件の買取 42件・直近180日')
    expect(jacket.textContent).not.toContain('A_2')
    fireEvent.click(screen.getByRole('button', { name: '次の品' }))
    const knit = await screen.findByRole('article', { name: 'ニット' })
    expect(knit.querySelector('details')?.open).toBe(false)
    expect(within(knit).getByText(/減額なし/)).toBeTruthy()
    expect(knit.textContent).not.toContain('同じ条件の買取')
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    const bag = await screen.findByRole('article', { name: 'バッグ' })
    expect(bag.textContent).toContain('持ち手の付け根に裂け')
    fireEvent.click(screen.getByRole('button', { name: '一覧で確かめる' }))
    await screen.findByRole('heading', { level: 1, name: 'お返事の確認' })
  })

  it('chooses with the buttons only, and takes a choice back', async () => {
    open('?item=1')
    const sell = await screen.findByRole('button', { name: '売る ¥14,300' })
    const pressed = () => screen.getByRole('button', { name: /^売る/ }).getAttribute('aria-pressed')
    fireEvent.keyDown(sell, { key: 'ArrowRight' })
    await screen.findByText('2 / 3')
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    await screen.findByText('1 / 3')
    expect(pressed()).toBe('false')
    fireEvent.click(screen.getByRole('button', { name: '売る ¥14,300' }))
    expect(pressed()).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '取り消す' }))
    expect(pressed()).toBe('false')
  })

  it('turns no article while a photo is moved, or the page is enlarged', async () => {
    const photo = (id: number) => ({ id, url: `/p${id}.jpg`, thumbnail_url: '', caption: '' })
    assessment = { ...offered, items: [{ ...offered.items[0], images: [photo(1)] }, offered.items[1]] }
    open('?item=1')
    const swipe = (on: Element) => {
      fireEvent.touchStart(on, { touches: [{ clientX: 300, clientY: 300 }] })
      fireEvent.touchMove(on, { touches: [{ clientX: 200, clientY: 302 }] })
      fireEvent.touchMove(on, { touches: [{ clientX: 100, clientY: 305 }] })
      fireEvent.touchEnd(on, { touches: [] })
    }
    fireEvent.click(await screen.findByRole('button', { name: 'ジャケットの写真1を大きく見る' }))
    const gallery = await screen.findByRole('dialog', { name: 'ジャケットの写真' })
    swipe(within(gallery).getByRole('img'))
    const layer = gallery.querySelector<HTMLElement>('.layer')
    const plus = within(gallery).getByRole('button', { name: '拡大する' })
    fireEvent.click(plus)
    fireEvent.click(plus)
    fireEvent.doubleClick(plus)
    expect(layer?.style.transform).toContain('scale(2.25)')
    fireEvent.click(within(gallery).getByRole('button', { name: '閉じる' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByText('1 / 2')
    const page = { scale: 2 }
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: page })
    swipe(screen.getByRole('article'))
    screen.getByText('1 / 2')
    page.scale = 1
    swipe(screen.getByRole('article'))
    await screen.findByText('2 / 2')
    Reflect.deleteProperty(window, 'visualViewport')
  })

  it('names the shop to ask for more time, and promises none', async () => {
    open()
    expect((await screen.findByRole('link', { name: '03-1234-5678' })).getAttribute('href')).toBe(
      'tel:0312345678',
    )
    const text = document.body.textContent ?? ''
    expect(text).toContain('期限をこの画面で延ばすことはできません。お困りのときは、期限の前に青山店')
    expect(text).not.toContain('期限を延ばしたいとき')
  })

  it('sums up live what is sold and what returns', async () => {
    open()
    await screen.findByText('あと2点お選びください')
    choose('ジャケット', '売る')
    choose('ニット', '返してもらう')
    expect(screen.getByText('返送 2点・送料 ¥770')).toBeTruthy()
    choose('バッグ', 'リサイクル')
    choose('ニット', '売る')
    expect(screen.getByText('返送 0点・送料 ¥0')).toBeTruthy()
  })

  it('asks about what is still open instead of deciding it', async () => {
    open()
    await screen.findByRole('listitem', { name: 'ニット' })
    choose('ジャケット', '売る')
    send()
    const knit = within(card('ニット')).getByRole('group', { name: 'ニットをどうしますか' })
    const said = document.getElementById(knit.getAttribute('aria-describedby') ?? '')
    expect(said?.textContent).toBe('売るか、返してもらうかをお選びください。')
    await waitFor(() => expect(document.activeElement).toBe(choice('ニット', '売る')))
    expect(within(card('ジャケット')).queryByText(/をお選びください/)).toBeNull()
    expect(posts()).toHaveLength(0)
    choose('ニット', '売る')
    expect(within(card('ニット')).queryByText(/をお選びください/)).toBeNull()
  })

  it('sends what was confirmed, with the words of the consent before it', async () => {
    open()
    await screen.findByRole('listitem', { name: 'ジャケット' })
    fireEvent.click(screen.getByRole('button', { name: 'すべて売る' }))
    send()
    const sheet = await screen.findByRole('dialog')
    expect(sheet.textContent).toContain('2点を合計¥17,800で売ります。1点を返してもらいます。')
    expect(sheet.textContent).toContain(offered.consent_text)
    assessment = { ...offered, status: 13, items: offered.items.map((one) => ({ ...one, decision: 'sell' })) }
    fireEvent.click(within(sheet).getByRole('button', { name: '¥17,800で売る' }))
    await screen.findByText('お返事をお受けしました')
    expect(posts()).toHaveLength(1)
    expect(posts()[0]?.json).toEqual({
      offer: 6,
      consent_version: '2026-11',
      decisions: [
        { slug: 'a', decision: 'sell' },
        { slug: 'b', decision: 'sell' },
        { slug: 'c', decision: 'return' },
      ],
    })
  })

  it('keeps what was chosen over a reload', async () => {
    const first = open()
    await screen.findByRole('listitem', { name: 'ジャケット' })
    choose('ジャケット', '売る')
    first.unmount()
    open()
    await screen.findByText(/前に選んだ内容が残っています/)
    expect(isChosen('ジャケット', '売る')).toBe(true)
  })

  async function answerWith(code: string, then: object) {
    open()
    await screen.findByRole('listitem', { name: 'ジャケット' })
    fireEvent.click(screen.getByRole('button', { name: 'すべて売る' }))
    reply = { status: 400, json: { non_field_errors: ['だめでした'], code } }
    send()
    const sheet = await screen.findByRole('dialog')
    assessment = then
    fireEvent.click(within(sheet).getByRole('button', { name: '¥17,800で売る' }))
    return screen.findByRole('alert')
  }

  it('shows a result that changed meanwhile, and lets go of what was chosen at another price', async () => {
    const [jacket, knit, bag] = offered.items
    const changed = { ...offered, offer: 7, items: [jacket, { ...knit, price: 2000, base_price: 2000 }, bag] }
    const alert = await answerWith('offer_changed', changed)
    expect(alert.textContent).toContain('査定結果が更新されました')
    await screen.findByText('あと1点お選びください')
    expect(isChosen('ジャケット', '売る')).toBe(true)
    expect(isChosen('ニット', '売る')).toBe(false)
  })

  it('shows the answer another tab gave', async () => {
    const given = offered.items.map((one) => ({ ...one, decision: 'return' }))
    const alert = await answerWith('answer_differs', { ...offered, status: 22, items: given })
    expect(alert.textContent).toContain('すでにお返事をいただいています')
    expect(await screen.findByText('お返しの準備をしています')).toBeTruthy()
  })

  it('says that a hold moves nothing, and keeps the choice', async () => {
    const alert = await answerWith('held', offered)
    expect(alert.textContent).toContain('手続きを一時的に止めています')
    expect(screen.getByText('返送 1点・送料 ¥770')).toBeTruthy()
  })

  it('says what was sold, and does not count what was taken back since', async () => {
    const [jacket, knit, bag] = offered.items
    const items = [
      { ...jacket, decision: 'sell', item_status: 6 },
      { ...knit, decision: 'sell', item_status: 7, is_rescinded: true },
      { ...bag, decision: 'return', item_status: 5 },
    ]
    assessment = { ...offered, status: 20, items, agreed: { count: 1, total: 14_300 } }
    const first = open()
    await screen.findByRole('heading', { level: 1, name: 'お売りいただいた金額(1点) ¥14,300' })
    expect(screen.getByRole('status').textContent).toContain(
      '1点を¥14,300で買い取りました。1点の売却は取り消され、お返しします。1点はお返しします。',
    )
    expect(screen.getByText('売却を取り消した品')).toBeTruthy()
    first.unmount()
    const back = items.map((item) =>
      item.decision === 'sell' ? { ...item, item_status: 7, is_rescinded: true } : item,
    )
    assessment = { ...offered, status: 20, items: back, agreed: { count: 0, total: 0 } }
    open()
    await screen.findByRole('heading', { level: 1, name: '売却した品はありません' })
    expect(screen.getByRole('status').textContent).toContain('売却を取り消しました')
    expect(document.body.textContent).not.toContain('代金は残高に入りました')
  })

  it('offers no answer after the deadline, and says that silence sold nothing', async () => {
    assessment = { ...offered, expires_at: '2026-01-01T00:00:00+09:00' }
    open()
    expect(await screen.findByText(/売却にはなりません/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'この内容でお返事する' })).toBeNull()
  })

  it('asks for a second look only with a reason', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: '再査定を頼む' }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: '再査定を頼む' }))
    expect(await within(sheet).findByText('気になる理由を、ひとことお書きください。')).toBeTruthy()
    fireEvent.change(within(sheet).getByRole('textbox'), { target: { value: '着用は3回です。' } })
    fireEvent.click(within(sheet).getByLabelText(/^LOEWE ニット ¥[\d,]+$/))
    assessment = { ...offered, status: 12, is_published: false, items: [] }
    fireEvent.click(within(sheet).getByRole('button', { name: '再査定を頼む' }))
    expect(await screen.findByText('再査定をしています')).toBeTruthy()
    expect(posts()[0]?.json).toEqual({ reason: '着用は3回です。', items: ['b'] })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the customer’s photos for a second look', () => {
  const openSheet = async () => {
    assessment = { ...offered, second_look_photos: [ownPhoto(31), ownPhoto(32)] }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '再査定を頼む' }))
    return within(await screen.findByRole('dialog'))
  }
  type Sheet = Awaited<ReturnType<typeof openSheet>>
  const pictures = (sheet: Sheet) => sheet.getAllByRole('img').map((each) => each.getAttribute('src'))
  const takeBack = (sheet: Sheet, number: number) => {
    const button = sheet.getByRole('button', { name: `写真${number}を外す` })
    button.focus()
    fireEvent.click(button)
  }

  beforeEach(() => {
    URL.createObjectURL = () => 'blob:photo'
    URL.revokeObjectURL = () => undefined
  })

  it('are shown on the next visit, and can be taken back without losing the place', async () => {
    const sheet = await openSheet()
    expect(pictures(sheet)).toEqual(['/s31.webp', '/s32.webp'])
    takeBack(sheet, 1)
    await waitFor(() => expect(pictures(sheet)).toEqual(['/s32.webp']))
    expect(document.activeElement).toBe(sheet.getByRole('button', { name: '写真1を外す' }))
    expect(server.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/purchase_requests/10482/second-look/photos/31/',
    ])
    takeBack(sheet, 1)
    await waitFor(() => expect(sheet.queryByRole('img')).toBeNull())
    expect(document.activeElement).toBe(sheet.getByLabelText('写真を撮る'))
  })

  it('count with those added now: there is room for five, and the same one is there once', async () => {
    const sheet = await openSheet()
    const files = [1, 2, 3, 4].map((name) => new File(['x'], `${name}.jpg`, { type: 'image/jpeg' }))
    fireEvent.change(sheet.getByLabelText('写真を選ぶ'), { target: { files } })
    expect(await sheet.findByText(/写真は5枚までです。選んだ写真のうち1枚は入れていません。/)).toBeTruthy()
    // The server takes the three for the same picture.
    await waitFor(() => expect(pictures(sheet)).toEqual(['/s31.webp', '/s32.webp', 'blob:photo']))
    takeBack(sheet, 3)
    await waitFor(() => expect(pictures(sheet)).toEqual(['/s31.webp', '/s32.webp']))
    expect(server.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('that another device took back before are gone here too', async () => {
    removal = { status: 404, json: { detail: '見つかりませんでした。', code: 'not_found' } }
    const sheet = await openSheet()
    takeBack(sheet, 2)
    await waitFor(() => expect(pictures(sheet)).toEqual(['/s31.webp']))
    expect(sheet.queryByRole('alert')).toBeNull()
  })

  it('stay where the other device has asked already, and it is said why', async () => {
    const words = '再査定をご依頼になったあとは、写真を取り消せません。'
    removal = { status: 400, json: { status: [words], code: 'not_editable' } }
    const sheet = await openSheet()
    takeBack(sheet, 2)
    expect(await sheet.findByText(words)).toBeTruthy()
    expect(pictures(sheet)).toEqual(['/s31.webp', '/s32.webp'])
  })
})

describe('a second look that is answered', () => {
  it('stands above the articles with what changed, and with the question', async () => {
    const earlier = (price: number | null) => ({ before: { price, grade: null } })
    assessment = {
      ...offered,
      second_look_used: true,
      second_look: {
        reason: '裏地を見てください。',
        asked_at: '2026-11-22T10:00:00+09:00',
        items: ['a', 'c'],
        answer: '補修の費用を減らしました。',
        answered_at: '2026-11-23T10:00:00+09:00',
      },
      items: [
        thing('a', 1, 'ジャケット', 14_300, earlier(12_000)),
        thing('b', 2, 'ニット', 3500, earlier(3500)),
        thing('c', 3, 'バッグ', null, earlier(null)),
      ],
    }
    open()
    const answered = await screen.findByRole('region', { name: '再査定へのお返事' })
    expect(within(answered).getByText('補修の費用を減らしました。')).toBeTruthy()
    const lines = within(answered).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'LOEWE ジャケット¥12,000 → ¥14,300',
      'LOEWE バッグ値段なし(変わりません)',
    ])
    expect(within(answered).getByText('裏地を見てください。')).toBeTruthy()
  })
})
