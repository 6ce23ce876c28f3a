import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Reply, type Seen, startServer, type TestServer } from '#web/lib/test-server.ts'
import { openBiz } from '#web/ui/test-page.tsx'
import PayoutPage from './payout.page.tsx'
import PayoutsPage from './payouts.page.tsx'

const line = (id: number, amount: number) => ({
  id,
  transfer: id + 100,
  customer_name: id === 1 ? '山田 花子' : '鈴木 一郎',
  bank_name: '三菱UFJ銀行',
  branch_name: '丸の内',
  account_type: 1,
  account_number_masked: '****347',
  account_holder_kana: 'ﾔﾏﾀﾞ ﾊﾅｺ',
  verified_name_kana: 'ヤマダ ハナコ',
  amount,
  result: 'pending',
  bounce_reason: '',
  recorded_by: '',
  recorded_at: null as string | null,
  returned_by: '',
  returned_at: null as string | null,
})
const act = (name: string, by: string, at: string, more: object = {}) => ({
  act: name,
  by,
  at: `2026-11-21T${at}:00+09:00`,
  paid: 0,
  bounced: 0,
  returned: 0,
  reason: '',
  ...more,
})
const draft = {
  id: 7,
  state: 'draft',
  pay_date: '2026-11-24',
  line_count: 2,
  total: 12400,
  created_by: '大手 進',
  approved_by: '',
  created_at: '2026-11-21T10:00:00+09:00',
  lines: [line(1, 4400), line(2, 8000)],
  history: [act('create', '大手 進', '10:00')],
  problems: [],
  file_sha256: null,
  paid_count: 0,
  bounced_count: 0,
  returned_count: 0,
  allowed_moves: ['approve', 'cancel'],
  may_approve: true,
  approval: { refusal: null as string | null, approvers: ['内幸 望'] },
  version: 3,
}
const exported = {
  ...draft,
  state: 'exported',
  approved_by: '内幸 望',
  file_sha256: 'ab'.repeat(32),
  allowed_moves: ['send', 'cancel'],
}
const sent = { ...exported, state: 'sent', allowed_moves: ['record_results'] }
const problem = {
  line: 2,
  transfer: 102,
  byte: 51,
  severity: 'error',
  code: 'character',
  field: 'holderKana',
  message: '2件目(振込番号102)の口座名義: 「髙」は銀行で使えません。',
}
const candidate = (transfer: number, amount: number, problems: unknown[] = []) => ({
  transfer,
  customer_name: `お客さま${transfer}`,
  amount,
  kind: 'automatic',
  scheduled_on: '2026-11-24',
  bounced_before: transfer === 103 ? '口座が解約されています' : '',
  problems,
})

// The calendar is slow to load and has its own tests; only its value matters here.
vi.mock('#web/ui/date-picker-calendar.tsx', () => ({
  default: ({ label, value, error }: { label: string; value: string; error?: string }) => (
    <p>
      {label} {value} {error}
    </p>
  ),
}))

let server: TestServer
let batch: object = draft
let waiting: object = {}
let refusal: Reply | undefined

let passwords: string[] = []

function respond({ method, path, json }: Seen): Reply {
  if (path === '/api/auth/jwt/reauthenticate/') {
    const { password } = json as { password: string }
    passwords.push(password)
    return password === 'right'
      ? { json: { access: 'eyJh.fresh.x' } }
      : { status: 400, json: { code: 'wrong_password', password: ['パスワードが違います。'] } }
  }
  if (method === 'POST') return refusal ?? { json: { ...batch, version: 4 } }
  if (path === '/api/biz/payouts/7/') return { json: batch }
  if (path === '/api/biz/second-factor/')
    return {
      json: { is_required: false, totp: null, passkey_origin: null, passkeys: [], recovery_codes_left: 0 },
    }
  if (path === '/api/biz/payouts/candidates/') return { json: waiting }
  return { json: { count: 0, next: null, previous: null, results: [] } }
}

beforeEach(async () => {
  passwords = []
  batch = draft
  refusal = undefined
  waiting = {
    pay_date: '2026-11-24',
    total: 12400,
    candidates: [candidate(101, 4400), candidate(102, 8000, [problem]), candidate(103, 600)],
    problems: [],
  }
  localStorage.clear()
  sessionStorage.clear()
  server = await startServer(respond)
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const posts = () =>
  server.seen.filter(({ method, path }) => method === 'POST' && !path.includes('reauthenticate'))

const open = (path: string) =>
  openBiz(path, { '/biz/payouts': PayoutsPage, '/biz/payouts/$id': PayoutPage }).router

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))

