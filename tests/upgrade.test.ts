import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentificationGap, identificationGaps, identificationGapText } from '#contract/identification'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeAmounts, makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { migrationsDirectory } from '#server/platform/migration-files'
import { type TestApp, testApp } from './support/app.ts'
import { apply, assessAll, publish, receive, startAssessing } from './support/steps.ts'
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

test('prices published before are compared without what a campaign added, and as they were published', async () => {
  const { company } = world.aoyama
  const brand_id = Object.values(world.brands)[0] as number
  const kind = { brand_id, category_id: world.categories.coat, grade: 'A_2' }
  const published = async () => {
    const box = await apply(t, world)
    // Campaigns of earlier tests here.
    await t.pool.query('delete from promised_campaign where request_id = $1', [box.id])
    await receive(t, box, 1)
    await startAssessing(t, box)
    await assessAll(t, world, box, [9_000])
    await publish(t, box)
    return box.id
  }
  const [lifted, looked] = [await published(), await published()]
  await makeAmounts(t.db, company, [{ ...kind, amount: 10_000 }])
  await t.pool.query('update published_item set deviation = -1, past_deviation = 3')
  await t.pool.query('update purchase_item set uplift = 900, price = price + 900 where request_id = $1', [
    lifted,
  ])
  await t.pool.query('update purchase_request set second_look_at = offered_at where id = $1', [looked])
  await t.pool.query('update purchase_item set base_price = 12000, price = 11500 where request_id = $1', [
    looked,
  ])
  const again = async () => {
    await t.pool.query(
      await readFile(path.join(migrationsDirectory, '0145_published_prices_without_campaign.sql'), 'utf8'),
    )
    const { rows } = await t.pool.query(
      `select f.deviation, f.past_deviation from published_item f join purchase_item i on i.id = f.item_id
        where i.request_id = any($1) order by i.request_id`,
      [[lifted, looked]],
    )
    return rows
  }
  const compared = { deviation: -100, past_deviation: null }
  expect(await again()).toEqual([compared, compared])
  // An amount that is newer than the publication says nothing about it.
  await t.pool.query('update buying_amount set updated_at = $1', ['2030-01-01T00:00:00Z'])
  const unknown = { deviation: null, past_deviation: null }
  expect(await again()).toEqual([unknown, unknown])
})
