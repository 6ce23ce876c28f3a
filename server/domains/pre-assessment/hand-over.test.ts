import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRequestDraft } from '#server/domains/declared-list/declared-list.factory'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePreAssessment } from './pre-assessment.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 12 })
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(testStart)
  await sql`delete from request_draft`.execute(t.db)
})

type Member = World['hanako'] | World['taro']
const staff = () => w.aoyama.staff.token
const path = (id: number) => `/api/pre-assessment/assessments/${id}/`
const made = async (member?: Member, state: 'draft' | 'sent' = 'sent') => {
  const named = await makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number, state },
    ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
  })
  if (member)
    await sql`update prospect set customer_id = ${member.id} where id = ${named.prospect}`.execute(t.db)
  return named
}
const handOver = (id: number, version = 1, token = staff()) =>
  t.ask(`POST ${path(id)}draft/`, { token, body: { version } })
const take = async (link: string, who: Member) =>
  t.ask(`POST /api/price-estimates/${link}/take/`, { token: (await signIn(t, who)).token, body: {} })
const draftOf = async (who: Member) =>
  (await t.ask('GET /api/request-drafts/', { token: (await signIn(t, who)).token })).body
const rowsOf = async (who: Member): Promise<object[]> => (await draftOf(who))?.declared.items ?? []

describe('staff go on to a request', () => {
  test.each(['draft', 'sent'] as const)(
    'a %s one goes into the draft of its member, who is told',
    async (state) => {
      const { id } = await made(w.hanako, state)
      const { status, body } = await handOver(id)
      expect([status, body]).toMatchObject([200, { state: 'accepted', request: null }])
      expect(body.valid_until).toMatch(/^2026-12-/)
      expect(await draftOf(w.hanako)).toMatchObject({
        fields: { shop: w.aoyama.shops[0] },
        declared: { items: [{ category: w.categories.coat, condition: 'A', count: 1 }] },
      })
      await t.runJobs()
      const { body: inbox } = await t.ask('GET /api/notifications/', {
        token: (await signIn(t, w.hanako)).token,
      })
      const news = inbox.results.filter(
        ({ title }: { title: string }) => title === '申し込みの下書きができました',
      )
      expect(news[0]).toMatchObject({ link: '/requests/new' })
      expect(news[0].body).toContain('品1点')
    },
  )

  test('again it changes nothing, with whatever version', async () => {
    const { id } = await made(w.hanako)
    const { body: first } = await handOver(id)
    for (const version of [1, first.version]) expect((await handOver(id, version)).body).toEqual(first)
    expect(await rowsOf(w.hanako)).toHaveLength(1)
  })

  test('at the same time as the customer and a colleague: the articles are there once', async () => {
    const { id, token } = await made(w.hanako)
    const answers = await Promise.all([
      take(token, w.hanako),
      handOver(id),
      handOver(id, 1, w.aoyama.admin.token),
      take(token, w.hanako),
    ])
    // Whoever waited finds it taken, or says nothing of a version that is over.
    for (const { status, body } of answers) expect(status === 200 || body.code === 'stale_version').toBe(true)
    expect(await rowsOf(w.hanako)).toHaveLength(1)
    const { body } = await t.ask(`GET ${path(id)}`, { token: staff() })
    expect(body.state).toBe('accepted')
  })

  test('nobody but a known member gets them: a prospect is merged first or takes the link', async () => {
    const { id, token } = await made()
    const { body } = await handOver(id)
    expect(body.prospect).toEqual([expect.stringContaining('リンクやQR')])
    expect((await take(token, w.taro)).status).toBe(200)
    expect((await handOver(id)).body).toMatchObject({ state: 'accepted' })
  })

  test('a draft that leads to another shop is left alone, and which one is not said', async () => {
    const { id } = await made(w.taro)
    await makeRequestDraft(t.db, w.taro.id, { shop: w.umeda.shops[0] }, '2027-01-31T00:00:00+09:00')
    const before = await draftOf(w.taro)
    const { status, body } = await handOver(id)
    expect([status, body.code]).toEqual([400, 'guard_failed'])
    expect(JSON.stringify(body)).not.toContain('梅田')
    expect(await draftOf(w.taro)).toEqual(before)
    expect((await t.ask(`GET ${path(id)}`, { token: staff() })).body.state).toBe('sent')
  })

  test('what the customer began for this shop stays, and the articles come to it', async () => {
    const { id } = await made(w.taro)
    await makeRequestDraft(
      t.db,
      w.taro.id,
      { shop: w.aoyama.shops[0], comment: '玄関先' },
      '2027-01-31T00:00:00+09:00',
    )
    expect((await handOver(id)).status).toBe(200)
    expect(await draftOf(w.taro)).toMatchObject({ fields: { comment: '玄関先' } })
    expect(await rowsOf(w.taro)).toHaveLength(2)
  })

  test('not by a colleague of another dealer, not after its day, not by changing its state', async () => {
    const { id } = await made(w.hanako)
    expect((await handOver(id, 1, w.umeda.staff.token)).status).toBe(404)
    const { body } = await t.ask(`PATCH ${path(id)}`, {
      token: staff(),
      body: { version: 1, state: 'accepted' },
    })
    expect(body.code).toBe('illegal_transition')
    t.clock.set('2026-12-20T03:00:00Z')
    const late = await handOver(id, 1, (await signIn(t, w.aoyama.staff)).token)
    expect(late.body.code).toBe('illegal_transition')
    expect(await rowsOf(w.hanako)).toHaveLength(0)
  })

  test('a version that is over is refused with what is there now', async () => {
    const { id } = await made(w.hanako, 'draft')
    await t.ask(`PATCH ${path(id)}`, { token: staff(), body: { version: 1, note: '土曜に集荷' } })
    const { body } = await handOver(id, 1)
    expect(body).toMatchObject({ code: 'stale_version', current: { note: '土曜に集荷' } })
    expect(await rowsOf(w.hanako)).toHaveLength(0)
  })
})