async function sign(name: string, password = 'right') {
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('パスワード'), { target: { value: password } })
  fireEvent.click(dialog.getByRole('button', { name }))
  return dialog
}
const approve = async () => {
  await press('2件 ¥12,400 を承認する')
  await sign('承認する')
}

describe('approving', () => {
  it('asks the second person for the password, and shows for how many and how much', async () => {
    open('/biz/payouts/7')
    await press('2件 ¥12,400 を承認する')
    const dialog = await sign('承認する', '')
    expect(dialog.getByText('2件')).toBeTruthy()
    expect(dialog.getByText('¥12,400')).toBeTruthy()
    expect(dialog.getByText('パスワードを入力してください。')).toBeTruthy()
    await sign('承認する', 'wrong')
    expect(await dialog.findByText(/パスワードが違/)).toBeTruthy()
    expect(posts()).toHaveLength(0)
    await sign('承認する')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(passwords).toEqual(['wrong', 'right'])
    expect(posts()[0]).toMatchObject({ path: '/api/biz/payouts/7/approve/', json: { version: 3 } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks for the password before the bank file is made as well', async () => {
    batch = { ...draft, state: 'approved', approved_by: '内幸 望', allowed_moves: ['export', 'cancel'] }
    open('/biz/payouts/7')
    await press('ファイルを作る')
    const dialog = await sign('ファイルを作る')
    expect(dialog.getByText('¥12,400')).toBeTruthy()
    await waitFor(() => expect(posts()[0]).toMatchObject({ path: '/api/biz/payouts/7/export/' }))
  })

  it('tells whoever may not why, and who has to act, without a button that would be refused', async () => {
    batch = {
      ...draft,
      allowed_moves: ['cancel'],
      may_approve: false,
      approval: { refusal: 'two_people_required', approvers: ['内幸 望'] },
    }
    open('/biz/payouts/7')
    expect((await screen.findByText(/作成した人は承認できません/)).textContent).toContain('内幸 望さん')
    expect(screen.queryByRole('button', { name: /承認する/ })).toBeNull()
  })

  it('says on the page what the server refused at the last moment, and who can', async () => {
    refusal = {
      status: 403,
      json: {
        code: 'second_person_network',
        detail: '同じ回線からは承認できません。承認できるのは、内幸 望さんです。',
      },
    }
    open('/biz/payouts/7')
    await approve()
    expect((await screen.findByRole('alert')).textContent).toContain('承認できるのは、内幸 望さんです。')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says in the words of the checks why a step was refused', async () => {
    refusal = {
      status: 400,
      json: { code: 'payout_check_failed', non_field_errors: ['だめです。'], problems: [problem] },
    }
    open('/biz/payouts/7')
    await approve()
    expect(await screen.findByText(problem.message)).toBeTruthy()
    expect(screen.getByText('2行目 ・ 振込番号 102 ・ 項目: 口座名義 ・ 51バイト目')).toBeTruthy()
  })

  it('shows both versions when somebody was faster, and then what holds', async () => {
    refusal = {
      status: 400,
      json: { code: 'stale_version', version: ['古い'], current: { ...exported, version: 9 } },
    }
    open('/biz/payouts/7')
    await approve()
    const dialog = await screen.findByRole('dialog', { name: 'ほかの画面で更新されました' })
    const state = within(dialog).getByRole('row', { name: /状況/ })
    expect(state.textContent).toBe('状況作成中ファイル作成済')
    await press('今の内容を見る')
    expect(await button('送信済みにする')).toBeTruthy()
  })
})

describe('the history', () => {
  it('says who did what and when, why it ended, and what comes next', async () => {
    batch = {
      ...sent,
      history: [
        act('create', '大手 進', '10:00'),
        act('approve', '内幸 望', '10:25'),
        act('record_results', '大手 進', '17:10', { paid: 12, bounced: 1 }),
      ],
    }
    open('/biz/payouts/7')
    const steps = async () => {
      const list = await screen.findByRole('list', { name: '経過' })
      return within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    }
    const shown = await steps()
    expect(shown[1]).toContain('承認 内幸 望')
    expect(shown[1]).toContain('10:25')
    expect(shown[2]).toContain('振込済 12件・組戻し 1件')
    expect(shown[3]).toBe('残りの結果の記録を待っています')
    cleanup()
    batch = {
      ...draft,
      state: 'canceled',
      allowed_moves: [],
      history: [...draft.history, act('cancel', '内幸 望', '11:00', { reason: '日付の誤り' })],
    }
    open('/biz/payouts/7')
    const canceled = await steps()
    expect(canceled).toHaveLength(2)
    expect(canceled[1]).toContain('取り消し 内幸 望')
    expect(canceled[1]).toContain('理由: 日付の誤り')
  })
})

describe('what cannot be taken back', () => {
  it('is sent only after the sum was typed', async () => {
    batch = exported
    open('/biz/payouts/7')
    await press('送信済みにする')
    const dialog = within(await screen.findByRole('dialog'))
    const field = dialog.getByRole('textbox')
    fireEvent.change(field, { target: { value: '1,240' } })
    fireEvent.click(dialog.getByRole('button', { name: '送信済みにする' }))
    expect(await dialog.findByText(/合計と一致しません/)).toBeTruthy()
    expect(posts()).toHaveLength(0)
    fireEvent.change(field, { target: { value: '１２，４００円' } })
    fireEvent.click(dialog.getByRole('button', { name: '送信済みにする' }))
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]).toMatchObject({ path: '/api/biz/payouts/7/send/', json: { version: 3 } })
  })

  it('is cancelled only with a reason', async () => {
    open('/biz/payouts/7')
    await press('振込データを取り消す')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: '取り消す' }))
    expect(await dialog.findByText('理由を入力してください')).toBeTruthy()
    expect(posts()).toHaveLength(0)
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 日付の誤り ' } })
    fireEvent.click(dialog.getByRole('button', { name: '取り消す' }))
    await waitFor(() => expect(posts()[0]?.json).toEqual({ version: 3, reason: '日付の誤り' }))
  })
})

