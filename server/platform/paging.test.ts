import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostCounted } from '#contract/field'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { apply, receive } from '../../tests/support/steps.ts'
import { makeWorld, type World } from '../../tests/support/world.ts'

const articles = mostCounted + 30
let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const box = await apply(t, w)
  await receive(t, box, 1)
  await addArticles()
})
afterAll(() => t.close())

/** Rows alone: what follows from an article matters to no count, and indexes take most of the time. */
const addArticles = () =>
  t.pool.query(`
    begin;
    set local session_replication_role = replica;
    do $$ declare name text; begin
      for name in select i.indexrelid::regclass from pg_index i
        where i.indrelid = 'purchase_item'::regclass and not i.indisunique
      loop execute 'drop index ' || name; end loop; end $$;
    insert into purchase_item
      (id, slug, seq, request_id, company_id, shop_id, status, name, created_at, updated_at, name_folded)
    select 1000000 + n, 'manymany' || n + 1000, n + 1, request_id, company_id, shop_id, status, name, created_at, updated_at,
      case when n <= 10 then '珍品' else '' end
    from purchase_item, generate_series(1, ${articles - 1}) n;
    commit;
    analyze purchase_item`)

const list = async (query: string) =>
  t.ask(`GET /api/biz/purchase-items/?${query.includes('size=') ? '' : 'size=50'}${query}`, {
    token: w.aoyama.staff.token,
  })

/** To the planner, so many rows take as long as millions. */
async function countingTakesLong(): Promise<void> {
  await t.pool.query(`
    do $$ begin execute format('alter database %I set cpu_tuple_cost = 10', current_database()); end $$;
    set cpu_tuple_cost = 10;
    select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
}

test('a list is counted to its end, or says that there are more where that takes long', async () => {
  // Of the one shop, so that what is expected of all is asked for anew below.
  const quick = await list(`&shop=${w.aoyama.shops[0]}`)
  expect(quick.body).toMatchObject({ count: articles })
  expect(quick.body).not.toHaveProperty('is_count_limited')

  await countingTakesLong()
  const first = await list('&ordering=id')
  expect(first.body).toMatchObject({ count: mostCounted, is_count_limited: true, previous: null })
  expect(first.body.results).toHaveLength(50)
  expect(first.body.next).toContain('page=2')

  const rare = await list(`&name=${encodeURIComponent('珍品')}`)
  expect(rare.body).toMatchObject({ count: 10, next: null })
  expect(rare.body).not.toHaveProperty('is_count_limited')
})

test('pages follow beyond what was counted, to the end and no further', async () => {
  const beyond = await list(`&page=${mostCounted / 50 + 1}`)
  expect(beyond.body).toMatchObject({ count: mostCounted, is_count_limited: true, next: null })
  expect(beyond.body.results).toHaveLength(30)
  expect(beyond.body.previous).toContain(`page=${mostCounted / 50}`)

  const before = await list(`&page=${mostCounted / 50}`)
  expect(before.body.next).toContain(`page=${mostCounted / 50 + 1}`)

  const past = await list(`&page=${mostCounted / 50 + 2}`)
  expect(past.status).toBe(404)
})

test('a full page at the end of all rows is followed by none', async () => {
  const size = 10
  const last = await list(`&size=${size}&page=${articles / size}`)
  expect(last.body).toMatchObject({ is_count_limited: true, next: null })
  expect(last.body.results).toHaveLength(size)
  const before = await list(`&size=${size}&page=${articles / size - 1}`)
  expect(before.body.next).toContain(`page=${articles / size}`)
})

test('the last page is that of all rows', async () => {
  const last = await list('&page=last')
  expect(last.body).toMatchObject({ count: articles, next: null })
  expect(last.body).not.toHaveProperty('is_count_limited')
  expect(last.body.results).toHaveLength(30)
})
