import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyCall, paramNames } from '#contract/call'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { randomKey, type TestApp, type TestResponse, testApp } from '../../../tests/support/app.ts'
import { sampleBody } from '../../../tests/support/hostile.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePreAssessment } from './pre-assessment.factory.ts'

type Made = Awaited<ReturnType<typeof makePreAssessment>>

let t: TestApp
let w: World
/** Of the company that is attacked, and of the one that attacks. */
let theirs: Made
let own: Made
let before: string
/** In every text and figure of theirs. */
const secret = '秘密の印'
const secretBase = 987_654
const missing = 999_999_999
const calls = Object.values<AnyCall>(preAssessmentCalls).filter(({ path }) =>
  path.startsWith('/api/pre-assessment/'),
)

beforeAll(async () => {
  t = await testApp({ max: 12 })
  w = await makeWorld(t)
  const of = { category_id: w.categories.coat, state: 'draft' as const }
  const [theirShop, ownShop] = [w.aoyama.shops[0], w.umeda.shops[0]]
  theirs = await makePreAssessment(t.db, {
    ...{ ...of, company_id: w.aoyama.company, shop_id: theirShop, operator_id: w.aoyama.staff.id },
  })
  own = await makePreAssessment(t.db, {
    ...{ ...of, company_id: w.umeda.company, shop_id: ownShop, operator_id: w.umeda.staff.id },
  })
  for (const statement of [
    sql`update pre_assessment_status set name = ${secret} where id = ${theirs.condition}`,
    sql`update season_tag set name = ${secret} where id = ${theirs.season}`,
    sql`update prospect set name = ${secret}, search_text = ${secret}, note = ${secret} where id = ${theirs.prospect}`,
    sql`update pre_assessment set note = ${secret} where id = ${theirs.id}`,
    sql`update pre_assessment_item set note = ${secret}, brand_text = ${secret}, attributes = ${JSON.stringify({ [secret]: 1 })}
      where id = ${theirs.item}`,
    sql`update price_template set base = ${secretBase}, attributes = ${JSON.stringify({ [secret]: 1 })} where id = ${theirs.template}`,
    sql`update pre_assessment_upload set rows_total = ${secretBase} where id = ${theirs.upload}`,
    sql`insert into pre_assessment_brand (company_id, brand_id, rank, factor_permille) values (${w.aoyama.company}, ${w.brands.gucci}, 'ZZZZ', 7777)`,
    sql`insert into pre_assessment_category (company_id, category_id, factor_permille) values (${w.aoyama.company}, ${w.categories.coat}, 7777)`,
  ])
    await statement.execute(t.db)
  before = await kept()
})
afterAll(() => t.close())

/** Everything of the attacked company, as one text. */
async function kept(): Promise<string> {
  const company = w.aoyama.company
  const { rows } = await sql<{ all: string }>`select jsonb_build_array(
    (select jsonb_agg(a order by a.id) from pre_assessment a where company_id = ${company}),
    (select jsonb_agg(i order by i.id) from pre_assessment_item i where pre_assessment_id = ${theirs.id}),
    (select jsonb_agg(l order by l.created_at) from pre_assessment_link l where pre_assessment_id = ${theirs.id}),
    (select jsonb_agg(p order by p.id) from pre_assessment_photo p where item_id = ${theirs.item}),
    (select jsonb_agg(s order by s.id) from pre_assessment_status s where company_id = ${company}),
    (select jsonb_agg(s order by s.id) from season_tag s where company_id = ${company}),
    (select jsonb_agg(p order by p.id) from prospect p where company_id = ${company}),
    (select jsonb_agg(p order by p.id) from price_template p where company_id = ${company}),
    (select jsonb_agg(u order by u.id) from pre_assessment_upload u where company_id = ${company}),
    (select jsonb_agg(b order by b.brand_id) from pre_assessment_brand b where company_id = ${company}),
    (select jsonb_agg(c order by c.category_id) from pre_assessment_category c where company_id = ${company})
  )::text as all`.execute(t.db)
  return rows[0]?.all ?? ''
}

const attackers = ['admin', 'staff'] as const
const tokenOf = async (who: (typeof attackers)[number]) => (await signIn(t, w.umeda[who])).token

/** What was answered, without the numbers that were asked for. */
const answered = ({ status, body }: TestResponse) => [
  status,
  (JSON.stringify(body) ?? '').replaceAll(/\d+/g, '#'),
]