describe('results', () => {
  it('takes all paid with one press, an exception with a key and its reason, and asks once more', async () => {
    batch = sent
    open('/biz/payouts/7')
    await press(/残りをすべて振込済にする/)
    const rows = within(screen.getByRole('table', { name: '行ごとの結果' })).getAllByRole('row')
    rows[2]?.focus()
    fireEvent.keyDown(rows[2] as HTMLElement, { code: 'KeyB' })
    await press('2件の結果を記録する')
    expect((await screen.findByRole('alert')).textContent).toBe('組戻しの行には理由を入力してください。')
    fireEvent.change(screen.getByRole('combobox', { name: '鈴木 一郎様の組戻しの理由' }), {
      target: { value: '口座が解約されています' },
    })
    await press('2件の結果を記録する')
    expect(posts()).toHaveLength(0)
    await press('記録する')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.json).toEqual({
      version: 3,
      results: [
        { line: 1, result: 'paid' },
        { line: 2, result: 'bounced', reason: '口座が解約されています' },
      ],
    })
  })
})

describe('after the file was made', () => {
  it('shows a hold before it is sent, and sends only by the word that the bank has it', async () => {
    const held = {
      ...problem,
      code: 'money_on_hold',
      byte: null,
      message: '2件目(振込番号102)は保留中です。',
    }
    batch = { ...exported, problems: [held] }
    open('/biz/payouts/7')
    expect(await screen.findByRole('heading', { name: '銀行へ送る前に、確認してください' })).toBeTruthy()
    expect(screen.getByText(held.message)).toBeTruthy()
    await press('送信済みにする')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '12400' } })
    fireEvent.click(dialog.getByRole('button', { name: '送信済みにする' }))
    expect(await dialog.findByText('銀行へ送ったかどうかをお確かめください。')).toBeTruthy()
    expect(posts()).toHaveLength(0)
    fireEvent.click(dialog.getByRole('checkbox', { name: 'このファイルは、すでに銀行へ送りました' }))
    fireEvent.click(dialog.getByRole('button', { name: '送信済みにする' }))
    await waitFor(() => expect(posts()[0]?.json).toEqual({ version: 3, despite_problems: true }))
  })

  it('shows a hold that came while the dialog was open', async () => {
    batch = exported
    open('/biz/payouts/7')
    await press('送信済みにする')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '12400' } })
    refusal = {
      status: 400,
      json: {
        code: 'payout_check_failed',
        non_field_errors: ['振込データに直すところがあります。'],
        problems: [problem],
      },
    }
    fireEvent.click(dialog.getByRole('button', { name: '送信済みにする' }))
    expect(await dialog.findByText(problem.message)).toBeTruthy()
    expect(dialog.getByRole('checkbox')).toBeTruthy()
  })

  it('records what came back with the reason the customer reads', async () => {
    const paid = { result: 'paid', recorded_by: '大手 進', recorded_at: '2026-11-25T10:00:00+09:00' }
    const back = {
      ...paid,
      result: 'returned',
      bounce_reason: '口座解約',
      returned_by: '内幸 望',
      returned_at: '2026-11-27T10:00:00+09:00',
    }
    batch = {
      ...sent,
      state: 'closed',
      lines: [
        { ...line(1, 4400), ...paid },
        { ...line(2, 8000), ...back },
      ],
      paid_count: 1,
      returned_count: 1,
      allowed_moves: ['record_returns'],
    }
    open('/biz/payouts/7')
    const rows = within(await screen.findByRole('table', { name: '振込データの明細' })).getAllByRole('row')
    expect(rows[2]?.textContent).toContain('資金返却 内幸 望')
    expect(within(rows[2] as HTMLElement).queryByRole('button')).toBeNull()
    fireEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: /資金返却を記録する/ }))
    const dialog = within(await screen.findByRole('dialog', { name: '資金返却を記録します' }))
    fireEvent.click(dialog.getByRole('button', { name: '資金返却を記録する' }))
    expect(await dialog.findByText('理由を入力してください')).toBeTruthy()
    expect(posts()).toHaveLength(0)
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 口座が解約されています ' } })
    fireEvent.click(dialog.getByRole('button', { name: '資金返却を記録する' }))
    await waitFor(() =>
      expect(posts()[0]).toMatchObject({
        path: '/api/biz/payouts/7/returns/',
        json: { version: 3, returns: [{ line: 1, reason: '口座が解約されています' }] },
      }),
    )
  })
})

