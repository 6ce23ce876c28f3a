import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { apply, type Box, move, read, receive } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, type World } from '../../../tests/support/world.ts'
import { header as b2Header } from '../carrier-label/b2.rules.ts'

let t: TestApp
let w: World
let next = 20_000_000_000
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await t.pool.query("update shop set kit_sizes = '{120}' where id = $1", [w.aoyama.shops[0]])
})
afterAll(() => t.close())

function newNumber(): string {
  next += 1
  return `${next}${next % 7}`
}

type Row = readonly [reference: string, number: string]
interface Sending {
  carrier?: string
  who?: Person
  check?: boolean
}

/** As B2クラウド writes it: all columns, some of them with the same name. */
function b2File(rows: readonly Row[]): Uint8Array {
  const lines = rows.map(([reference, number]) => {
    const cells = Array<string>(b2Header.length).fill('')
    cells[0] = reference
    cells[3] = number
    return cells.join(',')
  })
  return iconv.encode([b2Header.join(','), ...lines, ''].join('\r\n'), 'cp932')
}

async function sendBytes(bytes: Uint8Array, { carrier = 'YAMATO', who, check }: Sending = {}) {
  const form = new FormData()
  form.set('carrier', carrier)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), '発行済み.csv')
  const request = new Request('http://test/', { method: 'POST', body: form })
  return t.ask(`POST /api/biz/issued-numbers/${check ? 'check/' : ''}`, {
    token: (who ?? w.aoyama.staff).token,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: Buffer.from(await request.arrayBuffer()),
  })
}
const send = (rows: readonly Row[], sending?: Sending) => sendBytes(b2File(rows), sending)
const results = ({ body }: { body: { lines: { result: string }[] } }) =>
  body.lines.map(({ result }) => result)

async function returning(): Promise<Box> {
  const box = await apply(t, w)
  await receive(t, box, 2)
  expect((await move(t, box, 22, { reason: 'お客さまのご希望' })).status).toBe(200)
  return box
}
const withKit = () => apply(t, w, { kit_size: 120 })
const pickup = (carrier: string | null = 'YAMATO') =>
  apply(t, w, {
    delivering_option: 'PICKUP_ONLY',
    pickup_date: '2026-11-26',
    pickup_time_slot: '14-16',
    carrier,
    box_count: 2,
  })

