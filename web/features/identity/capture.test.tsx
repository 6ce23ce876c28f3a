import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openPage } from '#web/ui/test-page.tsx'
import CapturePage from './capture.page.tsx'

const base = {
  id: 3,
  state: 'open',
  dealers: [{ id: 1, name: '株式会社青山', ekyc_status: 1, note: '' }],
  document: 'my_number_card',
  document_expires_on: '2031-05-12',
  document_issued_on: null,
  has_new_address: false,
  confirmed_at: '2026-11-24T10:00:00+09:00',
  captures: [] as { slot: string; captured_at: string }[],
  corrections: [] as { part: string; reason: string }[],
  submitted_at: null as string | null,
  review_by: null as string | null,
  provider: null as { name: string; state: string } | null,
  expires_at: '2026-12-01T23:59:59+09:00',
  version: 4,
}
const taken = (...slots: string[]) =>
  slots.map((slot) => ({ slot, captured_at: '2026-11-24T10:03:00+09:00' }))

let server: TestServer
let provider: () => Reply
let session: typeof base
let upload: () => Reply

function respond({ method, path }: Seen): Reply {
  if (method === 'POST' && path.includes('/images/')) return upload()
  if (path.startsWith('/api/customers/'))
    return { json: { count: 0, next: null, previous: null, results: [] } }
  if (method === 'POST' && path.endsWith('/provider/')) return provider()
  if (method === 'POST' && path.endsWith('/submit/'))
    return { status: 400, json: { version: ['ほかの画面で更新されました。'], code: 'stale_version' } }
  if (path === '/api/ekyc/')
    return {
      status: 400,
      json: { non_field_errors: ['本人確認は済んでいます。'], code: 'already_identified' },
    }
  return { json: session }
}

beforeEach(async () => {
  localStorage.clear()
  session = base
  upload = () => ({ status: 201, json: { ...session, captures: taken('front') } })
  server = await startServer(respond)
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = () => openPage('/identity/3', { '/identity/$id': CapturePage })
const choose = async () => {
  const input = await screen.findByLabelText('写真を選ぶ')
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] } })
}
const send = (name = 'この写真を送る') => fireEvent.click(screen.getByRole('button', { name }))
const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
const uploads = () => server.seen.filter(({ path }) => path.includes('/images/'))

describe('a device without a camera on the page', () => {
  it('is told so, and offers its own camera and its photos', async () => {
    open()
    await screen.findByText(/この端末では、画面の中のカメラを使えません/)
    expect(screen.getByLabelText('写真を撮る').getAttribute('capture')).toBe('environment')
    expect(screen.getByLabelText('写真を選ぶ').getAttribute('accept')).not.toContain('heic')
  })
})

describe('a picture of a My Number card', () => {
  it('is sent only after the customer looked for the number', async () => {
    open()
    await choose()
    await screen.findByRole('heading', { name: '文字がはっきり読めますか' })
    send()
    expect(await screen.findByText(/写っていないことをお確かめのうえ/)).toBeTruthy()
    expect(uploads()).toHaveLength(0)
    fireEvent.click(screen.getByRole('checkbox', { name: /12桁の番号/ }))
    send()
    await screen.findByRole('heading', { name: '厚みを撮る' })
    const [sent] = uploads()
    expect(sent?.path).toBe('/api/ekyc/sessions/3/images/front/')
  })
})

describe('a picture that did not arrive', () => {
  beforeEach(() => {
    session = { ...base, document: 'driving_licence' }
  })

  it('stays on the page with the reason, and is sent again', async () => {
    upload = () => ({ status: 400, json: { file: ['HEIC 形式の写真です。'], code: 'file_heic' } })
    open()
    await choose()
    await screen.findByRole('heading', { name: '文字がはっきり読めますか' })
    send()
    expect(await screen.findByRole('alert')).toBeTruthy()
    upload = () => ({ status: 201, json: { ...session, captures: taken('front') } })
    send('もう一度送る')
    await screen.findByRole('heading', { name: '裏面を撮る' })
    expect(uploads()).toHaveLength(2)
  })
})

