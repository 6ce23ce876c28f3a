import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type LineServer, startLineServer } from '../../../tests/support/line-server.ts'
import { assessAll, offered, publish } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

const lineUser = `U${'5'.repeat(32)}`

async function linked(t: TestApp, w: World): Promise<void> {
  const at = t.clock.now().toISOString()
  await t.db
    .insertInto('line_user')
    .values({
      line_user_id: lineUser,
      account_id: w.hanako.account_id,
      linked_at: at,
      is_friend: true,
      changed_at: at,
    })
    .execute()
}

const listed = async (t: TestApp, token: string, query: Record<string, string> = {}) =>
  (await t.ask('GET /api/biz/line-messages/', { token, query })).body

let t: TestApp
let w: World
let line: LineServer
beforeAll(async () => {
  line = await startLineServer()
  t = await testApp({ config: { line: line.config } })
  w = await makeWorld(t)
  line.befriend(lineUser)
  await linked(t, w)
})
afterAll(async () => {
  await t.close()
  await line.close()
})

test('the staff of the shop read what was sent about its requests, and nobody else does', async () => {
  const box = await offered(t, w)
  await t.runJobs()
  const { results, count } = await listed(t, w.aoyama.staff.token)
  expect(count).toBe(line.delivered.length)
  expect(results.length).toBeGreaterThan(0)
  for (const row of results)
    expect(row).toMatchObject({
      request: box.id,
      customer: w.hanako.id,
      customer_name: w.hanako.name,
      state: 'sent',
      settled_at: expect.any(String),
    })
  expect(JSON.stringify(results)).not.toContain(lineUser)

  for (const foreign of [w.umeda.admin, w.umeda.staff, w.operator.operator])
    expect((await listed(t, foreign.token)).count).toBe(0)
  const customer = await t.ask('GET /api/biz/line-messages/', { token: w.hanako.token })
  expect(customer.status).toBe(403)
})

test('who works for another shop of the company alone sees nothing of it', async () => {
  const made = await makeBusinessAccount(t.db, w.aoyama.company, {
    user: { name: '神宮 守', role: 'staff' },
    shop_ids: [w.aoyama.shops[1]],
  })
  const { token } = await signIn(t, made)
  expect((await listed(t, token)).count).toBe(0)
  expect((await listed(t, w.aoyama.admin.token)).count).toBeGreaterThan(0)
})

test('one that LINE refused is told apart, without the words of LINE', async () => {
  line.fail((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"Failed to send"}')
    return true
  })
  const box = await offered(t, w)
  await t.runJobs()
  line.fail(undefined)
  const failed = await listed(t, w.aoyama.staff.token, { state: 'failed' })
  expect(failed.results.map(({ request }: { request: number }) => request)).toContain(box.id)
  expect(failed.results.every(({ state }: { state: string }) => state === 'failed')).toBe(true)
  expect(JSON.stringify(failed)).not.toContain('LINE responded')
  const wrong = await t.ask('GET /api/biz/line-messages/', {
    token: w.aoyama.staff.token,
    query: { state: 'lost' },
  })
  expect(wrong.status).toBe(400)
})

test('what is about no request is shown to no dealer', async () => {
  const at = t.clock.now().toISOString()
  const { id } = await t.db
    .insertInto('notification')
    .values({
      account_id: w.hanako.account_id,
      kind: 'safety',
      title: '別の会社の本人確認',
      body: '本人確認が終わりました。',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('line_message')
    .values({ notification_id: id, text: '', created_at: at, sent_at: at })
    .execute()
  const { results } = await listed(t, w.aoyama.admin.token, { size: '100' })
  expect(results.map(({ title }: { title: string }) => title)).not.toContain('別の会社の本人確認')
})

test('the first price is withheld until a second look is answered', async () => {
  const box = await offered(t, w, {}, [14_321])
  await t.runJobs()
  const bodies = async () =>
    (await listed(t, w.aoyama.admin.token, { size: '100' })).results
      .filter(({ request }: { request: number }) => request === box.id)
      .map(({ body }: { body: string }) => body)
      .join()
  expect(await bodies()).toContain('14,321')
  const asked = await t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, {
    token: w.hanako.token,
    body: { reason: '毛羽立ちは購入時からのものです' },
  })
  expect(asked.status).toBe(200)
  await t.runJobs()
  expect(await bodies()).not.toMatch(/14,?321/)
  expect(await bodies()).toContain('再査定が終わると')
  await assessAll(t, w, box, [15_432])
  await publish(t, box)
  expect(await bodies()).toContain('14,321')
})

test('without a channel of LINE it says that the message was only recorded', async () => {
  const plain = await testApp()
  try {
    const world = await makeWorld(plain)
    await linked(plain, world)
    await offered(plain, world)
    await plain.runJobs()
    const { results } = await listed(plain, world.aoyama.staff.token)
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(({ state }: { state: string }) => state === 'recorded')).toBe(true)
  } finally {
    await plain.close()
  }
})
