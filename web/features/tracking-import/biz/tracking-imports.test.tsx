import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import TrackingImportsPage from './tracking-imports.page.tsx'

const line = (number: number, result: string, request: number | null = null) => ({
  line: number,
  tracking_number: '564841939476',
  event_text: '荷物受付',
  event_at: '2026-11-22T15:30:00+09:00',
  result,
  request,
  box: request && 1,
  candidates: [] as object[],
})
const report = (import_id: number | null) => ({
  import_id,
  lines: [line(2, 'picked_up', 31), line(3, 'known', 31), line(4, 'bad_number')],
  sent_requests: [31],
})
const past = {
  id: 12,
  kind: 'events',
  carrier: 'SAGAWA',
  row_count: 3,
  recorded_count: 1,
  sent_count: 1,
  imported_by: '佐藤 次郎',
  imported_at: '2026-11-22T18:00:00+09:00',
}

let server: TestServer
let checked: Reply
let applied: Reply
let imports: object[]
const append = vi.spyOn(FormData.prototype, 'append')

function respond({ method, path }: Seen): Reply {
  if (path.endsWith('/check/')) return checked
  if (method === 'POST') return applied
  return { json: imports }
}

beforeEach(async () => {
  checked = { json: report(null) }
  applied = { json: report(12) }
  imports = []
  append.mockClear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const posts = () => server.seen.filter(({ method }) => method === 'POST')

function choose(name = 'yamato.csv') {
  openBiz('/biz/tracking-imports', { '/biz/tracking-imports': TrackingImportsPage })
  return pick(name)
}

async function pick(name: string) {
  const input = await screen.findByLabelText('CSVファイル', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['伝票番号,荷物状況,日時'], name)] } })
}

describe('importing a file of a carrier', () => {
  it('shows what each line would change before anything is written', async () => {
    await choose()
    expect(await screen.findByText(/まだ何も変わっていません/)).toBeTruthy()
    expect(posts().map(({ path }) => path)).toEqual(['/api/biz/tracking-imports/check/'])
    // Lines to look at come first, with what to do.
    const table = screen.getByRole('table', { name: '行ごとの結果' })
    expect(within(table).getAllByRole('row')).toHaveLength(2)
    expect(within(table).getByText(/最後の1桁を確かめて/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /すべて/ }))
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(within(table).getAllByRole('link')[0]?.getAttribute('href')).toBe('/biz/requests/31')
  })

  it('imports on request, says so where the focus is, and lists the import', async () => {
    await choose()
    const apply = await screen.findByRole('button', { name: '1件を取り込む' })
    imports = [past]
    fireEvent.click(apply)
    const title = await screen.findByText('取り込みました(番号12)')
    await waitFor(() => expect(document.activeElement).toBe(title.parentElement))
    expect(title.parentElement?.textContent).toContain('集荷1件')
    expect(await screen.findByText('佐藤 次郎')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '1件を取り込む' })).toBeNull()
    expect(append.mock.calls.filter(([name]) => name === 'carrier')).toEqual([
      ['carrier', 'YAMATO'],
      ['carrier', 'YAMATO'],
    ])
  })

  it('says why a file cannot be read, and takes another carrier or file', async () => {
    checked = { status: 400, json: { file: ['「伝票番号」の列が見つかりません。'], code: 'invalid' } }
    await choose('sagawa.csv')
    expect((await screen.findByRole('alert')).textContent).toContain('「伝票番号」の列が見つかりません。')
    checked = { json: report(null) }
    fireEvent.change(screen.getByLabelText(/^運送会社/), { target: { value: 'SAGAWA' } })
    expect(await screen.findByRole('button', { name: '1件を取り込む' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(append).toHaveBeenLastCalledWith('file', expect.any(File), 'sagawa.csv')
    expect(append).toHaveBeenCalledWith('carrier', 'SAGAWA')
  })

  it('says that the connection broke, not that the file is wrong, and checks it again', async () => {
    checked = { status: 503, json: { detail: 'ただいま混み合っています。', code: 'database_unavailable' } }
    await choose()
    expect((await screen.findByRole('alert')).textContent).toContain('確かめられませんでした')
    checked = { json: report(null) }
    fireEvent.click(screen.getByRole('button', { name: 'もう一度確かめる' }))
    expect(await screen.findByRole('button', { name: '1件を取り込む' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names all requests that have the number of a line, and what to do', async () => {
    const candidates = [31, 32].map((request) => ({ request, box: 2 }))
    checked = {
      json: { import_id: null, lines: [{ ...line(2, 'ambiguous'), candidates }], sent_requests: [] },
    }
    await choose()
    const table = await screen.findByRole('table', { name: '行ごとの結果' })
    const links = within(table).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['31 2箱目', '/biz/requests/31'],
      ['32 2箱目', '/biz/requests/32'],
    ])
    expect(within(table).getByText(/番号の間違いを申し込みで直して/)).toBeTruthy()
  })

  it('says what the file must look like for the carrier chosen', async () => {
    openBiz('/biz/tracking-imports', { '/biz/tracking-imports': TrackingImportsPage })
    const shape = (await screen.findByText('ファイルの形と見本')).closest('details')
    expect(shape?.textContent).toContain('「伝票番号」')
    fireEvent.change(screen.getByLabelText(/^運送会社/), { target: { value: 'SAGAWA' } })
    expect(shape?.textContent).toContain('「お問い合せ送り状No.」')
    expect(shape?.querySelector('pre')?.textContent).toContain(
      'お問い合せ送り状No.,荷物状況,日時\n1234-5678-9013',
    )
  })

  it('offers nothing to import where nothing is new', async () => {
    checked = { json: { import_id: null, lines: [line(2, 'known', 31)], sent_requests: [] } }
    await choose()
    expect(await screen.findByText('新しく記録することはありません')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /件を取り込む/ })).toBeNull()
  })

  it('can be tried again when the connection breaks', async () => {
    await choose()
    const apply = await screen.findByRole('button', { name: '1件を取り込む' })
    applied = { status: 503, json: { detail: 'ただいま混み合っています。', code: 'database_unavailable' } }
    fireEvent.click(apply)
    expect(await screen.findByRole('alert')).toBeTruthy()
    applied = { json: report(12) }
    fireEvent.click(screen.getByRole('button', { name: '1件を取り込む' }))
    expect(await screen.findByText('取り込みました(番号12)')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('takes issued numbers, too, and says what each is for', async () => {
    const number = (at: number, reference: string, result: string, request: number | null) => ({
      line: at,
      reference,
      tracking_number: '564841939476',
      result,
      request,
      box: null,
    })
    const lines = [
      number(2, 'R-31', 'return_numbered', 31),
      number(3, 'ネット注文 12', 'bad_reference', null),
    ]
    checked = { json: { import_id: null, lines } }
    applied = { json: { import_id: 13, lines } }
    openBiz('/biz/tracking-imports', { '/biz/tracking-imports': TrackingImportsPage })
    fireEvent.click(await screen.findByLabelText('送り状番号'))
    await pick('b2.csv')
    expect(
      await screen.findByText(/返送1件、段ボール0件、集荷の箱0件。まだ何も変わっていません/),
    ).toBeTruthy()
    const table = screen.getByRole('table', { name: '行ごとの結果' })
    expect(within(table).getByText('ネット注文 12')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '1件を取り込む' }))
    expect(await screen.findByText('取り込みました(番号13)')).toBeTruthy()
    expect(posts().map(({ path }) => path)).toEqual([
      '/api/biz/issued-numbers/check/',
      '/api/biz/issued-numbers/',
    ])
  })
})
