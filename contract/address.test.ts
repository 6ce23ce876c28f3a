import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldAddress, foldPlace } from './address.ts'

const kanjiDigits = [...'〇一二三四五六七八九']

/** 23 as 二十三. */
function inUnits(number: number): string {
  return [1000, 100, 10, 1].reduce((text, unit) => {
    const digit = Math.floor(number / unit) % 10
    if (digit === 0) return text
    const name = { 1000: '千', 100: '百', 10: '十', 1: '' }[unit] ?? ''
    return `${text}${digit === 1 && unit > 1 ? '' : kanjiDigits[digit]}${name}`
  }, '')
}

const spellings: readonly ((number: number) => string)[] = [
  String,
  (number) => String(number).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (number) => [...String(number)].map((digit) => kanjiDigits[Number(digit)]).join(''),
  inUnits,
  (number) => `0${number}`,
]
const hyphenSigns = [...'-ー−―‐‑‒–—－ｰ─'].flatMap((sign) => [sign, ` ${sign} `, `${sign}　`])
const joints: readonly (readonly string[])[] = [
  ['丁目', '番', '号'],
  ['丁目', '番地の', ''],
  ['丁目', '番の', '号室'],
  ['丁目', '番地', ''],
  ['の', 'ノ', ''],
  ['丁', '番', '号'],
  ['丁目', '-', ''],
]

const numbers = fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 3 })
const hand = fc.record({
  digits: fc.array(fc.nat(spellings.length - 1), { minLength: 3, maxLength: 3 }),
  joint: fc.oneof(
    fc.constantFrom(...joints),
    fc.array(fc.constantFrom(...hyphenSigns), { minLength: 2, maxLength: 2 }).map((signs) => [...signs, '']),
  ),
})
type Hand = typeof hand extends fc.Arbitrary<infer Written> ? Written : never

const written = (list: readonly number[], { digits, joint }: Hand): string =>
  `渋谷区神宮前${list
    .map((number, index) => {
      const last = index === list.length - 1
      const unit = joint[index] ?? ''
      // A joint that only separates stands between numbers, never behind the last.
      const behind = last ? (/[丁番号][^の]*/.exec(unit)?.[0] ?? '') : unit
      return `${spellings[digits[index] ?? 0]?.(number)}${behind}`
    })
    .join('')}`

describe('one place', () => {
  test('is one form in every spelling of its numbers', () => {
    fc.assert(
      fc.property(numbers, hand, hand, (list, one, other) => {
        expect(foldAddress(written(list, one))).toBe(foldAddress(written(list, other)))
      }),
      { numRuns: 3000 },
    )
  })

  test('stays in its form when it is put into it again', () => {
    fc.assert(
      fc.property(numbers, hand, (list, one) => {
        const form = foldAddress(written(list, one))
        expect(foldAddress(form)).toBe(form)
      }),
    )
  })

  test.each([
    ['神宮前1-2-3', '神宮前1丁目2番3号'],
    ['神宮前一丁目二番三号', '神宮前１－２－３'],
    ['神宮前1丁目2番地の3', '神宮前1の2の3'],
    ['神宮前1-2-3 メゾン表参道405', '神宮前１丁目２番３号　メゾン表参道４０５号室'],
    ['神宮前1-2-3-405', '神宮前1丁目2番3号405'],
    ['北二十四条西十二丁目3番', '北24条西12丁目3'],
    ['一番町23番地', '一番町 23'],
    ['霞が関1-1', '霞ヶ関１丁目１'],
    ['大字本郷12番地1', '本郷12-1'],
    ['コーポ タワー2', 'ｺｰﾎﾟﾀﾜｰ２'],
  ])('%s is %s', (one, other) => {
    expect(foldAddress(one)).toBe(foldAddress(other))
  })
})

describe('another place', () => {
  test('is another form, however both are spelled', () => {
    fc.assert(
      fc.property(numbers, numbers, hand, hand, (list, others, one, other) => {
        fc.pre(list.join('-') !== others.join('-'))
        expect(foldAddress(written(list, one))).not.toBe(foldAddress(written(others, other)))
      }),
      { numRuns: 3000 },
    )
  })

  test('with the same digits divided or ordered in another way is another form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 11, max: 99999 }),
        fc.nat(3),
        fc.nat(3),
        hand,
        hand,
        (digits, a, b, one, other) => {
          const text = String(digits)
          const cut = (at: number) => {
            const place = 1 + (at % (text.length - 1))
            return [Number(text.slice(0, place)), Number(text.slice(place))]
          }
          const [first, second] = [cut(a), cut(b)]
          fc.pre(first.join('-') !== second.join('-') && ![...first, ...second].includes(0))
          expect(foldAddress(written(first, one))).not.toBe(foldAddress(written(second, other)))
          const turned = first.toReversed()
          if (turned.join('-') !== first.join('-'))
            expect(foldAddress(written(first, one))).not.toBe(foldAddress(written(turned, other)))
        },
      ),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['神宮前1-23', '神宮前12-3'],
    ['神宮前1丁目23番', '神宮前12丁目3番'],
    ['神宮前1-2-3', '神宮前1-3-2'],
    ['大字三12番地', '大字312番地'],
    ['メゾン405', 'メゾン406'],
    ['コーポ2', 'コポ2'],
  ])('%s is not %s', (one, other) => {
    expect(foldAddress(one)).not.toBe(foldAddress(other))
  })
})

test('where one line ends, a number ends', () => {
  const at = (address1: string, address2: string) =>
    foldPlace({ prefecture: '東京都', city: '渋谷区', address1, address2 })
  expect(at('神宮前1-2', '34')).not.toBe(at('神宮前1-23', '4'))
  expect(at('神宮前1-2', '3-4')).toBe(at('神宮前1-2-3', '4'))
  expect(at('神宮前1-2-3', 'メゾン405')).toBe(at('神宮前1-2-3 メゾン405', ''))
})
