import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blockOf,
  choiceOf,
  factorText,
  monthsOf,
  pasteAt,
  permilleOf,
  raised,
  raiseOf,
} from './grid.rules.ts'

const columns = [
  { key: 'name', header: '名前', width: 1, isFixed: true },
  { key: 'base', header: '基準額', width: 1 },
  { key: 'band', header: '幅', width: 1 },
]

describe('cells copied from a spreadsheet', () => {
  it('are a block only where there is more than one', () => {
    expect(blockOf('12,000')).toBeUndefined()
    expect(blockOf('GUCCI\t12,000\r\nPRADA\t9,800\r\n')).toEqual([
      ['GUCCI', '12,000'],
      ['PRADA', '9,800'],
    ])
  })

  it('go right and down from the cell, past the last row, and leave fixed columns alone', () => {
    expect(
      pasteAt(
        [
          ['x', '1', '2'],
          ['y', '3', '4', '5'],
        ],
        columns,
        { row: 4, column: 0 },
      ),
    ).toEqual([
      { row: 4, changes: { base: '1', band: '2' } },
      { row: 5, changes: { base: '3', band: '4' } },
    ])
  })
})

describe('factors', () => {
  it.each([
    ['1.10', 1100],
    ['×0.8', 800],
    ['１．０５', 1050],
    ['110%', 1100],
    ['0', 0],
    ['', null],
    ['高い', null],
  ])('%s is %s thousandths', (text, permille) => expect(permilleOf(text)).toBe(permille))

  it('are read again as they are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (permille) => {
        expect(permilleOf(factorText(permille))).toBe(permille)
      }),
    )
  })
})

it.each([
  ['10,11,12', [10, 11, 12]],
  ['10月、11月', [10, 11]],
  ['11-2', [11, 12, 1, 2]],
  ['３〜５', [3, 4, 5]],
  ['13', null],
  ['', null],
  ['冬', null],
])('reads the months of %s', (text, months) => expect(monthsOf(text)).toEqual(months))

it('finds a category by its name, and by those above it where several are called so', () => {
  const choices = [
    { id: 1, name: 'コート', path: ['メンズ'] },
    { id: 2, name: 'コート', path: ['レディース'] },
    { id: 3, name: 'バッグ', path: [] },
  ]
  expect(choiceOf(choices, 'ﾊﾞｯｸﾞ')).toEqual({ id: 3 })
  expect(choiceOf(choices, 'レディース ＞ コート')).toEqual({ id: 2 })
  expect(choiceOf(choices, 'コート')).toEqual({ problem: expect.stringContaining('複数あります') })
  expect(choiceOf(choices, '時計')).toEqual({ problem: '「時計」は登録されていません。' })
})

describe('prices of several rows', () => {
  it.each([
    ['+5%', 12_800, 13_400],
    ['-10％', 12_800, 11_500],
    ['−500', 12_800, 12_300],
    ['+1,000円', 12_800, 13_800],
    ['=15000', 12_800, 15_000],
    ['-20000', 12_800, 0],
  ])('%s makes of ¥%d ¥%d', (text, before, after) => {
    const raise = raiseOf(text)
    expect(raise && raised(before, raise)).toBe(after)
  })

  it('stay as they are where goods are seen first, and where the text is no amount', () => {
    expect(raised(0, { by: 'percent', amount: 5 })).toBe(0)
    expect(raised(0, { by: 'yen', amount: 500 })).toBe(0)
    expect(raiseOf('すこし')).toBeNull()
  })
})
