import { describe, expect, it } from 'vitest'
import { attributeOf } from './entry-attributes.tsx'
import { inherited } from './entry-row-acts.ts'
import { reasonText } from './entry-rows.tsx'
import {
  amountsOf,
  blankRow,
  changesPrice,
  isBlank,
  nextField,
  type Row,
  rowOf,
  totalOf,
  wireOf,
} from './entry-types.ts'
import { phraseOf } from './entry-why.tsx'
import { problemsOfHand } from './hand-dialog.tsx'
import { waysFor } from './send-dialog.tsx'
import { matching } from './use-masters.ts'

const band = { step: 'band', label: '幅 ±15%', low: 8_500, high: 11_500 } as const
const named = {
  ...{ low: 8_500, center: 10_000, high: 11_500, template: 2, past: null, driftPermille: null, reason: null },
  steps: [{ step: 'template' as const, label: 'テンプレート コート', amount: 10_000 }, band],
}
const row = (part: Partial<Row> = {}): Row => ({ ...blankRow('1-5'), id: 5, version: 2, ...named, ...part })

describe('a row of the entry', () => {
  it('is sent with a name of its own only where the catalogue has none', () => {
    expect(wireOf({ brand: 3, brandName: 'GUCCI' })).toEqual({ brand: 3, brandText: '' })
    expect(wireOf({ brand: null, brandName: '祖母の帯' })).toEqual({ brand: null, brandText: '祖母の帯' })
    expect(wireOf({ hand: null, count: 2 })).toEqual({ count: 2, low: null, high: null, handReason: '' })
  })

  it('keeps what was named until what the price comes from changes', () => {
    const live = { ...named, low: 4_000, center: 5_000, high: 6_000 }
    expect([changesPrice({ note: '袖に汚れ', count: 2 }), changesPrice({ condition: 3 })]).toEqual([
      false,
      true,
    ])
    expect(amountsOf(row(), false, live)).toMatchObject({ low: 8_500, isAsked: false })
    expect(amountsOf(row(), true, live)).toMatchObject({ low: 4_000, isAsked: false })
    expect(amountsOf(row(), true, undefined)).toMatchObject({ low: null, isAsked: true })
    const hand = { low: 20_000, high: 25_000, reason: '限定品のため' }
    expect(amountsOf(row({ hand }), true, live)).toMatchObject({ low: 20_000, center: 22_500, high: 25_000 })
    expect(reasonText(row({ hand }), amountsOf(row({ hand }), true, live))).toContain('限定品')
  })

  it('takes a price set by hand from its steps, and shows that of the template once it is taken back', () => {
    const stored = { ...row(), id: 5, handReason: '限定品', low: 20_000, center: 22_500, high: 25_000 }
    const steps = [
      ...named.steps,
      { step: 'hand' as const, label: '手で決めた幅', low: 20_000, high: 25_000 },
    ]
    const read = rowOf('1-5', { ...stored, steps })
    expect(read.hand).toEqual({ low: 20_000, high: 25_000, reason: '限定品' })
    expect(amountsOf({ ...read, hand: null }, false, named)).toMatchObject({ low: 8_500, high: 11_500 })
  })

  it('leads from the season to the attributes that nothing is said of', () => {
    const full = row({ ...{ brand: 1, brandName: 'GUCCI', category: 5, gender: 1, condition: 7, season: 9 } })
    const names = ['素材', '丈']
    expect(nextField(full, 'season', names)).toBe('attribute-0')
    expect(nextField({ ...full, attributes: { 素材: '革' } }, 'condition', names)).toBe('attribute-1')
    expect(nextField(full, 'attribute-1', names)).toBeUndefined()
    expect(changesPrice({ attributes: { 素材: '革' } })).toBe(true)
    expect(wireOf({ attributes: {} })).toEqual({ attributes: {} })
  })

  it('takes an attribute by its kind, and nothing else', () => {
    expect(attributeOf('NUMBER', '1,２50.5')).toBe(1250.5)
    expect([attributeOf('NUMBER', '六十'), attributeOf('NUMBER', ' ')]).toEqual([undefined, undefined])
    expect([attributeOf('BOOLEAN', 'はい'), attributeOf('BOOLEAN', 'いいえ')]).toEqual([true, false])
    expect([attributeOf('STRING', ' 007 '), attributeOf('STRING', '')]).toEqual(['007', undefined])
  })

  it('leads to what is still empty', () => {
    expect(nextField(blankRow('x'), 'brand')).toBe('category')
    expect(
      nextField(row({ brandName: 'GUCCI', category: 5, gender: 1, condition: 7, season: 9 }), 'brand'),
    ).toBe(undefined)
    expect([isBlank(blankRow('x')), isBlank(row({ note: '箱つき' }))]).toEqual([true, false])
  })

  it('counts by number, and leaves out what has no price', () => {
    const without = { low: null, center: null, high: null, count: 3 }
    expect(totalOf([{ ...named, count: 2 }, without])).toEqual({
      ...{ low: 17_000, center: 20_000, high: 23_000, priced: 2, unpriced: 3 },
    })
  })

  it('is for the same person and season as the one before', () => {
    const masters = { seasonOf: () => undefined }
    const before = row({ slug: 'a', gender: 1, season: 9, seasonName: '通年' })
    expect(inherited([before, blankRow('b')], 'b', masters)).toEqual({
      gender: 1,
      season: 9,
      seasonName: '通年',
    })
    expect(inherited([blankRow('b')], 'b', masters)).toEqual({})
  })
})

it('a short word finds what begins with it first, in kana or figures', () => {
  const options = [
    { value: 1, label: 'レザーコート' },
    { value: 2, label: 'コート', hint: 'アウター' },
  ]
  expect(matching(options, 'こーと').map(({ value }) => value)).toEqual([2, 1])
  expect(matching(options, 'アウ').map(({ value }) => value)).toEqual([2])
})

it('a price outside the band of the template needs a reason, one inside does not', () => {
  const template = { low: 8_500, high: 11_500 }
  const problems = (low: string, high: string, reason = '') =>
    Object.keys(problemsOfHand({ low, high, reason }, template))
  expect(problems('９，０００', '¥10,000')).toEqual([])
  expect([problems('8,000', '10000'), problems('8,000', '10000', '限定品')]).toEqual([['reason'], []])
  expect([problems('x', ''), problems('10000', '9000')]).toEqual([['low', 'high'], ['high']])
})

it('is handed over by the ways that reach the customer', () => {
  const closed = waysFor(null).flatMap(({ value, disabled }) => (disabled ? [value] : []))
  expect(closed).toEqual(['line', 'mail'])
  expect(phraseOf(8_500, 11_500)).toMatch(/^¥8,500から¥11,500ほどです。/)
})
