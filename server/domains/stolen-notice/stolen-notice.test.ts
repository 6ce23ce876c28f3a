import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import {
  answer,
  apply,
  type Box,
  contracted,
  move,
  offered,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { numberKeys } from './notice-number.rules.ts'
import { makeNotice } from './stolen-notice.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

let last = 0
const nextNumber = () => `第${++last}号`
const serialOf = () => `SN${String(++last).padStart(4, '0')}QZ7`

function register(article: Record<string, unknown>, more: Record<string, unknown> = {}, by?: Person) {
  return t.ask('POST /api/biz/stolen-notices/', {
    token: (by ?? w.aoyama.staff).token,
    key: randomKey(),
    body: {
      number: nextNumber(),
      police_station: '青山警察署',
      arrived_on: '2026-11-20',
      articles: [article],
      ...more,
    },
  })
}

async function oneItem(): Promise<Box & { slug: string }> {
  const box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  return { ...box, slug: (await read(t, box)).items[0].slug }
}

async function write(slug: string, body: Record<string, unknown>) {
  const { token } = w.aoyama.staff
  const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
  return t.ask(`PATCH /api/purchase_items/${slug}/`, { token, body: { version, ...body } })
}
const hitsOf = async (slug: string) =>
  (await t.ask(`GET /api/purchase_items/${slug}/`, { token: w.aoyama.staff.token })).body.notice_hits
const notice = (id: number, by: Person = w.aoyama.staff) =>
  t.ask(`GET /api/biz/stolen-notices/${id}/`, { token: by.token })
const decide = (id: number, act: 'confirm' | 'dismiss', by: Person = w.aoyama.staff) =>
  t.ask(`POST /api/biz/stolen-notice-matches/${id}/${act}/`, {
    token: by.token,
    body: { reason: '縫い目と金具を見比べた。' },
  })
const release = (hold: number, by: Person) =>
  t.ask(`POST /api/biz/holds/${hold}/release/`, { token: by.token, body: { reason: '別の品とわかった' } })

describe('a notice', () => {
  test('is kept with its day of arrival for six months, and is the dealer’s alone', async () => {
    const made = await register({ name: 'ダウンジャケット' }, { arrived_on: '2026-08-31', contact: '盗犯係' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      expires_on: '2027-02-28',
      is_live: true,
      registered_by: '鈴木 健一',
      matches: [],
    })
    expect((await notice(made.body.id, w.aoyama.admin)).status).toBe(200)

    for (const stranger of [w.umeda.staff, w.umeda.admin]) {
      expect((await notice(made.body.id, stranger)).status).toBe(404)
      const listed = await t.ask('GET /api/biz/stolen-notices/', { token: stranger.token })
      expect(listed.body).toMatchObject({ count: 0, results: [] })
      const changed = await t.ask(`PUT /api/biz/stolen-notices/${made.body.id}/`, {
        token: stranger.token,
        body: {},
      })
      expect(changed.status).toBe(404)
    }
    expect((await notice(made.body.id, w.operator.operator)).status).toBe(403)
  })

  test('needs the day of arrival, something to compare, and is registered once', async () => {
    const bad = await register({ color: '黒' }, { arrived_on: undefined })
    expect(bad.status).toBe(400)
    expect(bad.body.arrived_on).toBeTruthy()
    const empty = await register({ color: '黒' })
    expect(empty.body.articles[0].name[0]).toMatch(/どれかを入力/)
    const early = await register({ name: '時計' }, { arrived_on: '2026-11-25' })
    expect(early.body.arrived_on).toEqual(['今日までの日付を入力してください。'])

    const twice = { number: '第500号', police_station: '原宿警察署' }
    const both = await Promise.all([register({ name: '時計' }, twice), register({ name: '時計' }, twice)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(both.find(({ status }) => status === 400)?.body.code).toBe('notice_exists')
  })

  test('is corrected by its version, and found by what is written on it', async () => {
    const { body } = await register({ brand: 'ルイ・ヴィトン', name: '長財布', serial_number: 'CA-2193' })
    const token = w.aoyama.staff.token
    const put = (version: number) =>
      t.ask(`PUT /api/biz/stolen-notices/${body.id}/`, {
        token,
        body: {
          number: body.number,
          police_station: body.police_station,
          arrived_on: '2026-11-19',
          articles: [{ id: body.articles[0].id, brand: 'ルイ・ヴィトン', name: '二つ折り財布' }],
          version,
        },
      })
    expect((await put(body.version)).body).toMatchObject({
      arrived_on: '2026-11-19',
      articles: [{ id: body.articles[0].id, name: '二つ折り財布', serial_number: '' }],
    })
    expect((await put(body.version)).body.code).toBe('stale_version')
    const trail = await t.ask('GET /api/biz/activities/', {
      token: w.aoyama.admin.token,
      query: { object: 'stolen_notice', q: String(body.id) },
    })
    // Whoever makes a notice compare less, or for a shorter time, is seen to have.
    expect(trail.body.results[0]).toMatchObject({
      label: '品触れの内容を変えた',
      changes: [
        { label: '到達日', after: '2026年11月19日(木)' },
        { before: expect.stringContaining('CA-2193'), after: 'ルイ・ヴィトン 二つ折り財布' },
      ],
    })
    const found = async (q: string) =>
      (await t.ask('GET /api/biz/stolen-notices/', { token, query: { q } })).body.results.map(
        ({ id }: { id: number }) => id,
      )
    expect(await found('二つ折り')).toContain(body.id)
    expect(await found('るい')).toContain(body.id)
    expect(await found('長財布')).not.toContain(body.id)
  })

  test('shows the pictures of its paper, and says what to send instead of a PDF', async () => {
    const { body } = await register({ name: '指輪' })
    const upload = async (bytes: Buffer, type: string) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'scan')
      const request = new Request('http://test/', { method: 'POST', body: form })
      return t.ask(`POST /api/biz/stolen-notices/${body.id}/pages/`, {
        token: w.aoyama.staff.token,
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        body: Buffer.from(await request.arrayBuffer()),
      })
    }
    const png = await sharp({ create: { width: 40, height: 56, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const page = await upload(png, 'image/png')
    expect(page.status).toBe(201)
    expect((await notice(body.id)).body.pages).toHaveLength(1)
    const pdf = await upload(Buffer.from('%PDF-1.7\n'), 'application/pdf')
    expect([pdf.status, pdf.body.file[0]]).toEqual([400, expect.stringMatching(/PDF.*JPEG か PNG/)])
    const drop = (by: Person) =>
      t.ask(`DELETE /api/biz/stolen-notices/${body.id}/pages/${page.body.id}/`, { token: by.token })
    expect((await drop(w.umeda.admin)).status).toBe(404)
    expect((await drop(w.aoyama.staff)).status).toBe(204)
    expect((await notice(body.id)).body.pages).toEqual([])
  })
})

describe('a number that agrees', () => {
  test('holds what is under assessment as soon as the notice is registered', async () => {
    const serial = serialOf()
    const box = await oneItem()
    await write(box.slug, { name: '腕時計', serial_number: serial })
    const made = await register({ name: '時計', serial_number: `No.${serial.toLowerCase()}` })
    expect(made.body).toMatchObject({
      held_count: 1,
      matches: [{ strength: 'number', state: 'held', reasons: ['serial', 'name'], item: { slug: box.slug } }],
    })
    const request = await read(t, box)
    expect(request.is_held).toBe(true)
    expect(request.holds[0]).toMatchObject({
      kind: 'stolen_notice',
      placed_by: '',
      police_station: '青山警察署',
    })
    expect(request.holds[0].reason).toMatch(/青山警察署、2026年11月20日.*「時計」.*製造番号が一致/)
    expect((await move(t, box, 24, { reason: 'やめる' })).body.code).toBe('held')
    // Of another dealer nothing is held or shown.
    expect((await register({ name: '時計', serial_number: serial }, {}, w.umeda.staff)).body.matches).toEqual(
      [],
    )
    const own = await t.ask(`GET /api/purchase_items/${box.slug}/`, { token: w.aoyama.staff.token })
    expect(own.body.notice_hits).toHaveLength(1)
  })

  test('holds what is written later, and the assessor reads it in the same response', async () => {
    const serial = serialOf()
    await register({ name: '時計', serial_number: serial })
    const box = await oneItem()
    const saved = await write(box.slug, { serial_number: serial.replaceAll('0', 'O') })
    expect(saved.body).toMatchObject({
      is_held: true,
      allowed_transitions: [],
      notice_hits: [
        { state: 'held', strength: 'number', reasons: ['serial_near'], police_station: '青山警察署' },
      ],
    })
    const copy = await t.ask(`POST /api/biz/purchase_requests/${box.id}/items/`, {
      token: w.aoyama.staff.token,
      body: { copy_of: box.slug },
    })
    expect(copy.body.code).toBe('held')
  })

  test('is not asked about again once two people have released the hold, whatever is saved', async () => {
    const serial = serialOf()
    await register({ name: '時計', serial_number: serial })
    const box = await oneItem()
    await write(box.slug, { serial_number: serial })
    const [hold] = (await read(t, box)).holds
    expect((await release(hold.id, w.aoyama.staff)).status).toBe(200)
    expect((await release(hold.id, w.aoyama.staff)).status).toBe(403)
    expect((await release(hold.id, w.aoyama.admin)).status).toBe(200)
    const saved = await write(box.slug, { features: '裏蓋に傷', serial_number: serial })
    expect(saved.body).toMatchObject({ is_held: false, notice_hits: [{ is_released: true }] })
    expect((await read(t, box)).holds).toHaveLength(1)
  })

  test('of a notice whose six months are over holds nothing', async () => {
    const serial = serialOf()
    await register({ serial_number: serial }, { arrived_on: '2026-11-24' })
    t.clock.set('2027-05-25T09:00:00+09:00')
    const { token } = w.aoyama.staff
    const expired = await t.ask('GET /api/biz/stolen-notices/', { token, query: { view: 'live' } })
    expect(expired.status === 401 || expired.body.count === 0).toBe(true)
    t.clock.set(testStart)
    const box = await oneItem()
    await t.pool.query(
      `update stolen_notice set expires_on = '2026-11-23', arrived_on = '2026-05-23' where id = (
      select notice_id from stolen_notice_article where serial_number = $1)`,
      [serial],
    )
    expect((await write(box.slug, { serial_number: serial })).body.notice_hits).toEqual([])
  })

  test('keeps an accepted article from being bought, and a refused one from going back, before it was compared', async () => {
    const serial = serialOf()
    const box = await offered(t, w)
    const [first] = box.slugs
    await t.pool.query('update purchase_item set serial_number = $2 where slug = $1', [first, serial])
    // Registered by a process that ended before it had compared the notice.
    const id = await makeNotice(t.db, { company_id: w.aoyama.company, registered_by: w.aoyama.staff.id }, [
      { serial_number: serial },
    ])
    expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
    await t.runJobs()
    const request = await read(t, box)
    expect([request.status, request.is_held]).toEqual([13, true])
    expect((await notice(id)).body.matches).toHaveLength(1)

    const back = await contracted(t, w)
    await move(t, back, 22)
    const returned = back.slugs[2] as string
    const other = serialOf()
    await t.pool.query('update purchase_item set serial_number = $2 where slug = $1', [returned, other])
    await makeNotice(t.db, { company_id: w.aoyama.company, registered_by: w.aoyama.staff.id }, [
      { other_number: other },
    ])
    expect((await move(t, back, 21, { carrier: 'KLD', tracking_number: 'K1' })).body.code).toBe('held')
  })
})

describe('what only looks alike', () => {
  const coat = { color: '紺', name: 'ピーコート' }
  const looks = async () => {
    const [brand, id] = Object.entries(w.brands)[1] as [string, number]
    const box = await oneItem()
    await write(box.slug, { ...coat, brand: id, category: w.categories.coat })
    const name = (
      await t.db.selectFrom('brand').select('name').where('id', '=', id).executeTakeFirstOrThrow()
    ).name
    return { box, brand: name, key: brand }
  }

  test('waits for staff, who are counted it; another item is remembered, a number still holds it', async () => {
    const { box, brand } = await looks()
    const token = w.aoyama.staff.token
    const waiting = async () =>
      (await t.ask('GET /api/biz/today/', { token })).body.stations.find(
        ({ key }: { key: string }) => key === 'notices',
      )
    const before = await waiting()
    const serial = serialOf()
    const made = await register({
      brand,
      category: w.categories.coat,
      color: 'ネイビー',
      serial_number: serial,
    })
    const match = made.body.matches.find(({ item }: { item: { slug: string } }) => item.slug === box.slug)
    expect(match).toMatchObject({
      state: 'open',
      strength: 'features',
      reasons: ['brand', 'category', 'color'],
    })
    expect((await waiting()).count).toBe(before.count + made.body.open_count)
    expect((await read(t, box)).is_held).toBe(false)

    expect((await decide(match.id, 'dismiss', w.umeda.staff)).status).toBe(404)
    expect((await decide(match.id, 'dismiss')).status).toBe(200)
    expect((await decide(match.id, 'confirm')).body.code).toBe('illegal_transition')
    expect((await write(box.slug, { features: '袖に金のボタン' })).body.notice_hits).toEqual([])
    expect((await write(box.slug, { serial_number: serial })).body).toMatchObject({
      is_held: true,
      notice_hits: [{ strength: 'number', state: 'held' }],
    })
  })

  test('is held when staff say so, and forgotten when it turns out to be something else', async () => {
    const { box, brand } = await looks()
    const made = await register({ brand, category: w.categories.coat, color: '濃紺' })
    const match = made.body.matches.find(({ item }: { item: { slug: string } }) => item.slug === box.slug)
    expect((await decide(match.id, 'confirm')).body.held_count).toBe(1)
    expect((await read(t, box)).holds[0]).toMatchObject({ placed_by: '鈴木 健一', kind: 'stolen_notice' })

    // Released for its looks; the number that is found later holds it once more.
    const serial = serialOf()
    const [article] = made.body.articles
    const changed = await t.ask(`PUT /api/biz/stolen-notices/${made.body.id}/`, {
      token: w.aoyama.staff.token,
      body: {
        ...{ number: made.body.number, police_station: '青山警察署', arrived_on: '2026-11-20' },
        articles: [{ ...article, serial_number: serial }],
        version: made.body.version,
      },
    })
    expect(changed.status).toBe(200)
    const [hold] = (await read(t, box)).holds
    for (const by of [w.aoyama.staff, w.aoyama.admin]) expect((await release(hold.id, by)).status).toBe(200)
    expect((await write(box.slug, { serial_number: serial })).body.is_held).toBe(true)

    const other = await looks()
    expect(await hitsOf(other.box.slug)).not.toEqual([])
    expect((await write(other.box.slug, { color: '赤' })).body.notice_hits).toEqual([])
  })
})

describe('the report to the police', () => {
  const draftOf = (hold: number, by: Person) =>
    t.ask(`GET /api/biz/holds/${hold}/police-report/`, { token: by.token })
  const heldBy = async (serial: string, slug: string) => {
    await t.pool.query('update purchase_item set serial_number = $2 where slug = $1', [slug, serial])
    const { body } = await register({ brand: 'グッチ', name: '時計', color: '黒', serial_number: serial })
    return body.matches[0].hold as number
  }

  test('is drafted with the notice, the article and the person, for the own staff, and each view is recorded', async () => {
    const box = await oneItem()
    const serial = serialOf()
    await write(box.slug, { name: '腕時計', features: '裏蓋に傷' })
    const hold = await heldBy(serial, box.slug)
    const { status, body } = await draftOf(hold, w.aoyama.staff)
    expect([status, body]).toMatchObject([
      200,
      {
        kind: 'stolen_notice',
        police_station: '青山警察署',
        written_on: '2026-11-24',
        dealer: { name: '株式会社青山リユース', license_number: expect.stringMatching(/\d/) },
        notice: { police_station: '青山警察署', arrived_on: '2026-11-20', wanted: 'グッチ 時計 黒' },
        items: [
          { name: '腕時計', features: '裏蓋に傷', serial_number: serial, bought_on: null, price: null },
        ],
        seller: { name: w.hanako.name, age: expect.any(Number), occupation: expect.stringMatching(/./) },
        request: box.id,
      },
    ])
    const views = () =>
      t.pool.query("select from activity where action = 'hold.report_draft' and object_id = $1", [box.id])
    expect((await views()).rowCount).toBe(1)
    expect((await draftOf(hold, w.umeda.admin)).status).toBe(404)
    expect((await draftOf(hold, w.operator.operator)).status).toBe(404)
    expect((await draftOf(hold, w.hanako)).status).toBe(403)
    expect((await views()).rowCount).toBe(1)
  })

  test('that is recorded again keeps what stood there before; the same words once', async () => {
    const box = await oneItem()
    const hold = await heldBy(serialOf(), box.slug)
    const report = async (police_station: string, by: Person) =>
      (
        await t.ask(`POST /api/biz/holds/${hold}/report/`, {
          token: by.token,
          body: { police_station, report_number: '第12号', reported_at: '2026-11-24T09:30:00+09:00' },
        })
      ).body
    expect((await report('渋谷警察署', w.aoyama.staff)).earlier_reports).toEqual([])
    expect((await report('渋谷警察署', w.aoyama.staff)).earlier_reports).toEqual([])
    expect(await report('原宿警察署', w.aoyama.admin)).toMatchObject({
      police_station: '原宿警察署',
      reported_by: w.aoyama.admin.name,
      earlier_reports: [
        { police_station: '渋谷警察署', report_number: '第12号', recorded_by: w.aoyama.staff.name },
      ],
    })
    await expect(t.pool.query('delete from hold_report where hold_id = $1', [hold])).rejects.toThrow()
  })

  test('names the person of a deal as the ledger recorded it, whatever the customer writes later', async () => {
    const box = await contracted(t, w)
    const hold = await heldBy(serialOf(), box.slugs[0] as string)
    await t.pool.query("update customer set name = '別の名前' where id = $1", [w.hanako.id])
    const { body } = await draftOf(hold, w.aoyama.admin)
    await t.pool.query('update customer set name = $2 where id = $1', [w.hanako.id, w.hanako.name])
    const { rows } = await t.pool.query(
      `select p.name, p.address, p.age, l.measure, l.price from antique_ledger l join antique_ledger_person p on p.id = l.person_id
        join purchase_item i on i.id = l.item_id where i.slug = $1`,
      [box.slugs[0]],
    )
    const { price, ...person } = rows[0]
    expect(body.seller).toMatchObject(person)
    expect(body.items).toMatchObject([{ price: Number(price), bought_on: '2026-11-24' }])
  })
})

describe('an article without a brand and a number', () => {
  const article = () => ({ category: w.categories.coat, color: '紺', name: 'ぴーこーと' })
  const isFound = (made: { body: { matches: { item: { slug: string } }[] } }, slug: string) =>
    made.body.matches.some(({ item }) => item.slug === slug)

  test('is found in hand, whatever became of the item', async () => {
    const box = await offered(t, w)
    const [slug] = box.slugs
    for (const status of [2, 4, 6, 9]) {
      await t.pool.query(
        `insert into purchase_item (slug, request_id, company_id, shop_id, seq, status, name, color, category_id, grade, price, base_price,
            deduction_total, uplift, consent_id, purchased_at, created_at, updated_at)
          select slug || '-' || $2::int, request_id, company_id, shop_id, 100 + $2::int, $2::int, 'ﾋﾟｰｺｰﾄ ウール', 'ネイビー', $3, 'A_1', 100, 100,
            0, 0, (select min(id) from consent), case when $2::int in (6, 9) then now() end, now(), now()
          from purchase_item where slug = $1`,
        [slug, status, w.categories.coat],
      )
    }
    const made = await register(article())
    for (const status of [2, 4, 6, 9]) expect(isFound(made, `${slug}-${status}`), `${status}`).toBe(true)
    expect(made.body).toMatchObject({ compared_at: expect.any(String), held_count: 0 })
    expect(isFound(await register(article(), {}, w.umeda.staff), `${slug}-2`)).toBe(false)
  })

  test('waits for what arrives and is written later', async () => {
    const made = await register({ ...article(), name: 'チェスターコート' })
    const box = await oneItem()
    const first = await write(box.slug, { name: 'ウール チェスターコート', category: w.categories.coat })
    expect(first.body.notice_hits).toEqual([])
    const saved = await write(box.slug, { color: '濃紺' })
    expect(saved.body).toMatchObject({
      is_held: false,
      notice_hits: [{ notice: made.body.id, state: 'open', reasons: ['category', 'color', 'name'] }],
    })
    expect((await write(box.slug, { color: '白' })).body.notice_hits).toEqual([])
  })

  test('is compared with a large stock as a whole; who was said to be another one makes room', async () => {
    const box = await oneItem()
    await t.pool.query(
      `insert into purchase_item (slug, request_id, company_id, shop_id, seq, status, name, color, category_id, refused_at, created_at, updated_at)
        select 'stock-item-' || n, request_id, company_id, shop_id, n + 100,
          case when n <= 2000 then 7 else 1 end, 'モッズコート', 'カーキ', $2, case when n <= 2000 then now() end, now(), now()
        from purchase_item, generate_series(1, 4000) n where slug = $1`,
      [box.slug, w.categories.coat],
    )
    await t.pool.query(
      "update purchase_item set features = '右ポケットに穴、裏地に「田中」の刺繍' where slug in ('stock-item-2001', 'stock-item-4000')",
    )
    const wanted = {
      ...article(),
      ...{ name: 'モッズコート', color: 'カーキ', features: '裏地に「田中」の刺繍、右ポケットに穴' },
    }
    const made = await register(wanted)
    const found = made.body.matches.map(({ item }: { item: { slug: string } }) => item.slug)
    expect(found.slice(0, 2).toSorted()).toEqual(['stock-item-2001', 'stock-item-4000'])
    expect([found.length, made.body.articles[0].similar_left_out]).toEqual([100, 1900])
    for (const match of made.body.matches.slice(0, 2))
      expect((await decide(match.id, 'dismiss')).status).toBe(200)
    const { body } = await t.ask(`PUT /api/biz/stolen-notices/${made.body.id}/`, {
      token: w.aoyama.staff.token,
      body: {
        ...{ number: made.body.number, police_station: '青山警察署', arrived_on: '2026-11-20' },
        articles: [{ ...wanted, id: made.body.articles[0].id }],
        version: made.body.version,
      },
    })
    expect([body.open_count, body.articles[0].similar_left_out]).toEqual([100, 1898])
    await t.pool.query('delete from stolen_notice_match where article_id = $1', [made.body.articles[0].id])
    await t.pool.query('delete from stolen_notice_article where notice_id = $1', [made.body.id])
  })
})

test('a colleague of another shop of the dealer reads the notice, and neither sees nor decides about its items', async () => {
  const serial = serialOf()
  const [one, other] = [await oneItem(), await oneItem()]
  await write(one.slug, { serial_number: serial })
  await write(other.slug, { color: '金', name: '懐中時計', category: w.categories.coat })
  const made = await register({
    serial_number: serial,
    color: '金',
    name: '懐中時計',
    category: w.categories.coat,
  })
  expect(made.body).toMatchObject({ held_count: 1, open_count: 1 })
  const away = await makeBusinessAccount(t.db, w.aoyama.company, {
    user: { name: '渋谷 長', role: 'admin' },
    shop_ids: [w.aoyama.shops[1]],
  })
  const limited = { ...w.aoyama.admin, token: (await signIn(t, away)).token }
  expect((await notice(made.body.id, limited)).body).toMatchObject({
    matches: [],
    held_count: 0,
    open_count: 0,
  })
  const { hold } = made.body.matches.find((match: { hold: number | null }) => match.hold !== null)
  const open = made.body.matches.find((match: { state: string }) => match.state === 'open')
  for (const act of ['confirm', 'dismiss'] as const)
    expect((await decide(open.id, act, limited)).status).toBe(404)
  expect((await release(hold, limited)).status).toBe(404)
  const draft = await t.ask(`GET /api/biz/holds/${hold}/police-report/`, { token: limited.token })
  expect(draft.status).toBe(404)
  expect((await decide(open.id, 'dismiss')).status).toBe(200)
})

test('a long or strange text is refused with its field, or kept as it was written', async () => {
  const long = await register({ name: '鞄', features: 'あ'.repeat(5000) })
  expect([long.status, Object.keys(long.body.articles[0])]).toEqual([400, ['features']])
  const texts = { name: '=HYPERLINK("http://x")', features: '@SUM(1)\n%_\\', brand: "'+1" }
  const made = await register(texts, { note: '=1+1' })
  expect(made.body).toMatchObject({ note: '=1+1', articles: [texts], matches: [] })
  const { token } = w.aoyama.staff
  const found = await t.ask('GET /api/biz/stolen-notices/', { token, query: { q: '%_\\' } })
  expect(found.body.results.map(({ id }: { id: number }) => id)).toEqual([made.body.id])
})

test('two people decide about one match, and one of them does', async () => {
  const [, brandId] = Object.entries(w.brands)[1] as [string, number]
  const box = await oneItem()
  await write(box.slug, { brand: brandId, category: w.categories.coat, color: '黄', name: 'レインコート' })
  const brand = await t.db
    .selectFrom('brand')
    .select('name')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const made = await register({ brand: brand.name, category: w.categories.coat, color: '黄' })
  const match = made.body.matches.find(({ item }: { item: { slug: string } }) => item.slug === box.slug)
  const both = await Promise.all([
    decide(match.id, 'confirm', w.aoyama.staff),
    decide(match.id, 'dismiss', w.aoyama.admin),
  ])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(both.find(({ status }) => status !== 200)?.body.code).toBe('illegal_transition')
  const isHeld = both[0]?.status === 200
  expect((await read(t, box)).holds).toHaveLength(isHeld ? 1 : 0)
})

test('a notice and an item that are written at the same moment find each other', async () => {
  const boxes: { box: Box & { slug: string }; serial: string }[] = []
  for (let round = 0; round < 6; round++) boxes.push({ box: await oneItem(), serial: serialOf() })
  await Promise.all(
    boxes.flatMap(({ box, serial }) => [
      write(box.slug, { serial_number: serial }),
      register({ name: '鞄', serial_number: serial }),
    ]),
  )
  for (const { box } of boxes) {
    const hits = await hitsOf(box.slug)
    expect(hits).toHaveLength(1)
    expect(hits[0].state).toBe('held')
    expect((await read(t, box)).holds).toHaveLength(1)
  }
})

test('the database finds the numbers of an item by the rules of the comparison', async () => {
  const samples: [string, string, string, string][] = [
    ['M41526', 'SD-4158', 'ネヴァーフル ＭＭ', '内側に刻印 ﾆｾ ABC1234/99 あり'],
    ['', 'OIL1O', '2021AW コート 27.5cm', ''],
    ['Ｓ１２３ ４５', '', '', 'No.１２３４５６ — №77881'],
    ['COLLECTION', '', 'ABC', ''],
    ['', '', '無地のシャツ', ''],
    ['A01112/A58600', '', 'バッグ 12/34567', '刻印 SD−4158、20ー83165、AB‐1234–5'],
  ]
  for (const sample of samples) {
    const { rows } = await t.pool.query('select item_numbers($1, $2, $3, $4) as numbers', sample)
    const [product, serial, name, features] = sample
    expect(rows[0].numbers.toSorted()).toEqual(
      numberKeys([product, serial], `${name} ${features}`).toSorted(),
    )
  }
})

test('a brand that gets another spelling is compared with the notices that spell it so', async () => {
  const item = await oneItem()
  const code = serialOf()
  await write(item.slug, { brand: w.brands.gucci, category: w.categories.coat, product_number: code })
  const made = await register({ brand: '谷一商会', category: w.categories.coat, product_number: code })
  const isHeld = async () => (await read(t, item)).is_held
  expect(await isHeld()).toBe(false)
  const { token } = await signIn(t, w.operator.operator)
  const path = `/api/biz/brand-masters/${w.brands.gucci}/`
  const { name, name_kana, aliases, version } = (await t.ask(`GET ${path}`, { token })).body
  const body = { name, name_kana, aliases: [...aliases, '谷一商会'], version }
  expect((await t.ask(`PUT ${path}`, { token, body })).status).toBe(200)
  await t.runJobs()
  expect(await isHeld()).toBe(true)
  expect((await notice(made.body.id)).body.matches).toMatchObject([{ state: 'held' }])
})
