import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.forward(60_000)
  for (const person of [w.aoyama.admin, w.umeda.admin, w.operator.operator])
    Object.assign(person, await signIn(t, person))
  await t.pool.query('delete from graphile_worker._private_jobs')
  await t.pool.query('delete from mail')
})

const path = '/api/biz/background-work/'
const get = (rest = '', token = w.operator.operator.token) => t.ask(`GET ${path}${rest}`, { token })

async function addJob(company?: number, set = ''): Promise<number> {
  const { rows } = await t.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job('next-engine.upload', $1)",
    [JSON.stringify(company === undefined ? {} : { company })],
  )
  const id = Number(rows[0]?.id)
  if (set) await t.pool.query(`update graphile_worker._private_jobs set ${set} where id = $1`, [id])
  return id
}
const failing = "attempts = max_attempts, last_error = E'hanako@example.jp: 接続できません\\nat file.ts:1'"

describe('jobs', () => {
  test('have a state each, and are counted by it', async () => {
    const waiting = await addJob()
    const retrying = await addJob(undefined, 'attempts = 2')
    const failed = await addJob(undefined, failing)
    const running = await addJob(undefined, "locked_at = now(), locked_by = 'w'")
    const { body } = await get('jobs/')
    expect(body.results.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
      [running, 'running'],
      [failed, 'failed'],
      [retrying, 'retrying'],
      [waiting, 'waiting'],
    ])
    expect((await get('')).body.jobs).toMatchObject({ waiting: 1, retrying: 1, failed: 1, running: 1 })
    for (const state of ['waiting', 'retrying', 'failed', 'running'])
      expect((await get(`jobs/?state=${state}`)).body.count).toBe(1)
  })

  test('show why they failed without the data of anybody', async () => {
    await addJob(undefined, failing)
    const { error } = (await get('jobs/')).body.results[0]
    expect(error).toBe('[mail]: [text]')
  })

  test('of a company are those done for it alone', async () => {
    const own = await addJob(w.aoyama.company)
    await addJob(w.umeda.company)
    await addJob()
    const { body } = await get('jobs/', w.aoyama.admin.token)
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual([own])
    expect((await get('', w.aoyama.admin.token)).body).toMatchObject({ jobs: { waiting: 1 }, line: null })
  })

  test('are done again from the start by hand, which is recorded', async () => {
    const id = await addJob(undefined, failing)
    const done = await t.ask(`POST ${path}jobs/${id}/retry/`, { token: w.operator.operator.token })
    expect([done.status, done.body.state, done.body.attempts]).toEqual([202, 'waiting', 0])
    const { rows } = await t.pool.query("select detail from activity where action = 'job.retry'")
    expect(rows.at(-1).detail).toEqual({ task: 'next-engine.upload' })
  })

  test('are dropped by hand, unless one is being done', async () => {
    const id = await addJob(undefined, failing)
    const drop = (job: number, token = w.operator.operator.token) =>
      t.ask(`DELETE ${path}jobs/${job}/`, { token })
    expect((await drop(id)).status).toBe(204)
    expect((await drop(id)).status).toBe(404)
    const busy = await addJob(undefined, "locked_at = now(), locked_by = 'w'")
    expect((await drop(busy)).body.code).toBe('job_running')
    const foreign = await addJob(w.umeda.company)
    expect((await drop(foreign, w.aoyama.admin.token)).status).toBe(404)
  })

  test('are counted up to the end of the list in a long queue', async () => {
    await t.pool.query(`insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
      select (select id from graphile_worker._private_tasks limit 1), '{}', now() + interval '1 day', 12 from generate_series(1, 100000)`)
    await addJob(undefined, failing)
    await t.pool.query('analyze graphile_worker._private_jobs')
    await get('jobs/?state=failed')
    const [all, failed, overview] = [await get('jobs/'), await get('jobs/?state=failed'), await get('')]
    expect([all.body.count, failed.body.count, overview.body.jobs.failed]).toEqual([10_000, 1, 1])
  })
})

test('messages that were not sent: all for the operator, those to its own people for a company', async () => {
  const mail = (account: number, to: string, failure = '') =>
    t.pool.query(
      `insert into mail (account_id, to_address, template, subject, body, created_at, failed_at, failure)
        values ($1, $2, 'account.invitation', '', '', $3, $4, $5)`,
      [account, to, t.clock.now(), failure ? t.clock.now() : null, failure],
    )
  await mail(w.aoyama.staff.account_id, 'suzuki@aoyama.example.jp', '550 <suzuki@aoyama.example.jp> unknown')
  await mail(w.hanako.account_id, 'hanako@example.jp')
  const all = await get('outbox/')
  expect(
    all.body.results
      .map(({ recipient, state }: { recipient: string; state: string }) => [recipient, state])
      .sort(),
  ).toEqual([
    ['h***@example.jp', 'waiting'],
    ['s***@aoyama.example.jp', 'failed'],
  ])
  const own = await get('outbox/', w.aoyama.admin.token)
  expect(own.body.results).toMatchObject([
    { recipient: 's***@aoyama.example.jp', failure: '550 <[mail]> unknown' },
  ])
  expect((await get('outbox/', w.umeda.admin.token)).body.count).toBe(0)
  expect((await get('outbox/?state=failed')).body.count).toBe(1)
  expect((await get('')).body.mail).toEqual({ waiting: 1, failed: 1 })
})
