import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import { LabelDialog } from './label-dialog.tsx'

const closed = vi.fn()
let server: TestServer
let told: Reply[]
let file: Reply

const good = { count: 2, left_out: [{ request: 33, reason: 'numbered' }], problems: [] }
const noFactor = {
  is_required: false,
  totp: null,
  passkey_origin: null,
  passkeys: [],
  recovery_codes_left: 0,
}
const problem = {
  row: 1,
  request: 31,
  customer_name: '𠮷田 花子',
  field: 'to_name',
  problem: 'characters',
  text: '𠮷田 花子',
  characters: ['𠮷'],
  suggestion: '吉田 花子',
}

beforeEach(async () => {
  told = [{ json: good }]
  file = { status: 400, json: { requests: ['送り状を作る荷物がありません。'], code: 'no_parcels' } }
  closed.mockClear()
  server = await startServer(({ path }) => {
    if (path === '/api/biz/carrier-labels/') return file
    if (path === '/api/biz/second-factor/') return { json: noFactor }
    if (path !== '/api/biz/carrier-labels/check/') return { json: {} }
    return (told.length > 1 ? told.shift() : told[0]) as Reply
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const posts = () => server.seen.filter(({ method }) => method === 'POST')
const open = (requests: number[] = [31, 32, 33]) =>
  openBiz('/biz/returns', {
    '/biz/returns': () => <LabelDialog kind="return" requests={requests} onClose={closed} />,
  })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('a file for the software of a carrier', () => {
  it('asks for another text where a label cannot print one, and keeps what was written', async () => {
    told = [{ json: { ...good, problems: [problem] } }, { json: good }]
    open()
    const field = await screen.findByLabelText<HTMLInputElement>(/^お届け先名/)
    expect(field.value).toBe('吉田 花子')
    expect(screen.getByText(/送り状に印字できない字があります\(𠮷\)/)).toBeTruthy()
    expect(screen.getByText(/33: 送り状番号が記録されています/)).toBeTruthy()
    fireEvent.change(field, { target: { value: 'ヨシダ 花子' } })
    press('直した文字を確かめる')
    await waitFor(() => expect(screen.queryByText(/印字できない字/)).toBeNull())
    expect(posts().at(-1)?.json).toMatchObject({
      requests: [31, 32, 33],
      texts: [{ request: 31, field: 'to_name', text: 'ヨシダ 花子' }],
    })
    expect(screen.getByLabelText<HTMLInputElement>(/^お届け先名/).value).toBe('ヨシダ 花子')
  })

  it('is refused with a sentence, and the dialog stays', async () => {
    open([])
    press(
      await screen
        .findByRole('button', { name: '2個の荷物のCSVを保存する' })
        .then(({ textContent }) => textContent ?? ''),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('送り状を作る荷物がありません。')
    expect(closed).not.toHaveBeenCalled()
    // Without chosen rows, all that wait up to a day are meant.
    expect(posts().every(({ json }) => /^\d{4}-\d\d-\d\d$/.test((json as { through: string }).through))).toBe(
      true,
    )
  })

  it('asks for the password where the sign-in is older; going back keeps the dialog as it is', async () => {
    file = { status: 403, json: { code: 'reauthentication_required', detail: 'もう一度' } }
    open()
    fireEvent.click(await screen.findByRole('button', { name: '2個の荷物のCSVを保存する' }))
    await screen.findByLabelText('パスワード')
    const backs = screen.getAllByRole('button', { name: /戻る|やめる|キャンセル/ })
    fireEvent.click(backs.at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByLabelText('パスワード')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await screen.findByRole('button', { name: '2個の荷物のCSVを保存する' })).toBeTruthy()
    expect(closed).not.toHaveBeenCalled()
  })

  it('is asked for again with another carrier', async () => {
    open()
    await screen.findByRole('button', { name: '2個の荷物のCSVを保存する' })
    fireEvent.change(screen.getByLabelText(/^取り込むソフト/), { target: { value: 'SAGAWA' } })
    await waitFor(() => expect(posts().at(-1)?.json).toMatchObject({ carrier: 'SAGAWA' }))
  })

  it('says that the connection broke, and is made on a second attempt', async () => {
    told = [
      { status: 503, json: { detail: 'ただいま混み合っています。', code: 'database_unavailable' } },
      { json: good },
    ]
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('つながりにくく')
    press('もう一度確かめる')
    expect(await screen.findByRole('button', { name: '2個の荷物のCSVを保存する' })).toBeTruthy()
  })
})
