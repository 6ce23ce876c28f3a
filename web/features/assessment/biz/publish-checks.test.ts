import { describe, expect, it } from 'vitest'
import { checksOf } from './publish-checks.ts'
import type { Assessment } from './result-preview.tsx'
import { changeText } from './second-look-review.tsx'

type Assessed = Assessment['items'][number]

const item = (change: Partial<Assessed>): Assessed =>
  ({
    slug: 's',
    seq: 1,
    itemStatus: 2,
    price: 9_000,
    uplift: 0,
    grade: 'A_2',
    authenticity: 1,
    priceBand: null,
    problems: [],
    evidence: null,
    images: [{}],
    deductions: [],
    comment: '',
    before: null,
    ...change,
  }) as unknown as Assessed

const result = (...items: Assessed[]) => ({ items }) as unknown as Assessment
const of = (count: number, change: object = {}) => ({
  isHeld: false,
  itemCount: count,
  arrivedItemCount: count,
  countObjections: [],
  ...change,
})

describe('the checks before a result goes out', () => {
  it('stop it for everything the server would refuse, and name the items', () => {
    const open = item({
      seq: 2,
      slug: 'open',
      itemStatus: 1,
      problems: ['items_unfinished', 'photo_missing'],
    })
    const doubted = item({ seq: 3, slug: 'doubted', problems: ['authenticity_undetermined'] })
    const checks = checksOf(result(item({}), open, doubted), of(3))
    expect(checks.filter(({ bad }) => bad)).toMatchObject([
      { key: 'open', items: [{ slug: 'open', seq: 2 }] },
      { key: 'bare', items: [{ slug: 'open' }] },
      { key: 'doubted', items: [{ slug: 'doubted', seq: 3 }] },
    ])
    expect(checks.map(({ key }) => key)).not.toContain('ready')
  })

  it('stop it while the box is held', () => {
    const checks = checksOf(result(item({})), of(1, { isHeld: true }))
    expect(checks.filter(({ bad }) => bad).map(({ key }) => key)).toEqual(['held'])
  })

  it('say an unusual price with its figures, and do not stop it', () => {
    const evidence = { n: 5, min: 8_000, max: 10_000 } as Assessed['evidence']
    const checks = checksOf(
      result(
        item({ price: 5_000, priceBand: 'below', evidence }),
        item({ seq: 2, price: 12_000, priceBand: 'above', evidence }),
      ),
      of(2),
    )
    expect(checks.some(({ bad }) => bad)).toBe(false)
    expect(checks.find(({ key }) => key === 'below')?.items?.[0]?.text).toBe(
      '¥5,000(これまで ¥8,000〜¥10,000・5件)',
    )
    expect(checks.find(({ key }) => key === 'above')?.items?.[0]?.seq).toBe(2)
  })

  it('stop it for a low price without its reason, with the figures and what is missing', () => {
    const evidence = { n: 5, min: 8_000, max: 10_000 } as Assessed['evidence']
    const low = { price: 5_000, priceBand: 'below' as const, evidence }
    const checks = checksOf(
      result(item({ ...low, problems: ['price_reason_missing', 'price_photo_missing'] })),
      of(1),
    )
    expect(checks[0]).toMatchObject({
      bad: true,
      items: [{ text: '¥5,000(これまで ¥8,000〜¥10,000・5件) 理由・理由の写真がありません' }],
    })
    expect(checks.map(({ key }) => key)).not.toContain('below')
    const other = { ...low, priceReason: '限定品', priceReasonAmount: 60_000 }
    const asked = checksOf(
      result(item({ ...other, problems: ['price_reason_missing', 'price_photo_missing'] })),
      of(1),
    )
    expect(asked[0]?.items?.[0]?.text).toContain('理由は ¥60,000 のときのものです')
  })

  it('stop it for a comment that says what was so before', () => {
    const checks = checksOf(result(item({ seq: 2, problems: ['comment_outdated'] })), of(1))
    expect(checks.filter(({ bad }) => bad)).toMatchObject([{ key: 'outdated', items: [{ seq: 2 }] }])
  })

  it('point at a count that is not what was declared, and at an objection nobody answered', () => {
    const objection = { id: 1, text: 'x', at: '', answer: '', answeredAt: null }
    const checks = checksOf(result(item({})), of(1, { itemCount: 3, countObjections: [objection] }))
    expect(checks.filter(({ note }) => note).map(({ text }) => text)).toEqual([
      '申告は 3点、受け取りは 1点です',
      '点数のご指摘に、まだお返事していません',
    ])
    expect(checksOf(result(item({})), of(3))[1]?.text).toBe('受け取りは 3点、結果は 1点です')
  })

  it('point at deductions without a word and at a price for what is not genuine', () => {
    const checks = checksOf(
      result(
        item({ deductions: [{ label: 'しみ', place: '', amount: 300, photo: null, mark: null }] }),
        item({ authenticity: 0 }),
      ),
      of(2),
    )
    expect(checks.map(({ key }) => key)).toEqual(['ready', 'count', 'outside', 'words'])
  })
})

it('says what became of an article that was asked about', () => {
  const before = { price: 9_000, grade: 'A_2' }
  expect(changeText(item({ itemStatus: 1, before }))).toBe('まだ見直していません')
  expect(changeText(item({ before }))).toBe('A 美品(中) ¥9,000 変わりません')
  expect(changeText(item({ price: 9_500, before }))).toBe('A 美品(中) ¥9,000 → A 美品(中) ¥9,500')
  expect(changeText(item({ itemStatus: 3, before }))).toBe('A 美品(中) ¥9,000 → 値段なし')
})