describe('issued numbers', () => {
  test('reach returns, kits and boxes of pickups; a preview writes nothing, a repeat changes nothing', async () => {
    const [back, kit, boxes] = [await returning(), await withKit(), await pickup()]
    const numbers = Array.from({ length: 4 }, newNumber)
    const [one = '', two = '', three = '', four = ''] = numbers
    const rows: Row[] = [
      [`R-${back.id}`, one],
      [
        `K-${kit.id}`,
        `="${two.replace(/(\d{4})(\d{4})/, '$1-$2-')}"`.replaceAll('"', '""').replace(/^.*$/, '"$&"'),
      ],
      [`P-${boxes.id}-1`, three],
      [`P-${boxes.id}-2`, four],
      [`R-${back.id}`, one],
    ]
    const expected = ['return_numbered', 'kit_sent', 'pickup_booked', 'pickup_booked', 'known']
    const before = [await read(t, back), await read(t, kit), await read(t, boxes)]
    const checked = await send(rows, { check: true })
    expect([checked.status, results(checked), checked.body.import_id]).toEqual([200, expected, null])
    expect([await read(t, back), await read(t, kit), await read(t, boxes)]).toEqual(before)

    const done = await send(rows)
    expect(results(done)).toEqual(expected)
    // The articles of a return are counted before it leaves.
    expect(await read(t, back)).toMatchObject({
      status: 22,
      return_carrier: 'YAMATO',
      return_tracking_number: one,
      return_tracking_url: expect.stringContaining(one),
    })
    expect((await read(t, kit)).kit).toMatchObject({ state: 'sent', tracking_number: two, carrier: 'YAMATO' })
    const after = await read(t, boxes)
    expect(after).toMatchObject({ status: 1, boxes: [{ tracking_number: three }, { tracking_number: four }] })
    expect(after.status_history.at(-1).reason).toContain(`送り状番号の取り込み(番号${done.body.import_id})`)
    const again = await send(rows)
    expect(results(again)).toEqual(Array(5).fill('known'))
    expect(again.body.import_id).toBe(done.body.import_id)
    expect(await read(t, boxes)).toEqual(after)
    const { body: past } = await t.ask('GET /api/biz/tracking-imports/', { token: w.aoyama.staff.token })
    expect(past[0]).toMatchObject({ kind: 'numbers', carrier: 'YAMATO', row_count: 5, recorded_count: 4 })
    // The count is what lets it go, and the customer hears of it then.
    expect((await move(t, back, 23)).status).toBe(200)
    expect(results(await send([[`R-${back.id}`, one]]))).toEqual(['known'])
    expect(results(await send([[`R-${back.id}`, newNumber()]]))).toEqual(['closed'])
  })

  test('are refused by line, and the right lines are taken all the same', async () => {
    const [right, twice, other, numbered] = [
      await returning(),
      await returning(),
      await returning(),
      await returning(),
    ]
    const sagawa = await pickup('SAGAWA')
    const foreign = await withKit()
    await t.pool.query('update purchase_request set company_id = $1, shop_id = $2 where id = $3', [
      w.umeda.company,
      w.umeda.shops[0],
      foreign.id,
    ])
    const [good, used, first] = [newNumber(), newNumber(), newNumber()]
    expect(results(await send([[`R-${numbered.id}`, first]]))).toEqual(['return_numbered'])
    const done = await send([
      [`R-${right.id}`, good],
      [`R-${twice.id}`, newNumber()],
      [`R-${twice.id}`, newNumber()],
      [`R-${other.id}`, first],
      [`R-${numbered.id}`, newNumber()],
      ['R-999999999', newNumber()],
      [`K-${foreign.id}`, newNumber()],
      [`K-${right.id}`, newNumber()],
      [`P-${sagawa.id}-1`, newNumber()],
      [`P-${sagawa.id}-3`, newNumber()],
      ['ネット注文 12', newNumber()],
      [`R-${other.id}`, ''],
      [`R-${other.id}`, '123456789012'],
    ])
    expect(results(done)).toEqual([
      'return_numbered',
      'doubled',
      'doubled',
      'number_used',
      'other_number',
      'unknown_reference',
      'unknown_reference',
      'unknown_reference',
      'other_carrier',
      'unknown_reference',
      'bad_reference',
      'no_number',
      'bad_number',
    ])
    expect((await read(t, right)).return_tracking_number).toBe(good)
    expect((await read(t, numbered)).return_tracking_number).toBe(first)
    for (const box of [twice, other]) expect((await read(t, box)).return_tracking_number).toBe('')
    // One number for two parcels of one file.
    expect(
      results(
        await send([
          [`R-${twice.id}`, used],
          [`R-${other.id}`, used],
        ]),
      ),
    ).toEqual(['number_used', 'number_used'])
    // Staff of another dealer find nothing.
    expect(results(await send([[`R-${twice.id}`, newNumber()]], { who: w.umeda.staff }))).toEqual([
      'unknown_reference',
    ])
    expect((await send([], { who: w.hanako })).status).toBe(403)
  })

  test('written into the file that was made for the carrier, which is read back whole', async () => {
    for (const [carrier, column, reference] of [
      ['YAMATO', 3, 0],
      ['SAGAWA', 61, 9],
    ] as const) {
      const box = await returning()
      const { statusCode, rawPayload } = await t.app.inject({
        method: 'POST',
        url: '/api/biz/carrier-labels/',
        headers: { authorization: `Bearer ${w.aoyama.staff.token}` },
        payload: { carrier, kind: 'return', requests: [box.id] },
      })
      expect(statusCode).toBe(200)
      expect(results(await sendBytes(rawPayload, { carrier }))).toEqual(['no_number'])
      const [titles = '', line = ''] = iconv.decode(rawPayload, 'cp932').split('\r\n')
      const cells = line.split(',')
      const number = newNumber()
      expect(cells[reference]).toBe(`R-${box.id}`)
      cells[column] = number
      const issued = iconv.encode([titles, cells.join(','), ''].join('\r\n'), 'cp932')
      expect(results(await sendBytes(issued, { carrier }))).toEqual(['return_numbered'])
      expect((await read(t, box)).return_tracking_number).toBe(number)
      const made = { carrier, kind: 'return', requests: [box.id] }
      const again = await t.ask('POST /api/biz/carrier-labels/check/', {
        token: w.aoyama.staff.token,
        body: made,
      })
      expect(again.body.left_out).toEqual([{ request: box.id, reason: 'numbered' }])
    }
  })

  test('come two thousand at a time, in few statements; one that cannot be booked stops no other', async () => {
    const first = await pickup()
    const { rows } = await t.pool.query<{ id: number }>(
      `insert into purchase_request
       select copy.* from purchase_request r, generate_series(1, 1999) as g cross join lateral jsonb_populate_record(
         r, jsonb_build_object('note', g, 'id', nextval(pg_get_serial_sequence('purchase_request', 'id')))) as copy
       where r.id = $1 returning id`,
      [first.id],
    )
    const ids = [first.id, ...rows.map(({ id }) => id)]
    await t.pool.query(
      `insert into request_box (request_id, seq, box_code)
       select r, 1, 'OKB-' || lpad(r::text, 12, 'X') from unnest($1::bigint[]) r where r <> $2`,
      [ids, first.id],
    )
    const numbers = ids.map(newNumber)
    await t.pool.query('update purchase_request set pickup_date = null where id = $1', [ids[700]])
    let told: string[] = []
    const statements = await statementsOf(async () => {
      told = results(await send(ids.map((id, index) => [`P-${id}-1`, numbers[index] ?? ''] as const)))
    })
    expect([told[700], told.filter((result) => result === 'pickup_booked').length]).toEqual([
      'not_arranged',
      1999,
    ])
    // Each had fifteen to itself.
    expect(statements.length).toBeLessThan(2 * ids.length)
    const { rows: booked } = await t.pool.query(
      `select count(*)::int as n from purchase_request r join request_box b on b.request_id = r.id
       where r.status = 1 and b.seq = 1 and b.tracking_number = any($1::text[])`,
      [numbers],
    )
    expect(booked[0].n).toBe(1999)
  })

  test('twice at the same moment, and of a request that is canceled then: one of the two', async () => {
    for (let round = 0; round < 3; round += 1) {
      const box = await pickup()
      const rows: Row[] = [
        [`P-${box.id}-1`, newNumber()],
        [`P-${box.id}-2`, newNumber()],
      ]
      const both = await Promise.all([send(rows), send(rows, { who: w.aoyama.admin })])
      expect(both.flatMap(results).toSorted()).toEqual(['known', 'known', 'pickup_booked', 'pickup_booked'])
      const canceled = await pickup()
      const [imported, gone] = await Promise.all([
        send([[`P-${canceled.id}-1`, newNumber()]]),
        t.ask(`DELETE /api/purchase_requests/${canceled.id}/`, { token: w.hanako.token }),
      ])
      const { status, boxes } = await read(t, canceled)
      expect([gone.status, status]).toEqual([204, 4])
      expect(['pickup_booked', 'closed']).toContain(results(imported)[0])
      expect(boxes[0].tracking_number !== '').toBe(results(imported)[0] === 'pickup_booked')
    }
  })

  test('of e飛伝Ⅲ are read by its columns; a file with the state of parcels is told apart', async () => {
    const box = await returning()
    const number = newNumber()
    const text = `お客様管理番号,お問い合せ送り状No.\r\nR-${box.id},${number}\r\n`
    const utf8 = new TextEncoder().encode(`\ufeff${text}`)
    expect(results(await sendBytes(utf8, { carrier: 'SAGAWA' }))).toEqual(['return_numbered'])
    expect(await read(t, box)).toMatchObject({ return_carrier: 'SAGAWA', return_tracking_number: number })
    const wrong = await sendBytes(new TextEncoder().encode('伝票番号,荷物状況,日時\r\n1,集荷,2026/11/23'))
    expect([wrong.status, wrong.body.file[0]]).toEqual([
      400,
      expect.stringContaining('「お客様管理番号」の列が見つかりません'),
    ])
    expect(wrong.body.file[0]).toContain('「荷物の状況」にしてください')
    expect((await sendBytes(new Uint8Array([0x80, 0xff]))).body.file[0]).toContain('文字コード')
  })
})
