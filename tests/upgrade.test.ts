import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentificationGap, identificationGaps, identificationGapText } from '#contract/identification'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { migrationsDirectory } from '#server/platform/migrate'
import { type TestApp, testApp } from './support/app.ts'
import { apply, assessAll, receive, startAssessing } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

const keptWords = () => readFile(path.join(migrationsDirectory, '0027_kept_words.sql'), 'utf8')
const upgrade = async () => t.pool.query(await keptWords())

test('what identifications lacked in sentences, they lack in codes', async () => {
  const words = await keptWords()
  const kept: IdentificationGap[] = identificationGaps.filter((gap) => words.includes(`('${gap}',`)).reverse()
  expect(kept).toHaveLength(16)
  const { customer_id } = await makeCustomerAccount(t.db, t.tools)
  const id = await makeIdentification(
    t.db,
    t.tools,
    { customer_id, company_id: world.aoyama.company },
    { ekyc_status: 2, missing: kept.map((gap) => identificationGapText[gap]), verified_at: null },
  )
  await upgrade()
  const { missing } = await t.db
    .selectFrom('identification')
    .select('missing')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(missing).toEqual(kept)
})

test('deals that waited in the queue are closed under the name of now', async () => {
  await t.runJobs()
  for (const task of ['contract.try', 'contract.scan', 'rate_count.clean'])
    await t.pool.query('select graphile_worker.add_job($1, $2)', [task, { request: 0 }])
  await upgrade()
  expect(await t.runJobs()).toEqual(['deal.close'])
})

test('old requests keep the campaigns they were or could be priced with, and get those of their own day', async () => {
  const { company } = world.aoyama
  const box = await apply(t, world)
  await receive(t, box, 1)
  await startAssessing(t, box)
  await assessAll(t, world, box, [5_000])
  const over = { starts_on: '2026-09-01', ends_on: '2026-09-30' }
  const used = await makeCampaign(t.db, company, { ...over, name: '使った' })
  await makeCampaign(t.db, company, { ...over, name: '過ぎた' })
  const ofItsDay = await makeCampaign(t.db, company, {
    ...{ name: '申込日', starts_on: '2026-11-24', ends_on: '2026-11-24' },
  })
  await makeCampaign(t.db, world.umeda.company, { name: '別の会社' })
  await t.pool.query('update purchase_item set campaign_id = $1 where request_id = $2', [used, box.id])
  await t.pool.query('delete from promised_campaign where request_id = $1', [box.id])
  await t.pool.query(
    await readFile(path.join(migrationsDirectory, '0130_promises_of_old_requests.sql'), 'utf8'),
  )
  const { rows } = await t.pool.query(
    'select campaign_id from promised_campaign where request_id = $1 order by 1',
    [box.id],
  )
  expect(rows.map(({ campaign_id }) => Number(campaign_id))).toEqual([world.campaign, used, ofItsDay])
})
