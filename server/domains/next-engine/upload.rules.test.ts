import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemStatus as I, itemStatusLabel } from '#contract/lifecycle'
import { fromCsv } from '#server/platform/csv'
import { type Article, aimOf, codeOf, errorOf, goodsCsv, replacedIn, stepFor } from './upload.rules.ts'

const finished: Article = {
  status: I.PRODUCTIZED,
  is_held: false,
  is_seized: false,
  sold_by: null,
  cost: 9_000,
  name: 'コート 紺',
  description: 'ウール',
  selling_price: 24_800,
}
const wanted = { name: 'コート 紺', description: 'ウール', cost: 9_000, price: 24_800, stock: 1 } as const
const found = { goods_id: 'OKR-1', goods_name: 'コート 紺', goods_selling_price: 24_800, stock_quantity: 1 }

describe('an article', () => {
  test('is offered when it is finished, priced and free; else its stock is 0', () => {
    expect(aimOf(finished)).toEqual({ is: 'offer', wanted })
    const statuses = Object.keys(itemStatusLabel).map(Number)
    fc.assert(
      fc.property(
        fc.constantFrom(...statuses),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(null, 'hand', 'file'),
        fc.constantFrom(null, 100),
        (status, is_held, is_seized, sold_by, selling_price) => {
          const aim = aimOf({ ...finished, status, is_held, is_seized, sold_by, selling_price })
          const isFree =
            status === I.PRODUCTIZED && !is_held && !is_seized && sold_by === null && selling_price !== null
          expect(aim.is).toBe(isFree ? 'offer' : 'withdraw')
        },
      ),
    )
  })

  test('that was sold there is left alone, whatever it is now', () => {
    expect(aimOf({ ...finished, sold_by: 'next_engine', is_held: true })).toEqual({ is: 'leave' })
    expect(stepFor({ is: 'leave' }, found, wanted)).toBe('none')
  })

  test('has a name of one line and at most 255 characters', () => {
    const aim = aimOf({ ...finished, name: `一\n二${'三'.repeat(400)}` })
    expect(aim.is === 'offer' && [aim.wanted.name.slice(0, 3), aim.wanted.name.length]).toEqual([
      '一 二',
      255,
    ])
  })

  test('says which characters are replaced', () => {
    expect(replacedIn({ name: 'HERMÈS', description: '髙島' })).toBe(
      'ネクストエンジンで使えない文字を置き換えます: È→E',
    )
    expect(replacedIn(finished)).toBe('')
  })
})

describe('what is sent', () => {
  const offer = { is: 'offer', wanted } as const
  test.each([
    ['nothing there', offer, undefined, null, 'offer'],
    ['there as it should be', offer, found, wanted, 'none'],
    ['there, though nobody knew', offer, found, null, 'none'],
    ['another price', offer, { ...found, goods_selling_price: 1 }, wanted, 'update'],
    ['another description', offer, found, { ...wanted, description: '' }, 'update'],
    ['sold there a moment ago', offer, { ...found, stock_quantity: 0 }, wanted, 'none'],
    ['withdrawn before', offer, { ...found, stock_quantity: 0 }, { ...wanted, stock: 0 as const }, 'offer'],
    ['withdrawn, never there', { is: 'withdraw' } as const, undefined, wanted, 'none'],
    ['withdrawn, still there', { is: 'withdraw' } as const, found, wanted, 'withdraw'],
    ['withdrawn already', { is: 'withdraw' } as const, { ...found, stock_quantity: 0 }, wanted, 'none'],
  ])('%s', (_what, aim, there, listed, step) => {
    expect(stepFor(aim, there, listed)).toBe(step)
  })
})

describe('the file', () => {
  const line = { ...wanted, code: codeOf(12) }
  test('has the columns of Next Engine, and only those that are meant', () => {
    expect(goodsCsv('offer', [line], '9999')).toBe(
      'syohin_code,sire_code,syohin_name,genka_tnk,baika_tnk,syohin_setumei_text,zaiko_su,nyusyukko_riyu\r\n' +
        'OKR-12,9999,コート 紺,9000,24800,ウール,1,おくるからの連携\r\n',
    )
    expect(goodsCsv('update', [line], '9999')).toBe(
      'syohin_code,syohin_name,genka_tnk,baika_tnk,syohin_setumei_text\r\nOKR-12,コート 紺,9000,24800,ウール\r\n',
    )
    expect(goodsCsv('withdraw', [{ ...line, stock: 0 }], '9999')).toBe(
      'syohin_code,zaiko_su,nyusyukko_riyu\r\nOKR-12,0,おくるからの連携\r\n',
    )
  })

  test('can be read again whatever a name has, without a blank cell', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== ''),
        fc.string(),
        (name, description) => {
          const aim = aimOf({ ...finished, name, description })
          if (aim.is !== 'offer' || aim.wanted.name === '') return
          const read = fromCsv(
            new TextEncoder().encode(goodsCsv('offer', [{ ...aim.wanted, code: 'A' }], '9999')),
            2,
          )
          expect(read.ok && read.rows.map((row) => Object.values(row).includes(''))).toEqual([false])
        },
      ),
    )
  })
})

test('an error belongs to the code it names, and not to a longer one', () => {
  const message = '2行目 [OKR-1] 原価が不正です。\n3行目 [OKR-12] 商品名が不正です。'
  expect(errorOf(message, 'OKR-1')).toBe('2行目 [OKR-1] 原価が不正です。')
  expect(errorOf(message, 'OKR-12')).toBe('3行目 [OKR-12] 商品名が不正です。')
  expect(errorOf(message, 'OKR-3')).toBe('')
})
