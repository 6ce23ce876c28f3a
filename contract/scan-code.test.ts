import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeKind, isOwnCode, placeCode, placeOfCode, staffCode, staffOfCode, tidyCode } from './scan-code.ts'
import { codesBeyond, searchTerms, textOfCode } from './search-terms.ts'

describe('a code', () => {
  it.each([
    ['okb-vkhhmea5rbjg', 'box', 'OKB-VKHHMEA5RBJG'],
    ['ＯＫＢ−ＶＫＨＨＭＥＡ５ＲＢＪＧ', 'box', 'OKB-VKHHMEA5RBJG'],
    ['OKBVKHH MEA5 RBJG', 'box', 'OKB-VKHHMEA5RBJG'],
    ['ABCDEFGHJKMNPQRS', 'item', 'abcdefghjkmnpqrs'],
    ['3778-4510-0684', 'parcel', '377845100684'],
    ['A377845100684B', 'parcel', '377845100684'],
    ['１００５０－３', 'item_number', '10050-3'],
    ['10482', 'request', '10482'],
    ['3778 4510 0684', 'parcel', '377845100684'],
    ['10002-2 10002-3', 'unknown', '10002-2 10002-3'],
    ['1001 1002', 'unknown', '1001 1002'],
    ['oks00017', 'staff', 'OKS-00017'],
    ['ＯＫＰ－００１２０', 'place', 'OKP-00120'],
    ['https://example.com', 'unknown', 'https://example.com'],
  ])('%s is known by its looks and written as it is stored', (text, kind, tidy) => {
    expect(codeKind(text)).toBe(kind)
    expect(tidyCode(text)).toBe(tidy)
  })

  it('is ours where nobody would type it as a text', () => {
    expect(['OKB-VKHHMEA5RBJG', 'abcdefghjkmnpqrs', staffCode(7), placeCode(7)].every(isOwnCode)).toBe(true)
    expect(['377845100684', '10482', 'KLD-20261'].some(isOwnCode)).toBe(false)
  })
})

describe.each([
  ['badge', 'OKS', staffCode, staffOfCode, placeOfCode],
  ['place', 'OKP', placeCode, placeOfCode, staffOfCode],
] as const)('the code on a %s', (_what, start, codeOf, numberOf, otherOf) => {
  it('leads back to its number, and to none with one digit wrong', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (id, at, by) => {
          const code = codeOf(id)
          expect([numberOf(code), otherOf(code)]).toEqual([id, undefined])
          const digits = code.slice(4)
          const place = at % digits.length
          const wrong = (Number(digits[place]) + by) % 10
          expect(
            numberOf(`${start}-${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}`),
          ).toBeUndefined()
        },
      ),
    )
  })
})

describe('what is searched for', () => {
  it.each([
    ['10050-3', [{ kind: 'item_number', request: 10050, seq: 3 }]],
    [' 10050 ', [{ kind: 'request', id: 10050 }]],
    ['okb vkhhmea5rbjg', [{ kind: 'box', value: 'OKB-VKHHMEA5RBJG' }]],
    ['090-1234-5678', [{ kind: 'phone', value: '09012345678' }]],
    ['090 1234 5678', [{ kind: 'phone', value: '09012345678' }]],
    ['3778 4510 0680', [{ kind: 'parcel', value: '377845100680' }]],
    ['Hanako@Example.jp', [{ kind: 'email', value: 'hanako@example.jp' }]],
    ['hanako@', [{ kind: 'email_start', value: 'hanako@' }]],
    ['KLD-20261', [{ kind: 'other', value: 'KLD-20261' }]],
    [
      '10002-2 10002-3',
      [
        { kind: 'item_number', request: 10002, seq: 2 },
        { kind: 'item_number', request: 10002, seq: 3 },
      ],
    ],
    [
      '10050, 10051\n10052-1、OKBVKHHMEA5RBJG',
      [
        { kind: 'request', id: 10050 },
        { kind: 'request', id: 10051 },
        { kind: 'item_number', request: 10052, seq: 1 },
        { kind: 'box', value: 'OKB-VKHHMEA5RBJG' },
      ],
    ],
    [
      'hanako@example.jp；１００５０',
      [
        { kind: 'email', value: 'hanako@example.jp' },
        { kind: 'request', id: 10050 },
      ],
    ],
  ])('%j is codes', (text, codes) => {
    const terms = searchTerms(text)
    if (!('codes' in terms)) throw new Error(`words: ${terms.words}`)
    expect(terms.codes).toEqual(codes)
  })

  it('is as many numbers as were pasted, however many digits they have together', () => {
    const request = fc.integer({ min: 1, max: 999_999_999 }).map((id) => ({ kind: 'request' as const, id }))
    const article = fc.record({
      kind: fc.constant('item_number' as const),
      request: fc.integer({ min: 10_000, max: 999_999_999 }),
      seq: fc.integer({ min: 1, max: 999 }),
    })
    const isParcel = (text: string) => /^\d{4}(?: \d{4}){2}$/.test(text)
    fc.assert(
      fc.property(fc.array(fc.oneof(request, article), { minLength: 2, maxLength: 4 }), (codes) => {
        const text = codes.map(textOfCode).join(' ')
        fc.pre(!isParcel(text))
        expect(searchTerms(text)).toEqual({ codes })
      }),
      { numRuns: 1000 },
    )
  })

  it('is of no more than a hundred codes, and says how many it would be', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => 10_000 + index).join('\n')
    expect(codesBeyond(numbers(100))).toBe(0)
    expect(codesBeyond(numbers(101))).toBe(101)
    expect(codesBeyond(`${numbers(101)} 山田`)).toBe(0)
  })

  it.each(['山田 花子', 'ヤマダ', 'GUCCI', '山田 10050', '', '  '])('%j is words', (text) => {
    expect(searchTerms(text)).toEqual({ words: text })
  })
})
