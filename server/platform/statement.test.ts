import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type Db, inTransaction, makeDb, makePool } from './db.ts'
import { codes, fixed, joined, limited, nothing, type Part, selectRows } from './statement.ts'

const textOf = (piece: Part) => {
  const { sql: text, parameters: values } = piece.compile(db)
  return { text, values }
}

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

describe('the text of a statement', () => {
  test('contains a fixed part as it is, which is put together once and has no values', () => {
    let times = 0
    const part = fixed(() => {
      times += 1
      return sql`${sql.ref('r.status')} in (${codes([1, 2])})`
    })
    const statement = () => textOf(sql`select ${part()} from r where id = ${7}`)
    expect([statement(), statement()]).toEqual(
      Array(2).fill({ text: 'select "r"."status" in (1, 2) from r where id = $1', values: [7] }),
    )
    expect(times).toBe(1)
    expect(fixed(() => sql`id = ${7}`)).toThrow('a fixed part has values')
  })

  test('writes a usual number of rows as text, so that the plan is kept, and any other as a parameter', () => {
    expect(textOf(limited({ limit: 50, offset: 0 }))).toEqual({ text: 'limit 50', values: [] })
    expect(textOf(limited({ limit: 37, offset: 0 }))).toEqual({ text: 'limit $1', values: [37] })
    expect(textOf(limited({ limit: 50, offset: 100 }))).toEqual({
      text: 'limit $1 offset $2',
      values: [50, 100],
    })
  })

  test('numbers parameters in the order in which they stand, through pieces within pieces', () => {
    const inner = sql`b = ${2} and ${sql`c = ${'x'}`}`
    const whole = sql`select ${1} where ${inner} limit ${3}`
    expect(textOf(whole)).toEqual({
      text: 'select $1 where b = $2 and c = $3 limit $4',
      values: [1, 2, 'x', 3],
    })
    expect(textOf(sql`${inner} or ${inner}`).text).toBe('b = $1 and c = $2 or b = $3 and c = $4')
  })

  test('is the same however often it is made, so that the database keeps one plan', () => {
    const made = (id: number) => textOf(sql`select * from shop where id = ${id} ${nothing}`).text
    expect(made(1)).toBe(made(999))
  })

  test('joins pieces, and is empty where there are none', () => {
    expect(textOf(joined([sql`a = ${1}`, sql`b`, sql`c = ${2}`], ' and '))).toEqual({
      text: 'a = $1 and b and c = $2',
      values: [1, 2],
    })
    expect(textOf(joined([], ', '))).toEqual({ text: '', values: [] })
    expect(textOf(joined([sql`a`], ', ')).text).toBe('a')
  })
})

describe('what was sent', () => {
  const hostile: [string, unknown][] = [
    ['a statement', "'; drop table shop; --"],
    ['a placeholder', '$1'],
    ['an object shaped like a piece', { strings: ['drop table shop'], values: [] }],
    ['the same from JSON', JSON.parse('{"strings":["drop table shop"],"values":[],"mark":true}')],
    ['an array', ['a', 'b']],
    ['null', null],
  ]
  test.each(hostile)('becomes a parameter and never text: %s', (_name, value) => {
    expect(textOf(sql`select ${value} as x`)).toEqual({ text: 'select $1 as x', values: [value] })
  })

  test('comes back from the database as it went in', async () => {
    for (const value of ["'; drop table shop; --", '$1', 'あ"\\', '']) {
      expect(await selectRows(db, sql`select ${value}::text as x`)).toEqual([{ x: value }])
    }
  })
})

test('codes are literals, so that an index with a condition is used', () => {
  expect(textOf(sql`status in (${codes([0, 1])})`)).toEqual({ text: 'status in (0, 1)', values: [] })
})

test('within a transaction it sees what that wrote, outside it does not', async () => {
  const count = sql`select count(*) as n from unclaimed_file where key = ${'test'}`
  await inTransaction(db, async (tx) => {
    await sql`insert into unclaimed_file (key, created_at) values ('test', '2026-11-24')`.execute(tx)
    expect(await selectRows(tx, count)).toEqual([{ n: 1 }])
    expect(await selectRows(db, count)).toEqual([{ n: 0 }])
  })
  expect(await selectRows(db, count)).toEqual([{ n: 1 }])
})

test('both ways read days, times and large numbers alike', async () => {
  const values = sql`select '2026-11-24'::date as day, '2026-11-24T01:00:00Z'::timestamptz as at, 9007199254740991::bigint as big`
  const expected = [{ day: '2026-11-24', at: '2026-11-24T10:00:00+09:00', big: 9007199254740991 }]
  expect(await selectRows(db, values)).toEqual(expected)
  expect(await inTransaction(db, (tx) => selectRows(tx, values))).toEqual(expected)
})
