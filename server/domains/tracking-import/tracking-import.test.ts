import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { apply, type Box, move, read, receive } from '../../../tests/support/steps.ts'
import { makeSeller, makeWorld, type Person, type World } from '../../../tests/support/world.ts'
import { readInTime } from './tracking-import.service.ts'

let t: TestApp
let w: World
let jiro: Person
let next = 10_000_000_000

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  jiro = await makeSeller(t)
})
afterAll(() => t.close())

function newNumber(): string {
  next += 1
  return `${next}${next % 7}`
}

type Row = readonly [number: string, event: string, at: string]
const csvOf = (rows: readonly Row[]) =>
  ['伝票番号,荷物状況,日時', ...rows.map((row) => row.join(','))].join('\r\n')

interface Sending {
  carrier?: string
  who?: Person
  check?: boolean
}

async function sendBytes(bytes: Uint8Array, { carrier = 'YAMATO', who, check }: Sending = {}) {
  const form = new FormData()
  form.set('carrier', carrier)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), '配送状況.csv')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/biz/tracking-imports/${check ? 'check/' : ''}`, {
    token: (who ?? w.aoyama.staff).token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}

const sendCsv = (text: string, sending?: Sending) => sendBytes(new TextEncoder().encode(text), sending)
const sendRows = (rows: readonly Row[], sending?: Sending) => sendCsv(csvOf(rows), sending)

const results = ({ body }: { body: { lines: { result: string }[] } }) =>
  body.lines.map(({ result }) => result)

/** Applied for three days ago; its numbers are entered by staff, so that it is not on its way yet. */
async function booked(boxes = 1): Promise<{ box: Box; numbers: string[] }> {
  const box = await apply(t, w, { box_count: boxes })
  await backdate(box, 3)
  const numbers = Array.from({ length: boxes }, newNumber)
  const { version } = await read(t, box)
  const trackings = numbers.map((tracking_number, index) => ({ box: index + 1, tracking_number }))
  const written = await t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
    token: box.staff.token,
    body: { trackings, version },
  })
  expect([written.status, written.body.status]).toEqual([200, 0])
  return { box, numbers }
}

async function backdate(box: Box, days: number): Promise<void> {
  await t.pool.query(
    'update purchase_request set created_at = created_at - make_interval(days => $2) where id = $1',
    [box.id, days],
  )
}

const own = async (box: Box) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: box.customer.token })).body

const iso = (text: string) => new Date(text).toISOString()
const same = (text: string | null) => text && iso(text)

const pickedUp = '2026/11/22 15:30'
const deliveredAt = '2026/11/23 11:05'

async function told(box: Box): Promise<string[]> {
  await t.runJobs()
  const { rows } = await t.pool.query('select title from notification where request_id = $1 order by id', [
    box.id,
  ])
  return rows.map(({ title }) => title)
}

describe('importing a file of a carrier', () => {
  test('records when each box was picked up and delivered, and sends the request on its way', async () => {
    const { box, numbers } = await booked(2)
    const rows: Row[] = [
      [numbers[0] as string, '荷物受付', pickedUp],
      [numbers[0] as string, '輸送中', '2026/11/22 21:00'],
      [numbers[1] as string, '荷物受付', pickedUp],
    ]
    const before = await read(t, box)
    const checked = await sendRows(rows, { check: true })
    expect([checked.status, checked.body.import_id]).toEqual([200, null])
    expect(checked.body.sent_requests).toEqual([box.id])
    expect(await read(t, box)).toEqual(before)

    const done = await sendRows(rows)
    expect(done.body).toEqual({ ...checked.body, import_id: expect.any(Number) })
    expect(results(done)).toEqual(['picked_up', 'moving', 'picked_up'])
    expect(done.body.lines[2]).toMatchObject({ line: 4, request: box.id, box: 2 })
    const after = await own(box)
    expect(after.status).toBe(2)
    expect(after.boxes.map((one: { picked_up_at: string }) => same(one.picked_up_at))).toEqual([
      iso('2026-11-22T15:30:00+09:00'),
      iso('2026-11-22T15:30:00+09:00'),
    ])
    const { status_history: history } = await read(t, box)
    const named = history.filter(({ reason }: { reason: string }) =>
      reason.includes(`ヤマト運輸の配送状況の取り込み(番号${done.body.import_id})`),
    )
    expect(named.map(({ to_status: to }: { to_status: number }) => to)).toEqual([1, 2])
    expect(await told(box)).toContain('お荷物がお店に向かっています')

    const end = await sendRows([[numbers[1] as string, '配達完了', deliveredAt]])
    expect(results(end)).toEqual(['delivered'])
    // Arrived only with the scan of the shop.
    expect(await own(box)).toMatchObject({
      status: 2,
      arrived_box_count: 0,
      boxes: [{ delivered_at: null }, { arrived_at: null, delivered_at: expect.any(String) }],
    })
    const arriving = async () => {
      const { body } = await t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token })
      return body.arriving.find(({ id }: { id: number }) => id === box.id)
    }
    expect(same((await arriving()).delivered_at)).toBe(iso('2026-11-23T11:05:00+09:00'))
    expect((await receive(t, box, 4)).status).toBe(3)
    expect(await arriving()).toBeUndefined()
    const { body: list } = await t.ask('GET /api/biz/purchase_requests/', {
      token: w.aoyama.staff.token,
      query: { id: box.id },
    })
    expect(list.results[0].delivered_at).toBeNull()
  })

  test('changes nothing when lines or the whole file come again, in any order', async () => {
    const { box, numbers } = await booked()
    const number = numbers[0] as string
    const rows: Row[] = [
      [number, '荷物受付', pickedUp],
      [number, '荷物受付', '2026/11/22 18:00'],
      [number, '配達完了', deliveredAt],
    ]
    const first = await sendRows([...rows, ...rows].toReversed())
    expect(results(first).toSorted()).toEqual(['delivered', 'known', 'known', 'known', 'known', 'picked_up'])
    const after = await read(t, box)
    expect(after.status).toBe(2)
    // Delivered already: no message that it is on its way.
    expect(await told(box)).not.toContain('お荷物がお店に向かっています')
    const again = await sendRows([...rows, ...rows].toReversed())
    expect(results(again).every((result) => result === 'known')).toBe(true)
    expect(again.body).toMatchObject({ import_id: first.body.import_id, sent_requests: [] })
    expect(results(await sendRows(rows)).every((result) => result === 'known')).toBe(true)
    expect(await read(t, box)).toEqual(after)
    // An earlier report is nearer to the truth.
    expect(results(await sendRows([[number, '荷物受付', '2026/11/22 12:00']]))).toEqual(['picked_up'])
    expect(same((await own(box)).boxes[0].picked_up_at)).toBe(iso('2026-11-22T12:00:00+09:00'))
  })

  test('twice at the same time moves the request once', async () => {
    const { box, numbers } = await booked()
    const rows: Row[] = [[numbers[0] as string, '集荷', pickedUp]]
    const both = await Promise.all([sendRows(rows), sendRows(rows, { who: w.aoyama.admin })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.flatMap(results).toSorted()).toEqual(['known', 'picked_up'])
    const { status_history: history } = await read(t, box)
    expect(history.filter(({ to_status: to }: { to_status: number }) => to === 2)).toHaveLength(1)
    const { body } = await t.ask('GET /api/biz/tracking-imports/', { token: w.aoyama.staff.token })
    expect(body[0]).toMatchObject({ carrier: 'YAMATO', row_count: 1, recorded_count: 1, sent_count: 1 })
    expect(body[0].id).toBe(both[0]?.body.import_id)
  })

  test('and a customer who cancels at the same moment: one of the two, never half of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { box, numbers } = await booked()
      const [imported, canceled] = await Promise.all([
        sendRows([[numbers[0] as string, '集荷', pickedUp]]),
        t.ask(`DELETE /api/purchase_requests/${box.id}/`, { token: box.customer.token }),
      ])
      const after = await own(box)
      const seen = [results(imported)[0], canceled.status, after.status, after.boxes[0].picked_up_at !== null]
      expect([
        ['picked_up', 400, 2, true],
        ['canceled', 204, 4, false],
      ]).toContainEqual(seen)
    }
  })

  test('says of each line why it could not be used', async () => {
    const { box, numbers } = await booked()
    const number = numbers[0] as string
    const canceled = await booked()
    expect((await move(t, canceled.box, 4)).status).toBe(200)
    const done = await sendRows([
      ['123456789012', '荷物受付', pickedUp],
      ['1.23457E+11', '荷物受付', pickedUp],
      ['', '荷物受付', pickedUp],
      [newNumber(), '荷物受付', pickedUp],
      [number, '伝票番号未登録', pickedUp],
      [number, '荷物受付', '11/22 15:30'],
      [number, '荷物受付', '2026/02/30 15:30'],
      [number, '荷物受付', '2026/11/25 15:30'],
      [number, '配達完了', '2026/11/18 15:30'],
      [canceled.numbers[0] as string, '荷物受付', pickedUp],
    ])
    expect(results(done)).toEqual([
      'bad_number',
      'bad_number',
      'bad_number',
      'unknown_number',
      'unknown_event',
      'bad_time',
      'bad_time',
      'future',
      'before_request',
      'canceled',
    ])
    expect(done.body.lines.map(({ line }: { line: number }) => line)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    expect(await own(box)).toMatchObject({ status: 0, boxes: [{ picked_up_at: null, delivered_at: null }] })
    expect((await own(canceled.box)).boxes[0].picked_up_at).toBeNull()
  })

  test('reads a box that was received as delivered before, not after', async () => {
    const { box, numbers } = await booked()
    await receive(t, box)
    await t.pool.query(
      "update request_box set arrived_at = arrived_at - interval '1 day' where request_id = $1",
      [box.id],
    )
    const number = numbers[0] as string
    const done = await sendRows([
      [number, '配達完了', '2026/11/24 09:00'],
      [number, '配達完了', '2026/11/23 11:00'],
    ])
    expect(results(done)).toEqual(['after_arrival', 'delivered'])
    expect(await own(box)).toMatchObject({ status: 3, boxes: [{ delivered_at: expect.any(String) }] })
  })

  /** A later request with the number of another one. */
  async function withNumber(number: string, customer: Person = w.hanako): Promise<Box> {
    const box = await apply(t, w, {}, customer)
    await backdate(box, 1)
    await correct(box, number)
    return box
  }
  async function correct(box: Box, tracking_number: string) {
    const { version } = await read(t, box)
    const body = { trackings: [{ box: 1, tracking_number }], version }
    return t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, { token: box.staff.token, body })
  }

  test('takes the newer request when a carrier uses a number again', async () => {
    const { box: old, numbers } = await booked()
    const number = numbers[0] as string
    await receive(t, old)
    await t.pool.query(
      "update request_box set arrived_at = arrived_at - interval '2 days' where request_id = $1",
      [old.id],
    )
    const box = await withNumber(number)
    const done = await sendRows([
      [number, '荷物受付', '2026/11/21 15:00'],
      [number, '荷物受付', '2026/11/23 15:00'],
    ])
    expect(done.body.lines.map(({ request }: { request: number }) => request)).toEqual([old.id, box.id])
  })

  test('moves neither of two requests with the same number, and takes the file again once it is mended', async () => {
    const { box: right, numbers } = await booked()
    const number = numbers[0] as string
    const mistyped = await withNumber(number, jiro)
    const rows: Row[] = [[number, '配達完了', deliveredAt]]
    const before = await Promise.all([right, mistyped].map(own))
    for (const check of [true, false]) {
      const { body } = await sendRows(rows, { check })
      expect(body).toMatchObject({
        sent_requests: [],
        lines: [
          {
            result: 'ambiguous',
            request: null,
            candidates: [
              { request: mistyped.id, box: 1 },
              { request: right.id, box: 1 },
            ],
          },
        ],
      })
    }
    expect(await Promise.all([right, mistyped].map(own))).toEqual(before)
    expect((await correct(mistyped, '')).status).toBe(200)
    const again = await sendRows(rows)
    expect(again.body.lines[0]).toMatchObject({ result: 'delivered', request: right.id, candidates: [] })
    expect((await own(mistyped)).boxes[0].delivered_at).toBeNull()
  })

  test('and a customer who types the same number at that moment: never the other one’s box', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { box: right, numbers } = await booked()
      const number = numbers[0] as string
      const mistyped = await apply(t, w, {}, jiro)
      await backdate(mistyped, 1)
      const [imported, typed] = await Promise.all([
        sendRows([[number, '配達完了', deliveredAt]]),
        t.ask(`PATCH /api/purchase_requests/${mistyped.id}/`, {
          token: jiro.token,
          body: { tracking_number: number },
        }),
      ])
      expect(typed.status).toBe(200)
      expect(['delivered', 'ambiguous']).toContain(results(imported)[0])
      expect((await own(mistyped)).boxes[0].delivered_at).toBeNull()
      const delivered = (await own(right)).boxes[0].delivered_at !== null
      expect(delivered).toBe(results(imported)[0] === 'delivered')
    }
  })

  test('knows the columns and the encoding of each carrier', async () => {
    const { box, numbers } = await booked()
    const { version } = await read(t, box)
    await t.ask(`PUT /api/biz/purchase_requests/${box.id}/`, {
      token: box.staff.token,
      body: { carrier: 'SAGAWA', version },
    })
    const number = numbers[0] as string
    const text = [
      'お客様管理番号,お問い合せ送り状№,荷物状況,日付,時刻',
      `A-1,"=""${number}""",配達完了（宅配ボックス）,２０２６年11月23日,11:05`,
    ].join('\r\n')
    const bytes = iconv.encode(text.replace('№', 'No.'), 'cp932')
    const done = await sendBytes(bytes, { carrier: 'SAGAWA' })
    expect([done.status, results(done)]).toEqual([200, ['delivered']])
    expect(same((await own(box)).boxes[0].delivered_at)).toBe(iso('2026-11-23T11:05:00+09:00'))
    // The number belongs to a box of another carrier.
    expect(results(await sendRows([[number, '荷物受付', pickedUp]]))).toEqual(['unknown_number'])
    const wrong = await sendBytes(bytes, { carrier: 'YAMATO' })
    expect([wrong.status, wrong.body.file[0]]).toEqual([400, expect.stringContaining('「伝票番号」')])
    expect(wrong.body.file[0]).toContain('佐川急便のファイルなら、運送会社を選び直して')
  })

  test('reads numbers and times however the file writes them', async () => {
    const { box, numbers } = await booked(4)
    const wide = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const split = (text: string) => text.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3')
    const [one = '', two = '', three = '', four = ''] = numbers
    const text = [
      '\ufeff"お客様管理番号","送り状番号","状況","処理日時"',
      `"A-1","${split(one)}","お届け完了","2026/11/23 9:05"`,
      `"渋谷, ""本店""","${wide(split(two))}","配達完了","2026年11月23日 9時05分"`,
      `"A-3"," ${three} ","配達済み","20261123 0905"`,
      `"A-4","=""${four}""","配達完了(宅配ボックス)","2026-11-23T09:05:00"`,
      '',
    ].join('\r\n')
    expect(results(await sendCsv(text))).toEqual(Array(4).fill('delivered'))
    const { boxes } = await own(box)
    expect(new Set(boxes.map((each: { delivered_at: string }) => same(each.delivered_at)))).toEqual(
      new Set([iso('2026-11-23T09:05:00+09:00')]),
    )
  })

  test('of another kind is refused with the columns it has and those it needs', async () => {
    const b2 =
      'お客様管理番号,送り状種類,クール区分,伝票番号,出荷予定日,お届け予定日,配達時間帯,お届け先コード,お届け先電話番号,お届け先名'
    const { status, body } = await sendBytes(iconv.encode(`${b2}\r\n1,0,0,1,,,,,,\r\n`, 'cp932'))
    const [message] = body.file
    expect(status).toBe(400)
    expect(message).toContain('「荷物状況」「日時」の列が見つかりません')
    expect(message).toContain('「荷物状況」は「最新荷物状況」')
    expect(message).toContain('このファイルの1行目は、「お客様管理番号」「送り状種類」')
    expect(message).toContain('ほか2列')
    expect(message).not.toContain('「伝票番号」の列')
    expect(message).toContain('発行データなら')
  })

  test('of many requests is recorded in few statements', async () => {
    const { box } = await booked()
    const numbers = Array.from({ length: 300 }, newNumber)
    const { rows } = await t.pool.query<{ id: number }>(
      `with copy as (insert into purchase_request
         select made.* from purchase_request r, unnest($2::text[]) as number cross join lateral jsonb_populate_record(
           r, jsonb_build_object('note', number, 'id', nextval(pg_get_serial_sequence('purchase_request', 'id')))) as made
         where r.id = $1 returning id, note)
       insert into request_box (request_id, seq, box_code, tracking_number)
       select id, 1, 'OKB-' || note, note from copy returning request_id as id`,
      [box.id, numbers],
    )
    let done: string[] = []
    const statements = await statementsOf(async () => {
      done = results(await sendRows(numbers.map((number) => [number, '集荷', pickedUp] as const)))
    })
    expect(done).toEqual(Array(300).fill('picked_up'))
    // Two moves each; they had some ten statements to themselves.
    expect(statements.length).toBeLessThan(3 * numbers.length)
    const sent = await t.pool.query(
      `select count(*)::int as n from purchase_request r join request_box b on b.request_id = r.id
       where r.id = any($1::bigint[]) and r.status = 2 and b.picked_up_at is not null`,
      [rows.map(({ id }) => id)],
    )
    expect(sent.rows[0].n).toBe(300)
  })

  test('of the greatest length is read while other calls go on', async () => {
    const names = Array.from({ length: 90 }, (_, index) => `列${index}`).join(',')
    const more = Array.from({ length: 90 }, () => '"a""b"').join(',')
    const { numbers } = await booked()
    const text = [
      `伝票番号,荷物状況,日時,${names}`,
      ...Array.from(
        { length: 2000 },
        (_, index) => `${index === 1999 ? numbers[0] : newNumber()},集荷,2026/11/23 10:00,${more}`,
      ),
    ].join('\r\n')
    expect(text.length).toBeGreaterThan(1_200_000)
    const file = new TextEncoder().encode(text)
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 5)
    const read = await readInTime(Buffer.from(file), { kind: 'events', carrier: 'YAMATO' })
    clearInterval(timer)
    expect(read.ok && read.lines).toHaveLength(2000)
    expect(turns).toBeGreaterThan(5)
    const told = await sendBytes(file, { check: true })
    expect([told.status, results(told).slice(-2)]).toEqual([200, ['unknown_number', 'picked_up']])
    const many = await sendBytes(new TextEncoder().encode(`${text}\r\n${'1,2,3'.padEnd(95, ',')}`))
    expect([many.status, many.body.file[0]]).toEqual([400, expect.stringContaining('2000行までです')])
  })

  test('refuses what is no such file, with words that help', async () => {
    expect((await sendCsv('')).body.file[0]).toContain('1行目')
    expect((await sendCsv('伝票番号,荷物状況,日時')).body.file[0]).toContain('2行目')
    expect((await sendCsv('伝票番号,荷物状況,日時\r\n1,2')).body.file[0]).toContain('2行目')
    expect((await sendBytes(new Uint8Array([0x80, 0xff, 0xfe, 0x00]))).body.file[0]).toContain('文字コード')
    const rows = Array.from({ length: 2001 }, () => ['1', '集荷', pickedUp] as const)
    expect((await sendRows(rows)).body.file[0]).toContain('2000行まで')
    const huge = await sendBytes(new Uint8Array(2_100_000).fill(65))
    expect([huge.status, huge.body.file?.[0]]).toEqual([413, expect.stringContaining('2MB')])
    const carrier = await sendRows([['1', '集荷', pickedUp]], { carrier: 'JP' })
    expect([carrier.status, carrier.body.carrier[0]]).toEqual([400, expect.stringContaining('運送会社')])
  })

  test('is for the staff of the shop: another dealer finds no box, a customer has no access', async () => {
    const { box, numbers } = await booked()
    const rows: Row[] = [[numbers[0] as string, '荷物受付', pickedUp]]
    expect(results(await sendRows(rows, { who: w.umeda.staff }))).toEqual(['unknown_number'])
    expect((await sendRows(rows, { who: w.hanako })).status).toBe(403)
    expect((await own(box)).status).toBe(0)
    const { body } = await t.ask('GET /api/biz/tracking-imports/', { token: w.umeda.staff.token })
    expect(body).toHaveLength(1)
  })
})
