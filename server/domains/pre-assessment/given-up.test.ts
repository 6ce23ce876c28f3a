import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { apply as applyFor } from '../../../tests/support/steps.ts'
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

const staff = async () => (await signIn(t, w.aoyama.staff)).token
const customer = async () => (await signIn(t, w.hanako)).token
const read = async (id: number) =>
  t.ask(`GET /api/pre-assessment/assessments/${id}/`, { token: await staff() })
const named = () =>
  makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
    ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
  })
const taken = async () => {
  const made = await named()
  expect((await take(made.token)).status).toBe(200)
  expect((await read(made.id)).body.state).toBe('accepted')
  return made
}
const take = async (link: string) =>
  t.ask(`POST /api/price-estimates/${link}/take/`, { token: await customer(), body: {} })
const draft = async () => (await t.ask('GET /api/request-drafts/', { token: await customer() })).body
const giveUp = async () => {
  const { status } = await t.ask(`DELETE /api/request-drafts/${(await draft()).id}/`, {
    token: await customer(),
  })
  expect(status).toBe(204)
}
const send = async (id: number, version: number) =>
  t.ask(`POST /api/pre-assessment/assessments/${id}/send/`, {
    ...{ token: await staff(), key: randomKey() },
    body: { version, by: 'link' },
  })
const linkOf = ({ body }: { body: { url: string } }) => new URL(body.url).pathname.split('/').at(-1) as string

describe('after the customer gave up the request that it went into, a pre-assessment', () => {
  test('is handed out as before, and can be handed out anew, corrected and taken', async () => {
    const { id } = await taken()
    await giveUp()
    await t.runJobs()
    const { body } = await read(id)
    expect(body).toMatchObject({ state: 'sent', ended_at: null, request: null })
    expect(body.allowed_transitions.map(({ to }: { to: string }) => to)).toContain('draft')
    const sent = await send(id, body.version)
    expect(sent.status).toBe(200)
    expect((await take(linkOf(sent))).status).toBe(200)
    expect((await read(id)).body.state).toBe('accepted')
  })

  test('has expired where its day is over, also when the draft expired by itself', async () => {
    const { id } = await taken()
    await sql`update request_draft set expires_at = '2026-12-20T00:00:00+09:00'`.execute(t.db)
    t.clock.set('2026-12-21T03:00:00Z')
    await allTasks(t.db, t.tools)['declared-list.clean']({})
    await t.runJobs()
    expect((await read(id)).body).toMatchObject({
      state: 'expired',
      ended_at: '2026-12-21T12:00:00+09:00',
      allowed_transitions: [{ to: 'draft' }],
    })
  })

  test('is being written where staff went on without handing it out', async () => {
    const { id, prospect } = await named()
    await sql`update prospect set customer_id = ${w.hanako.id} where id = ${prospect}`.execute(t.db)
    await sql`delete from pre_assessment_link where pre_assessment_id = ${id}`.execute(t.db)
    await sql`update pre_assessment set state = 'draft' where id = ${id}`.execute(t.db)
    const token = await staff()
    const { status } = await t.ask(`POST /api/pre-assessment/assessments/${id}/draft/`, {
      token,
      body: { version: 1 },
    })
    expect(status).toBe(200)
    await giveUp()
    await t.runJobs()
    expect((await read(id)).body).toMatchObject({ state: 'draft', ended_at: null })
  })

  test('belongs to whom it is for, once staff say that this is somebody else', async () => {
    const { id } = await taken()
    await giveUp()
    await t.runJobs()
    const { body } = await read(id)
    const patch = async (fields: object) =>
      t.ask(`PATCH /api/pre-assessment/assessments/${id}/`, { token: await staff(), body: fields })
    const { body: open } = await patch({ version: body.version, state: 'draft' })
    const { body: changed } = await patch({ version: open.version, prospect: null })
    const { token: other } = await signIn(t, w.taro)
    const link = linkOf(await send(id, changed.version))
    expect((await t.ask(`POST /api/price-estimates/${link}/take/`, { token: other, body: {} })).status).toBe(
      200,
    )
  })

  test('stays taken where it was taken again before anybody noticed', async () => {
    const { id, token } = await taken()
    await giveUp()
    expect((await take(token)).status).toBe(200)
    await t.runJobs()
    expect((await read(id)).body.state).toBe('accepted')
  })
})

test('a request that was sent without the articles was not made of it', async () => {
  const { id } = await taken()
  const begun = await draft()
  const token = await customer()
  for (const { id: item } of begun.declared.items)
    expect((await t.ask(`DELETE /api/declared-items/${item}/`, { token })).status).toBe(204)
  const { id: of, version } = await draft()
  await applyFor(t, w, { shop: w.aoyama.shops[0], draft: { id: of, version } }, { ...w.hanako, token })
  await t.runJobs()
  expect((await read(id)).body).toMatchObject({ state: 'sent', request: null })
})

test('what a customer put together on the storefront goes with its draft', async () => {
  await named()
  const { status } = await t.ask('POST /api/price-estimates/draft/', {
    ...{ token: await customer(), key: randomKey() },
    body: { shop: w.aoyama.shops[0], articles: [{ category: w.categories.coat, grade_band: 'A' }] },
  })
  expect(status).toBe(201)
  const kept = async () => {
    const { rows } =
      await sql`select 1 from pre_assessment where operator_id is null and customer_id = ${w.hanako.id}`.execute(
        t.db,
      )
    return rows.length
  }
  expect(await kept()).toBe(1)
  await giveUp()
  await t.runJobs()
  expect(await kept()).toBe(0)
})

test('the migration reopens those that were given up before, and leaves what became a request', async () => {
  const migration = await readFile('server/migrations/0317_given_up_pre_assessments.sql', 'utf8')
  const [kept, given, late] = [await taken(), await named(), await named()]
  await sql`update pre_assessment set state = 'accepted', ended_at = now(), declared_list_id = null
    where id in (${given.id}, ${late.id})`.execute(t.db)
  await sql`update pre_assessment set valid_until = '2020-01-01' where id = ${late.id}`.execute(t.db)
  await sql.raw(migration).execute(t.db)
  expect((await read(kept.id)).body.state).toBe('accepted')
  expect((await read(given.id)).body).toMatchObject({ ended_at: null })
  const { rows } = await sql<{ state: string }>`select state from pre_assessment
    where id in (${given.id}, ${late.id}) order by id`.execute(t.db)
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'expired'])
})