describe('on a phone', () => {
  const wide = window.matchMedia
  beforeEach(() => {
    window.matchMedia = ((query: string) => ({
      matches: query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })) as never
  })
  afterEach(() => {
    window.matchMedia = wide
  })

  it('asks for each result in a card of its own and records the same', async () => {
    batch = sent
    open('/biz/payouts/7')
    const cards = within(await screen.findByRole('list', { name: '行ごとの結果' })).getAllByRole('listitem')
    expect(screen.queryByRole('table')).toBeNull()
    fireEvent.click(within(cards[0] as HTMLElement).getByRole('radio', { name: '振込済' }))
    const second = within(cards[1] as HTMLElement)
    expect(second.getByText('鈴木 一郎')).toBeTruthy()
    fireEvent.click(second.getByRole('radio', { name: '組戻し' }))
    fireEvent.change(second.getByRole('combobox', { name: '鈴木 一郎様の組戻しの理由' }), {
      target: { value: '口座名義が違います' },
    })
    await press('2件の結果を記録する')
    await press('記録する')
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(posts()[0]?.json).toMatchObject({
      results: [
        { line: 1, result: 'paid' },
        { line: 2, result: 'bounced', reason: '口座名義が違います' },
      ],
    })
  })

  it('lets transfers that wait be left out of the batch', async () => {
    open('/biz/payouts')
    const list = within(await screen.findByRole('list', { name: '振込待ちの一覧' }))
    expect(list.getAllByRole('listitem')).toHaveLength(3 + 1)
    fireEvent.click(list.getByRole('checkbox', { name: /振込番号103/ }))
    await press('振込データを作る')
    await waitFor(() => expect(posts()[0]?.json).toEqual({ pay_date: '2026-11-24', transfers: [101] }))
  })
})

