import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type Db, inTransaction, makeDb, makePool } from './db.ts'
import { ask, forBuilder, joined, limited, nothing, part, textOf, word } from './statement.ts'

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
  test('writes a usual number of rows as text, so that the plan is kept, and any other as a parameter', () => {
    expect(textOf(limited(50, 0))).toEqual({ text: 'limit 50', values: [] })
    expect(textOf(limited(37, 0))).toEqual({ text: 'limit $1', values: [37] })
    expect(textOf(limited(50, 100))).toEqual({ text: 'limit $1 offset $2', values: [50, 100] })
  })

  test('numbers parameters in the order in which they stand, through pieces within pieces', () => {
    const inner = part`b = ${2} and ${part`c = ${'x'}`}`
    const whole = part`select ${1} where ${inner} limit ${3}`
    expect(textOf(whole)).toEqual({
      text: 'select $1 where b = $2 and c = $3 limit $4',
      values: [1, 2, 'x', 3],
    })
    // The same piece twice is two pieces.
    expect(textOf(part`${inner} or ${inner}`).text).toBe('b = $1 and c = $2 or b = $3 and c = $4')
  })

  test('is the same however often it is made, so that the database keeps one plan', () => {
    const made = (id: number) => textOf(part`select * from shop where id = ${id} ${nothing}`).text
    expect(made(1)).toBe(made(999))
  })

  test('joins pieces, and is empty where there are none', () => {
    expect(textOf(joined([part`a = ${1}`, part`b`, part`c = ${2}`], ' and '))).toEqual({
      text: 'a = $1 and b and c = $2',
      values: [1, 2],
    })
    expect(textOf(joined([], ', '))).toEqual({ text: '', values: [] })
    expect(textOf(joined([part`a`], ', ')).text).toBe('a')
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
    expect(textOf(part`select ${value} as x`)).toEqual({ text: 'select $1 as x', values: [value] })
  })

  test('comes back from the database as it went in', async () => {
    for (const value of ["'; drop table shop; --", '$1', 'あ"\\', '']) {
      expect(await ask(db, part`select ${value}::text as x`)).toEqual([{ x: value }])
    }
  })

  test.each([
    'r.id; drop table shop',
    "r.id'",
    'r."id"',
    'R.ID',
    'r.id  desc',
    'r.id desc, 1',
    'lower(id)',
    '1',
    '',
    'a.b.c',
    'id desc nulls',
  ])('is no name to sort by: %s', (name) => {
    expect(() => word(name)).toThrow('not the name of a column')
  })

  test.each(['id', 'r.id', 'r.id desc', 'r.offer_total asc nulls first', 'p._x2'])(
    'plain names are: %s',
    (name) => {
      expect(textOf(part`order by ${word(name)}`)).toEqual({ text: `order by ${name}`, values: [] })
    },
  )
})

test('the same piece means the same to the query builder', () => {
  const piece = part`select ${1} where a = ${'x'} and ${part`b in (${2})`} ${nothing} order by ${word('r.id desc')}`
  const compiled = forBuilder(piece).compile(db)
  expect({ text: compiled.sql, values: compiled.parameters }).toEqual(textOf(piece))
})

test('within a transaction it sees what that wrote, outside it does not', async () => {
  const count = part`select count(*) as n from unclaimed_file where key = ${'test'}`
  await inTransaction(db, async (tx) => {
    await sql`insert into unclaimed_file (key, created_at) values ('test', '2026-11-24')`.execute(tx)
    expect(await ask(tx, count)).toEqual([{ n: 1 }])
    expect(await ask(db, count)).toEqual([{ n: 0 }])
  })
  expect(await ask(db, count)).toEqual([{ n: 1 }])
})

test('both ways read days, times and large numbers alike', async () => {
  const values = part`select '2026-11-24'::date as day, '2026-11-24T01:00:00Z'::timestamptz as at, 9007199254740991::bigint as big`
  const expected = [{ day: '2026-11-24', at: '2026-11-24T10:00:00+09:00', big: 9007199254740991 }]
  expect(await ask(db, values)).toEqual(expected)
  expect(await inTransaction(db, (tx) => ask(tx, values))).toEqual(expected)
})
