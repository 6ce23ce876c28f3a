import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentificationGap, identificationGaps, identificationGapText } from '#contract/identification'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeIdentification } from '#server/domains/identity/identity.factory'
import { migrationsDirectory } from '#server/platform/migrate'
import { type TestApp, testApp } from './support/app.ts'
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