describe('the file', () => {
  it('is saved under the name the server gave it', async () => {
    batch = exported
    const saved: string[] = []
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    await server.close()
    server = await startServer((seen) =>
      seen.path.endsWith('/file/')
        ? {
            headers: {
              'Content-Type': 'application/octet-stream',
              'Content-Disposition': 'attachment; filename="zengin-20261124-7.txt"',
              'Access-Control-Expose-Headers': 'Content-Disposition',
            },
            text: '1210',
          }
        : respond(seen),
    )
    open('/biz/payouts/7')
    await press('ファイルをダウンロードする')
    expect(await screen.findByText(/zengin-20261124-7\.txt/)).toBeTruthy()
    expect(saved).toEqual(['zengin-20261124-7.txt'])
    click.mockRestore()
  })
})

describe('transfers that wait', () => {
  it('makes a batch of what was chosen; what has to be put right cannot be', async () => {
    const router = open('/biz/payouts')
    const table = within(await screen.findByRole('table', { name: '振込待ちの一覧' }))
    expect(table.getByText(problem.message)).toBeTruthy()
    expect(table.queryByRole('checkbox', { name: /振込番号102/ })).toBeNull()
    expect(table.getByText('前回は組戻し: 口座が解約されています')).toBeTruthy()
    fireEvent.click(table.getByRole('checkbox', { name: /振込番号103/ }))
    await press('振込データを作る')
    await waitFor(() => expect(posts()[0]?.json).toEqual({ pay_date: '2026-11-24', transfers: [101] }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/payouts/7'))
  })

  it('asks for the password before a batch is made long after the sign-in', async () => {
    refusal = { status: 403, json: { code: 'reauthentication_required' } }
    const router = open('/biz/payouts')
    fireEvent.click(await screen.findByRole('checkbox', { name: /振込番号103/ }))
    await press('振込データを作る')
    await screen.findByRole('dialog')
    refusal = undefined
    await sign('確認して続ける')
    await waitFor(() => expect(router.state.location.pathname).toBe('/biz/payouts/7'))
    expect(posts().map(({ json }) => json)).toEqual(
      Array(2).fill({ pay_date: '2026-11-24', transfers: [101] }),
    )
  })

  it('gives back what no file can carry, with a reason the customer reads', async () => {
    refusal = { json: { transfer: 102, status: 2, amount: 8000, reason: '支店が閉店しました' } }
    open('/biz/payouts')
    const table = within(await screen.findByRole('table', { name: '振込待ちの一覧' }))
    expect(table.getAllByRole('button', { name: /残高に戻す/ })).toHaveLength(1)
    fireEvent.click(table.getByRole('button', { name: /振込番号102 .*残高に戻す/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/お客さま102様の¥8,000/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: '残高に戻す' }))
    expect(await dialog.findByText('理由を入力してください')).toBeTruthy()
    expect(posts()).toHaveLength(0)
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 支店が閉店しました ' } })
    fireEvent.click(dialog.getByRole('button', { name: '残高に戻す' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(posts()).toMatchObject([
      { path: '/api/biz/payouts/candidates/102/cannot-send/', json: { reason: '支店が閉店しました' } },
    ])
  })

  it('does not offer that for money that is only held for now', async () => {
    waiting = {
      ...waiting,
      candidates: [candidate(104, 900, [{ ...problem, code: 'money_on_hold', transfer: 104 }])],
    }
    open('/biz/payouts')
    const table = within(await screen.findByRole('table', { name: '振込待ちの一覧' }))
    await table.findByText(problem.message)
    expect(table.queryByRole('button', { name: /残高に戻す/ })).toBeNull()
  })

  it('refuses a day on which banks rest and leads to the next one they work', async () => {
    waiting = {
      ...waiting,
      pay_date: '2026-11-23',
      problems: [
        {
          ...problem,
          line: null,
          transfer: null,
          byte: null,
          field: 'payDate',
          message: '銀行の休業日です。',
        },
      ],
    }
    const router = open('/biz/payouts?pay_date=2026-11-23')
    await screen.findByRole('table', { name: '振込待ちの一覧' })
    await press('振込データを作る')
    expect((await screen.findByText('振込データは作られていません')).parentElement?.textContent).toContain(
      '銀行の休業日です。',
    )
    expect(posts()).toHaveLength(0)
    await press('次の営業日にする')
    await waitFor(() => expect(router.state.location.searchStr).not.toContain('pay_date'))
  })
})
