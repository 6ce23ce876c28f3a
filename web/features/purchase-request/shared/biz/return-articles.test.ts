import { describe, expect, it } from 'vitest'
import { itemStatus as I, requestStatus as R } from '#contract/lifecycle'
import { returnPlan, returnText } from './return-articles.tsx'
import type { BizRequest } from './types.ts'

type Item = BizRequest['items'][number]

const item = (seq: number, status: number, more: Partial<Item> = {}) =>
  ({ seq, status, isRescinded: false, isDisposed: false, ...more }) as Item
const box = (status: number, items: Item[]) => ({ status, items }) as Pick<BizRequest, 'status' | 'items'>
const seqs = (items: readonly Item[]) => items.map(({ seq }) => seq)

describe('what goes back', () => {
  it('is the whole box when nothing is sold', () => {
    const open = box(R.ASSESSING, [item(1, I.ASSESSED), item(2, I.NOT_BUYABLE), item(3, I.ASSESSING)])
    expect(seqs(returnPlan(open).back)).toEqual([1, 2, 3])
    expect(returnText(open)).toBe('売却はありません。3点すべてをお返しします。')
  })

  it('is what was not sold when part of the box is bought', () => {
    const half = box(R.CONTRACTED, [
      item(1, I.PURCHASED),
      item(2, I.RETURN_REQUESTED),
      item(3, I.PRODUCTIZED),
    ])
    expect(seqs(returnPlan(half).back)).toEqual([2])
    expect(seqs(returnPlan(half).kept)).toEqual([1, 3])
    expect(returnText(half)).toBe('買い取った2点はお店に残ります。売らなかった1点をお返しします。')
  })

  it('is what the deal was taken back for, even if the rest went back before', () => {
    const later = box(R.RETURNING, [
      item(1, I.PURCHASED),
      item(2, I.RETURNED),
      item(3, I.RETURN_REQUESTED, { isRescinded: true }),
    ])
    expect(seqs(returnPlan(later).back)).toEqual([3])
    expect(returnText(later)).toBe('買い取った1点はお店に残ります。売却を取り消した1点をお返しします。')
    const both = box(R.RETURNING, [
      item(1, I.RETURN_REQUESTED),
      item(2, I.RETURN_REQUESTED, { isRescinded: true }),
    ])
    expect(returnText(both)).toBe('売らなかった1点と、売却を取り消した1点をお返しします。')
  })

  it('leaves out what the police have', () => {
    const rest = box(R.RETURNING, [
      item(1, I.RETURN_REQUESTED),
      item(2, I.RETURN_REQUESTED, { isSeized: true }),
    ])
    expect(seqs(returnPlan(rest).back)).toEqual([1])
    expect(seqs(returnPlan(rest).seized)).toEqual([2])
  })

  it('leaves out what the customer gave to recycling', () => {
    const open = box(R.OFFERED, [item(1, I.ASSESSED), item(2, I.NOT_BUYABLE, { isDisposed: true })])
    expect(seqs(returnPlan(open).back)).toEqual([1])
    expect(returnText(open)).toBe(
      '売却はありません。1点すべてをお返しします。1点は、お客さまの同意でリサイクルに出します。',
    )
    const nothing = box(R.RETURNING, [item(1, I.NOT_BUYABLE, { isDisposed: true })])
    expect(returnText(nothing)).toBe('1点は、お客さまの同意でリサイクルに出します。')
  })
})
