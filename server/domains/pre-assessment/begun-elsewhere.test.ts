import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRequestDraft } from '#server/domains/declared-list/declared-list.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
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
beforeEach(() => sql`delete from request_draft`.execute(t.db))

const named = () =>
  makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number },
    ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
  })
const begin = (fields: object) =>
  makeRequestDraft(t.db, w.hanako.id, { ...fields }, '2027-01-31T00:00:00+09:00')
const token = async () => (await signIn(t, w.hanako)).token
const take = async (link: string, body: object = {}) =>
  t.ask(`POST /api/price-estimates/${link}/take/`, { token: await token(), body })
const quick = async (body: object = {}, key = randomKey()) =>
  t.ask('POST /api/price-estimates/draft/', {
    ...{ token: await token(), key },
    body: {
      ...{ shop: w.aoyama.shops[0], articles: [{ category: w.categories.coat, grade_band: 'A' }] },
      ...body,
    },
  })
const shown = (link: string) => t.ask(`GET /api/price-estimates/${link}/`)
const draft = async () => (await t.ask('GET /api/request-drafts/', { token: await token() })).body
const removeDraft = async () =>
  t.ask(`DELETE /api/request-drafts/${(await draft()).id}/`, { token: await token() })

/** Both ways into the draft. */
const ways = [
  [
    'the link of a shop',
    async () =>
      named().then(
        ({ token: link }) =>
          (body?: object) =>
            take(link, body),
      ),
  ],
  ['the quick estimate', async () => quick],
] as const

describe.each(ways)('a request begun for another shop, and %s', (_name, way) => {
  test('stays as it is, and is told', async () => {
    const go = await way()
    const begun = await begin({ shop: w.umeda.shops[0] })
    const before = await draft()
    const { rows } = await sql<{
      store_key: string
    }>`select store_key from company where id = ${w.umeda.company}`.execute(t.db)
    const store_key = rows[0]?.store_key
    // So that the form is opened where that shop can be chosen.
    expect(before).toMatchObject({ shop_name: expect.stringContaining('梅田'), store_key })
    const { status, body } = await go()
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'draft_elsewhere',
        begun: {
          id: begun.draft,
          version: 1,
          shop_name: expect.stringContaining('梅田'),
          store_key,
          count: 1,
        },
      },
    ])
    expect(await draft()).toEqual(before)
  })

  test('goes with its list once the customer says so, and nothing of it is mixed in', async () => {
    const go = await way()
    const { draft: id, item, photo } = await begin({ shop: w.umeda.shops[0], note: '玄関先' })
    expect((await go({ replaces: { id, version: 1 } })).status).toBeLessThan(300)
    const now = await draft()
    expect(now.fields).toEqual({ shop: w.aoyama.shops[0] })
    expect(now.declared.items).toEqual([expect.objectContaining({ category: w.categories.coat })])
    const { rows } = await sql`
      select 1 from declared_item where id = ${item} union all select 1 from declared_photo where id = ${photo}`.execute(
      t.db,
    )
    expect(rows).toEqual([])
  })

  test('stays when it has changed since, or is another one', async () => {
    const go = await way()
    const { draft: id } = await begin({ shop: w.umeda.shops[0] })
    await sql`update request_draft set version = 2 where id = ${id}`.execute(t.db)
    for (const replaces of [
      { id, version: 1 },
      { id: id + 1, version: 2 },
    ])
      expect((await go({ replaces })).body).toMatchObject({
        code: 'draft_elsewhere',
        begun: { id, version: 2 },
      })
    expect((await draft()).fields).toEqual({ shop: w.umeda.shops[0] })
  })

  test.each([
    ['this shop', () => ({ shop: w.aoyama.shops[0] })],
    ['no shop yet', () => ({ shop: null })],
  ])('for %s, it is gone on with, whatever may go', async (_which, fields) => {
    const go = await way()
    const { draft: id } = await begin({ ...fields(), note: '玄関先' })
    expect((await go({ replaces: { id, version: 1 } })).status).toBeLessThan(300)
    const now = await draft()
    expect([now.id, now.fields]).toEqual([id, { shop: w.aoyama.shops[0], note: '玄関先' }])
    expect(now.declared.items).toHaveLength(2)
  })
})

test('from two devices at once, one request is left with the articles once', async () => {
  const { token: link } = await named()
  const { draft: id } = await begin({ shop: w.umeda.shops[0] })
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => take(link, { replaces: { id, version: 1 } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await draft()).declared.items).toHaveLength(1)
})

describe('a link that was taken', () => {
  test('can be taken again after what it went into was given up', async () => {
    const { token: link } = await named()
    expect((await take(link)).status).toBe(200)
    expect((await shown(link)).body.state).toBe('accepted')
    expect((await removeDraft()).status).toBe(204)
    expect((await shown(link)).body).toMatchObject({ state: 'sent', is_requested: false })
    const { token: other } = await signIn(t, w.taro)
    expect((await t.ask(`POST /api/price-estimates/${link}/take/`, { token: other, body: {} })).status).toBe(
      404,
    )
    expect((await take(link)).status).toBe(200)
    expect((await draft()).declared.items).toHaveLength(1)
  })

  test('begins nothing any more once its request is made', async () => {
    const { token: link } = await named()
    expect((await take(link)).status).toBe(200)
    const { id, version } = await draft()
    await applyFor(
      t,
      w,
      { shop: w.aoyama.shops[0], draft: { id, version } },
      { ...w.hanako, token: await token() },
    )
    expect((await shown(link)).body).toMatchObject({ state: 'accepted', is_requested: true })
    expect((await take(link)).body.code).toBe('illegal_transition')
    expect(await draft()).toBeNull()
  })
})
