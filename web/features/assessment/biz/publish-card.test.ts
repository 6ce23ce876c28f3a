import { describe, expect, it } from 'vitest'
import { checksOf } from './publish-card.tsx'
import type { Assessment } from './result-preview.tsx'

type Assessed = Assessment['items'][number]

const item = (change: Partial<Assessed>): Assessed =>
  ({ slug: 's', seq: 1, itemStatus: 2, images: [{}], deductions: [], comment: '', ...change }) as Assessed

const result = (...items: Assessed[]) => ({ items }) as unknown as Assessment

describe('the checks before a result goes out', () => {
  it('stop it while an item is not finished, and name the item', () => {
    const checks = checksOf(result(item({}), item({ seq: 2, slug: 'open', itemStatus: 1 })), {
      isHeld: false,
      arrivedItemCount: 2,
    })
    expect(checks.filter(({ bad }) => bad)).toMatchObject([
      { key: 'open', slugs: [{ slug: 'open', seq: 2 }] },
    ])
  })

  it('stop it while the box is held', () => {
    const checks = checksOf(result(item({})), { isHeld: true, arrivedItemCount: 1 })
    expect(checks.filter(({ bad }) => bad).map(({ key }) => key)).toEqual(['held'])
  })

  it('only point at missing photos and at deductions without a word', () => {
    const checks = checksOf(
      result(
        item({ images: [] }),
        item({ deductions: [{ label: 'しみ', place: '', amount: 300, photo: null }] }),
      ),
      { isHeld: false, arrivedItemCount: 3 },
    )
    expect(checks.some(({ bad }) => bad)).toBe(false)
    expect(checks.map(({ key }) => key)).toEqual(['open', 'count', 'bare', 'words'])
    expect(checks[1]?.text).toBe('受け取りは 3点、結果は 2点です')
  })
})