describe('the steps', () => {
  it('go on where they were left, and ask only for what a reviewer gave back', async () => {
    session = {
      ...base,
      document: 'driving_licence',
      captures: taken('front', 'back', 'face'),
      corrections: [{ part: 'thickness', reason: 'thickness_unclear' }],
    }
    open()
    await screen.findByRole('heading', { name: '厚みを撮る' })
    expect(screen.getByText(/厚みがわかりませんでした/)).toBeTruthy()
  })

  it('name who gets the papers, and say when they changed elsewhere', async () => {
    session = { ...base, captures: taken('front', 'thickness', 'face') }
    open()
    await screen.findByText(/株式会社青山/)
    fireEvent.click(screen.getByRole('button', { name: '同意して提出する' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('まだ提出できていません')
    await waitFor(() =>
      expect(server.seen.filter(({ method, path }) => method === 'GET' && path.endsWith('/3/'))).toHaveLength(
        2,
      ),
    )
  })

  it('say by when the dealer looks, and offer a new start after the end', async () => {
    session = {
      ...base,
      state: 'in_review',
      submitted_at: '2026-11-24T10:05:00+09:00',
      review_by: '2026-11-25T18:00:00+09:00',
    }
    const first = open()
    await screen.findByText('11月25日(水) 18:00まで')
    first.unmount()
    session = { ...base, state: 'expired' }
    open()
    await screen.findByRole('heading', { name: '期限が切れました' })
    fireEvent.click(screen.getByRole('button', { name: 'もう一度始める' }))
    expect((await screen.findByRole('alert')).textContent).toBe('本人確認は済んでいます。')
  })
})

describe('the way by an identity provider', () => {
  const offered = {
    ...base,
    document: null as never,
    confirmed_at: null as never,
    provider: { name: 'まもる確認', state: 'none' },
  }

  it('leads there, and says what is handed over to whom', async () => {
    session = offered
    const left: string[] = []
    const assign = (url: string) => void left.push(url)
    const { location } = window
    Object.defineProperty(window, 'location', { configurable: true, value: { ...location, assign } })
    provider = () => ({ json: { url: 'https://ekyc.example/start/1' } })
    open()
    expect(await screen.findByText(/まもる確認\s*に渡し/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'まもる確認の画面へ進む' }))
    await waitFor(() => expect(left).toEqual(['https://ekyc.example/start/1']))
    // The back button shows the page as it was left.
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'まもる確認の画面へ進む' }))
      expect(left).toHaveLength(2)
    })
    Object.defineProperty(window, 'location', { configurable: true, value: location })
  })

  it('leaves our own page open when the provider is away', async () => {
    session = offered
    provider = () => ({
      status: 503,
      json: { detail: '本人確認の提携会社につながりませんでした。', code: 'identity_provider_down' },
    })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'まもる確認の画面へ進む' }))
    expect((await screen.findByRole('alert')).textContent).toContain('つながりませんでした')
    fireEvent.click(screen.getByRole('button', { name: 'この画面で撮影して送る' }))
    await screen.findByRole('heading', { name: '書類を選び、同じか確かめる' })
  })

  it('tells why it has to be done again, and goes on with a check under way', async () => {
    session = { ...offered, corrections: [{ part: 'address', reason: 'address_differs' }] }
    const first = open()
    expect(await screen.findByText(/ご登録のご住所が、書類と違うようです/)).toBeTruthy()
    first.unmount()
    session = { ...offered, provider: { name: 'まもる確認', state: 'ready' } }
    open()
    const go = await screen.findByRole('button', { name: 'まもる確認の画面で続ける' })
    const news = screen.getByText(/途中まで進んでいます/)
    expect(isBefore(news, go)).toBe(true)
    expect(isBefore(go, screen.getByText('いただかないもの'))).toBe(true)
    expect(screen.getByText(/「まもる確認の画面で続ける」を押すと/)).toBeTruthy()
    screen.getByRole('heading', { level: 1, name: '本人確認の続き' })
  })

  it('leads to the registered data when they were wrong, and on from there when they are put right', async () => {
    session = {
      ...offered,
      corrections: [{ part: 'address', reason: 'address_differs' }],
      provider: { name: 'まもる確認', state: 'rejected' },
    }
    const first = open()
    const way = await screen.findByRole('link', { name: 'ご登録の内容を直す' })
    expect(new URL((way as HTMLAnchorElement).href).searchParams.get('returnUrl')).toBe('/identity/3')
    expect(isBefore(way, screen.getByRole('button', { name: 'まもる確認の画面へ進む' }))).toBe(true)
    first.unmount()
    session = { ...session, corrections: [] }
    open()
    expect(await screen.findByText(/いまのご登録の内容で/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'ご登録の内容を直す' })).toBeNull()
  })

  it('says that the provider looks at it', async () => {
    session = {
      ...offered,
      state: 'in_review',
      provider: { name: 'まもる確認', state: 'submitted' },
      submitted_at: '2026-11-24T10:05:00+09:00',
      review_by: '2026-11-25T18:00:00+09:00',
    }
    open()
    await screen.findByText('まもる確認が確認します')
  })
})
