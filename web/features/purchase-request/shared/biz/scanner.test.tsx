import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staffCode } from '#contract/scan-code'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { press, scanKeys, settle } from '#web/ui/test-keys.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { useScans } from '#web/ui/use-scans.ts'
import { Scanner } from './scanner.tsx'
import { requestOnWire } from './test-request.ts'
import type { BizRequest } from './types.ts'
import { useBadges } from './use-badges.ts'

const box = 'OKB-AAAAAAAAAAAA'
const slug = 'abcdefgh23456789'
const badge = staffCode(8)
let server: TestServer
let codes: Record<string, Reply>
type Row = Omit<typeof requestOnWire, 'assessor' | 'assessor_name'> & {
  assessor: number | null
  assessor_name: string | null
}
let request: Row

const found = (more: object): Reply => ({
  json: {
    kind: 'box',
    request: 31,
    slug: null,
    seq: null,
    staff: null,
    status: 11,
    item_status: null,
    name: '山田 花子',
    customer_name: '山田 花子',
    next: 'result',
    candidates: [],
    ...more,
  },
})

const names: Readonly<Record<number, string>> = { 5: '原田 由紀', 8: '西野 颯' }

function respond({ path, method, json }: Seen): Reply {
  const code = /\/scan\/(.+)\/$/.exec(path)?.[1]
  if (code) return codes[code] ?? { status: 404, json: { code: 'not_found' } }
  if (method === 'PUT') {
    const { assessor } = json as { assessor: number | null }
    request = {
      ...request,
      assessor,
      assessor_name: names[assessor ?? 0] ?? null,
      version: request.version + 1,
    }
  }
  return { json: request }
}

const own = 'kkkkkkkkkkkkkkkk'

function Page() {
  useScans(({ code }) => code === own)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <main>
      <Scanner />
      <TextField label="製造番号" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setOpen(true)}>
        ask
      </button>
      {open && (
        <Dialog open title="理由" onClose={() => setOpen(false)}>
          <textarea aria-label="理由" />
        </Dialog>
      )}
    </main>
  )
}

function BoxPage() {
  const [now, setNow] = useState(request)
  const conflict = useBadges({
    ...({} as BizRequest),
    id: 31,
    customerName: '山田 花子',
    status: now.status,
    version: now.version,
    assessor: now.assessor,
    assessorName: now.assessor_name,
  } as BizRequest)
  return (
    <main>
      <Scanner />
      <button type="button" onClick={() => setNow(request)}>
        reread
      </button>
      {conflict}
    </main>
  )
}