function expectNothingOfTheirs(answer: TestResponse, what: string): void {
  const text = Buffer.isBuffer(answer.body) ? answer.body.toString() : JSON.stringify(answer.body ?? '')
  for (const word of [secret, String(secretBase), 'ZZZZ', '7777', '7.777', '鈴木 健一'])
    expect(text.includes(word), `${what}: ${word}`).toBe(false)
}

/** Their number for what stands in the path; undefined where the number is one of the site. */
function theirIdIn(path: string): number | undefined {
  if (path.includes('/photos/{id}')) return theirs.photo
  if (path.includes('/items/{id}')) return theirs.item
  const [, kind = ''] = /^\/api\/pre-assessment\/([a-z-]+)\//.exec(path) ?? []
  return (
    {
      assessments: theirs.id,
      customers: theirs.prospect,
      'item-status': theirs.condition,
      'price-templates': theirs.template,
      'season-tags': theirs.season,
      uploads: theirs.upload,
    } as Record<string, number>
  )[kind]
}

const send = async (call: AnyCall, path: string, who: (typeof attackers)[number], body?: unknown) =>
  t.ask(`${call.method} ${path}`, {
    token: await tokenOf(who),
    ...(call.method === 'POST' && { key: randomKey() }),
    ...(call.body && { body: body ?? { ...sampleBody(call), version: 1 } }),
  })

/** A new minute: limits of calls are not what is tested. */
let minutes = 0
const later = () =>
  t.clock.set(new Date(Date.parse('2026-11-24T01:00:00Z') + ++minutes * 3_600_000).toISOString())

