import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type Db, inTransaction, lastly, makeDb, makePool, type Tx, together } from './db.ts'

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  db = makeDb(makePool({ connectionString: database.url, max: 3 }))
  drop = database.drop
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

beforeEach(() => sql`drop table if exists note; create table note (word text unique)`.execute(db))

const written = (tx: Tx, word: string) => sql`insert into note values (${word}) returning word`.compile(tx)
const notes = async () =>
  (await sql<{ word: string }>`select word from note order by word`.execute(db)).rows.map(({ word }) => word)

describe('statements sent together', () => {
  test('run in their order, and each answers its rows', async () => {
    const answers = await inTransaction(db, (tx) =>
      together(tx, [
        written(tx, 'a'),
        written(tx, 'b'),
        sql`update note set word = 'c' where word = 'b' returning word`.compile(tx),
        sql`select count(*) as n from note`.compile(tx),
      ]),
    )
    expect(answers).toEqual([[{ word: 'a' }], [{ word: 'b' }], [{ word: 'c' }], [{ n: 2 }]])
    expect(await notes()).toEqual(['a', 'c'])
  })

  test('when one fails, it says why, and nothing of the transaction stays', async () => {
    const work = inTransaction(db, (tx) =>
      together(tx, [written(tx, 'a'), written(tx, 'a'), written(tx, 'b'), sql`select no_such()`.compile(tx)]),
    )
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toEqual([])
  })
})

describe('a last statement', () => {
  test('is there when it is answered, and later transactions wait for the disk as before', async () => {
    await inTransaction(db, async (tx) => {
      await together(tx, [written(tx, 'a')])
      await lastly(tx, written(tx, 'b'))
    })
    expect(await notes()).toEqual(['a', 'b'])
    const settings = await Promise.all(
      [1, 2, 3].map(() =>
        inTransaction(db, async (tx) => (await sql`show synchronous_commit`.execute(tx)).rows),
      ),
    )
    // The databases of the tests do not wait at all; what matters is that no connection keeps a setting of its own.
    const { rows } =
      await sql`select reset_val as synchronous_commit from pg_settings where name = 'synchronous_commit'`.execute(
        db,
      )
    expect(settings).toEqual([rows, rows, rows])
  })

  test('that fails takes all back, and the connection is as good as before', async () => {
    for (let again = 0; again < 6; again++) {
      const work = inTransaction(db, async (tx) => {
        await together(tx, [written(tx, 'a')])
        await lastly(tx, written(tx, 'a'))
      })
      await expect(work).rejects.toMatchObject({ code: '23505' })
    }
    expect(await notes()).toEqual([])
    await inTransaction(db, (tx) => lastly(tx, written(tx, 'b')))
    expect(await notes()).toEqual(['b'])
  })

  test('lets nothing be asked in that transaction afterwards', async () => {
    const work = inTransaction(db, async (tx) => {
      await lastly(tx, written(tx, 'a'))
      await tx.executeQuery(written(tx, 'b'))
    })
    await expect(work).rejects.toThrow('asked after the end of the transaction')
    expect(await notes()).toEqual(['a'])
  })
})