beforeEach(async () => {
  localStorage.clear()
  codes = {}
  request = { ...requestOnWire, status: 10, assessor: 5, assessor_name: names[5] ?? null }
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = async () => {
  const page = openBiz('/biz', { '/biz': Page })
  await screen.findByText('ask')
  return page
}

describe('the scanner of the frame', () => {
  it('says what was found, and goes to the next step of it', async () => {
    codes[box] = found({})
    const { router } = await open()
    act(() => void scanKeys(box))
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toMatch(
        /箱 山田 花子 様.*申し込み 31 ・ 査定結果のご確認待ち ・ 結果を開く/,
      ),
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/requests/31/result'))
  })

  it('says what an unknown code looks like, and leads to the search by a key', async () => {
    const { router } = await open()
    act(() => void scanKeys(box))
    expect((await screen.findByRole('alert')).textContent).toContain('箱の番号のようですが')
    expect(router.state.location.pathname).toBe('/biz')
    await settle()
    press('Enter', 300, { altKey: true })
    await waitFor(() => expect(router.state.location.search).toEqual({ q: box }))
  })

  it.each([
    ['the next scan, also one that the page takes', () => scanKeys(own)],
    ['Escape', () => press('Escape', 300)],
  ])('says it until %s', async (_what, end) => {
    await open()
    act(() => void scanKeys(box))
    await screen.findByRole('alert')
    await settle()
    act(() => void end())
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('tries again by the same key when the answer did not come', async () => {
    codes[box] = { status: 500, json: { code: 'internal' } }
    const { router } = await open()
    act(() => void scanKeys(box))
    expect((await screen.findByRole('alert')).textContent).toContain('確かめられませんでした')
    codes[box] = found({})
    await settle()
    press('Enter', 300, { altKey: true })
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/requests/31/result'))
  })

  it('writes letters that only looked like a label into the field they were sent to', async () => {
    await open()
    const field = screen.getByLabelText<HTMLInputElement>('製造番号')
    field.focus()
    act(() => void scanKeys(slug))
    expect(field.value).toBe('')
    await screen.findByRole('alert')
    await waitFor(() => expect(field.value).toBe(slug))
  })

  it('does not leave a dialog in which something is typed, but by a key', async () => {
    codes[box] = found({})
    const { router } = await open()
    fireEvent.click(screen.getByText('ask'))
    const reason = await screen.findByLabelText('理由', { selector: 'textarea' })
    reason.focus()
    fireEvent.change(reason, { target: { value: '書きかけ' } })
    act(() => void scanKeys(box))
    expect(await screen.findByText(/入力の途中なので、まだ開いていません/)).toBeTruthy()
    expect(router.state.location.pathname).toBe('/biz')
    expect((reason as HTMLTextAreaElement).value).toBe('書きかけ')
    await settle()
    press('Enter', 300, { altKey: true })
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/requests/31/result'))
  })

  it('leaves a dialog in which nothing is typed', async () => {
    codes[box] = found({})
    const { router } = await open()
    fireEvent.click(screen.getByText('ask'))
    ;(await screen.findByLabelText('理由', { selector: 'textarea' })).focus()
    act(() => void scanKeys(box))
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/requests/31/result'))
  })

  it('opens the boxes of a colleague by their badge', async () => {
    codes[badge] = found({
      kind: 'staff',
      request: null,
      staff: 8,
      name: '西野 颯',
      status: null,
      next: null,
    })
    const { router } = await open()
    act(() => void scanKeys(badge))
    await waitFor(() => expect(router.state.location.search).toEqual({ assessor: '8' }))
  })
})

describe('a badge on the page of a box', () => {
  const openBox = async () => {
    openBiz('/biz', { '/biz': BoxPage })
    await screen.findByText('reread')
  }
  const written = () =>
    server.seen
      .filter(({ method }) => method === 'PUT')
      .map(({ json }) => (json as { assessor: number }).assessor)

  beforeEach(() => {
    codes[badge] = found({
      kind: 'staff',
      request: null,
      staff: 8,
      name: '西野 颯',
      status: null,
      next: null,
    })
  })

  it('makes the box that person’s work, until it is taken back', async () => {
    await openBox()
    act(() => void scanKeys(badge))
    expect(await screen.findByText('担当を 西野 颯 にしました')).toBeTruthy()
    expect(written()).toEqual([8])
    fireEvent.click(screen.getByText('reread'))
    press('KeyZ', 300, { altKey: true })
    expect(await screen.findByText('担当を 原田 由紀 に戻しました')).toBeTruthy()
    expect(written()).toEqual([8, 5])
  })

  it('changes nothing when it is that person’s work already, or when the box is done', async () => {
    request = { ...request, assessor: 8, assessor_name: names[8] ?? null }
    await openBox()
    act(() => void scanKeys(badge))
    expect(await screen.findByText('担当はもう 西野 颯 です')).toBeTruthy()
    request = { ...request, status: 21, assessor: 5 }
    fireEvent.click(screen.getByText('reread'))
    act(() => void scanKeys(badge))
    expect(await screen.findByText(/終わった申し込みの担当は変えられません/)).toBeTruthy()
    expect(written()).toEqual([])
  })
})
