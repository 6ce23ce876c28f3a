import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { queryOf } from '#web/lib/query-client.ts'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { custodyOnWire, receivedBoxOnWire, requestOnWire } from '../shared/biz/test-request.ts'
import RequestPage from './request.page.tsx'

let server: TestServer
let stored: typeof requestOnWire

function respond({ method, path, json }: Seen): Reply {
  if (path === '/api/me/') return { json: {} }
  if (path === '/api/biz/purchase_requests/31/custody/') return { json: custodyOnWire }
  if (path !== '/api/biz/purchase_requests/31/') return { json: [] }
  if (method !== 'PUT') return { json: stored }
  const {
    version,
    reason: _reason,
    trackings,
    ...write
  } = json as {
    version: number
    reason?: string
    trackings?: { box: number; tracking_number: string }[]
  }
  if (version !== stored.version) return { status: 400, json: { code: 'stale_version', current: stored } }
  const boxes =
    trackings?.map(({ box, tracking_number }) => receivedBoxOnWire(box, { tracking_number })) ?? stored.boxes
  stored = { ...stored, ...write, boxes, version: version + 1 }
  return { json: stored }
}

beforeEach(async () => {
  localStorage.clear()
  stored = {
    ...requestOnWire,
    allowed_transitions: [{ to: 4, label: '申し込みを取り消す', needs: ['reason'] }],
  }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const writes = () => server.seen.filter(({ method }) => method === 'PUT').map(({ json }) => json)

async function open() {
  const page = openBiz('/biz/requests/31', { '/biz/requests/$id': RequestPage })
  await screen.findByText('集荷・発送')
  const reread = () =>
    page.client.invalidateQueries({
      queryKey: queryOf(purchaseRequestCalls.bizGet, { params: { id: 31 } }).queryKey,
    })
  return { ...page, reread }
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('a request somebody else writes to at the same time', () => {
  it('keeps the reason of a move and says what happened', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: '申し込みを取り消す' }))
    type(/^理由/, 'ご本人からお電話がありました')
    stored = { ...stored, internal_note: '先に電話済み', version: 9 }
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '申し込みを取り消す' }))
    const clash = await screen.findByRole('dialog', { name: 'ほかの画面で更新されました' })
    expect(screen.getByDisplayValue('ご本人からお電話がありました')).toBeTruthy()
    fireEvent.click(within(clash).getByRole('button', { name: '選んだ内容で保存する' }))
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes()[1]).toMatchObject({ status: 4, reason: 'ご本人からお電話がありました', version: 9 })
    await waitFor(() => expect(screen.queryByLabelText(/^理由/)).toBeNull())
  })

  it('keeps a reason and the number of a parcel when the request is read again', async () => {
    const { reread } = await open()
    type(/送り状番号/, '377845100684')
    fireEvent.click(screen.getByRole('button', { name: '申し込みを取り消す' }))
    type(/^理由/, 'お電話')
    stored = { ...stored, internal_note: 'ほかの人のメモ', version: 9 }
    await reread()
    await screen.findByDisplayValue('ほかの人のメモ')
    expect(screen.getByDisplayValue('お電話')).toBeTruthy()
    expect(screen.getByDisplayValue('377845100684')).toBeTruthy()
  })

  it('takes the parcel number over a change of something else without a question', async () => {
    const { reread } = await open()
    type(/送り状番号/, '377845100684')
    stored = { ...stored, internal_note: 'ほかの人のメモ', version: 9 }
    await reread()
    await screen.findByDisplayValue('ほかの人のメモ')
    fireEvent.click(screen.getByRole('button', { name: '集荷・発送を保存する' }))
    await waitFor(() => expect(stored.boxes).toMatchObject([{ tracking_number: '377845100684' }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks before a note goes over one that was written meanwhile, also when that is on the screen', async () => {
    const { reread } = await open()
    type(/社内メモ/, 'わたしのメモ')
    stored = { ...stored, internal_note: 'ほかの人のメモ', version: 9 }
    await reread()
    await waitFor(() => expect(server.seen.filter(({ path }) => path.endsWith('/31/')).length).toBe(2))
    fireEvent.click(screen.getByRole('button', { name: 'メモを保存する' }))
    const clash = await screen.findByRole('dialog', { name: 'ほかの画面で更新されました' })
    expect(within(clash).getByText('ほかの人のメモ')).toBeTruthy()
    fireEvent.click(within(clash).getByLabelText('社内メモ: 保存されている内容'))
    fireEvent.click(within(clash).getByRole('button', { name: '選んだ内容で保存する' }))
    await screen.findByDisplayValue('ほかの人のメモ')
    expect(stored.internal_note).toBe('ほかの人のメモ')
  })

  it('finds a note and a reason again after a reload', async () => {
    const { unmount } = await open()
    type(/社内メモ/, '書きかけ')
    unmount()
    await open()
    expect(screen.getByDisplayValue('書きかけ')).toBeTruthy()
  })
})