describe.each(attackers)('the %s of another company', (who) => {
  const read = calls.filter(({ method, path }) => method === 'GET' && paramNames(path).length === 0)
  test.each(read.map((call) => [call.route, call] as const))(
    '%s: nothing of theirs is in it',
    async (_, call) => {
      later()
      const token = await tokenOf(who)
      const queries: Record<string, number | string>[] = [{}, { q: secret }]
      const filters = [
        ['shop', w.aoyama.shops[0]],
        ['operator', w.aoyama.staff.id],
        ['customer', theirs.prospect],
        ['condition', theirs.condition],
        ['season', theirs.season],
      ] as const
      for (const query of queries) {
        const plain = { category: w.categories.coat as number, ...query }
        const answer = await t.ask(`GET ${call.path}`, { token, query: plain })
        expect([200, 403]).toContain(answer.status)
        expectNothingOfTheirs(answer, call.route)
      }
      for (const [name, id] of filters) {
        const [answer, gone] = await Promise.all(
          [id, missing].map((value) => t.ask(`GET ${call.path}`, { token, query: { [name]: value } })),
        )
        expectNothingOfTheirs(answer as TestResponse, `${call.route}?${name}`)
        const text = (one: TestResponse | undefined) =>
          JSON.stringify(one?.body ?? '').replaceAll(`${name}=${missing}`, `${name}=${id}`)
        if (!call.path.endsWith('/csv/')) expect(text(answer), `${call.route}?${name}`).toBe(text(gone))
      }
    },
  )

  const numbered = calls.filter(
    ({ path }) => paramNames(path).length > 0 && !/\/(brands|categories)\//.test(path),
  )

  test.each(numbered.map((call) => [call.route, call] as const))(
    '%s: theirs are as if missing',
    async (_, call) => {
      later()
      const id = theirIdIn(call.path) ?? 0
      expect(id).toBeGreaterThan(0)
      const at = (assessment: number, one: number) =>
        call.path.replace('{assessment_pk}', String(assessment)).replace('{id}', String(one))
      // Paths of articles are tried twice: under the other company's assessment, and its article under our own assessment.
      const isUnder = call.path.includes('{assessment_pk}')
      const tries = isUnder
        ? [at(theirs.id, id), ...(call.path.includes('{id}') ? [at(own.id, id)] : [])]
        : [at(0, id)]
      const gone = await send(call, at(missing, missing), who)
      expect([403, 404]).toContain(gone.status)
      for (const path of tries) {
        const answer = await send(call, path, who)
        expect(answered(answer), path).toEqual(answered(gone))
      }
      expect(await kept()).toBe(before)
    },
  )

  test('what a body names of theirs is refused as what does not exist, and is not told from it', async () => {
    later()
    const token = await tokenOf(who)
    const pre = '/api/pre-assessment'
    const article = { category: w.categories.coat, condition: own.condition }
    const template = {
      ...{ brand: null, brand_rank: null, gender: null, condition: null, season: null, attributes: {} },
      ...{ category: w.categories.bag, base: 1000, band_permille: 150 },
      ...{ valid_from: '2026-01-01', valid_to: null },
    }
    const versionOf = async (path: string) => (await t.ask(`GET ${path}`, { token })).body.version
    const assessment = `${pre}/assessments/${own.id}/`
    const item = `${assessment}items/${own.item}/`
    const prospect = `${pre}/customers/${own.prospect}/`
    const named = (ids: object, at?: string) => async () => ({
      ...ids,
      ...(at && { version: await versionOf(at) }),
    })
    const places: [string, string, number, (id: number) => () => Promise<object>][] = [
      ['POST', `${pre}/assessments/`, w.aoyama.shops[0], (shop) => named({ shop })],
      ['POST', `${pre}/assessments/`, theirs.prospect, (one) => named({ prospect: one })],
      ['POST', `${pre}/assessments/`, w.aoyama.staff.id, (operator) => named({ operator })],
      ['PATCH', assessment, w.aoyama.shops[0], (shop) => named({ shop }, assessment)],
      ['PATCH', assessment, theirs.prospect, (one) => named({ prospect: one }, assessment)],
      ['PATCH', assessment, w.aoyama.staff.id, (operator) => named({ operator }, assessment)],
      ['POST', `${assessment}items/`, theirs.condition, (condition) => named({ ...article, condition })],
      ['POST', `${assessment}items/`, theirs.season, (season) => named({ ...article, season })],
      ['PATCH', item, theirs.condition, (condition) => named({ condition }, item)],
      ['PATCH', item, theirs.season, (season) => named({ season }, item)],
      [
        'POST',
        `${pre}/prices/`,
        theirs.condition,
        (condition) => named({ articles: [{ ...article, condition }] }),
      ],
      ['POST', `${pre}/prices/`, theirs.season, (season) => named({ articles: [{ ...article, season }] })],
      ['PATCH', prospect, w.hanako.id, (customer) => named({ customer }, prospect)],
      ...(who === 'admin'
        ? ([
            [
              'POST',
              `${pre}/price-templates/`,
              theirs.condition,
              (condition) => named({ ...template, condition }),
            ],
            ['POST', `${pre}/price-templates/`, theirs.season, (season) => named({ ...template, season })],
            [
              'PUT',
              `${pre}/price-templates/${own.template}/`,
              theirs.condition,
              (condition) => named({ ...template, category: w.categories.coat, condition }),
            ],
          ] satisfies typeof places)
        : []),
    ]
    for (const [method, path, id, bodyOf] of places) {
      const ask = async (value: number) =>
        t.ask(`${method} ${path}`, {
          token,
          ...(method === 'POST' && { key: randomKey() }),
          body: await bodyOf(value)(),
        })
      const answer = await ask(id)
      const gone = await ask(missing)
      const what = `${method} ${path} ${JSON.stringify(gone.body)}`
      expect([400, 403, 404], what).toContain(gone.status)
      expect(answered(answer), what).toEqual(answered(gone))
      expectNothingOfTheirs(answer, what)
    }
    expect(await kept()).toBe(before)
  })

  test('a file names nothing of theirs either', async () => {
    later()
    const token = await tokenOf(who)
    const load = async (name: string) =>
      t.ask('POST /api/pre-assessment/price-templates/csv-upload/', {
        token,
        body: {
          csv: `カテゴリ,状態,季節,基準額,幅(%),適用開始\nコート・ジャケット,${name},${name},1000,15,2026-01-01\n`,
          dry_run: true,
        },
      })
    const [answer, gone] = [await load(secret), await load('どこにもない')]
    const text = JSON.stringify(answer.body).replaceAll(secret, 'どこにもない')
    expect([answer.status, text]).toEqual([gone.status, JSON.stringify(gone.body)])
    expect(gone.status).toBeGreaterThanOrEqual(400)
  })

  test('an article is not priced by their templates, and prices of theirs are not in its steps', async () => {
    later()
    const { body } = await t.ask('POST /api/pre-assessment/prices/', {
      token: await tokenOf(who),
      body: {
        articles: [
          {
            ...{ brand: w.brands.gucci, category: w.categories.coat, condition: own.condition },
            attributes: { [secret]: 1 },
          },
        ],
      },
    })
    expect(body.prices[0]).toMatchObject({ template: own.template, center: 10_000 })
    expectNothingOfTheirs({ status: 200, body, headers: {} }, 'price')
  })
})
