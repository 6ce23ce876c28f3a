import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerConsent } from '#contract/consent'
import { type Choices, decideAll, decisionOf, openItems, totalsOf } from './answer.rules.ts'

const item = (slug: string, price: number | null, itemStatus = price === null ? 3 : 2) => ({
  slug,
  price,
  itemStatus,
})
const items = [item('a', 14_300), item('b', 3500), item('c', null), item('d', 800, 5)]
const policy = { unpricedPolicy: 'return', returnCost: 770 }

describe('the answer to a result', () => {
  it('decides nothing with a price by itself', () => {
    expect(decisionOf(items[0] as never, {}, 'dispose')).toBeUndefined()
    expect(totalsOf(items, {}, policy)).toMatchObject({ sell: 0, amount: 0, undecided: 2, back: 1 })
  })

  it('begins unpriced things with the wish of the application, and never sells them', () => {
    const unpriced = item('c', null)
    expect(decisionOf(unpriced, {}, 'dispose')).toBe('dispose')
    expect(decisionOf(unpriced, { c: { decision: 'sell', price: null } }, 'return')).toBe('return')
  })

  it('adds up live, with the cost of the return only when something returns', () => {
    const all = decideAll(items, {}, 'sell')
    expect(totalsOf(items, all, policy)).toEqual({
      sell: 2,
      amount: 17_800,
      back: 1,
      disposed: 0,
      undecided: 0,
      returnCost: 770,
    })
    const recycled: Choices = { ...all, c: { decision: 'dispose', price: null } }
    expect(totalsOf(items, recycled, policy)).toMatchObject({ back: 0, disposed: 1, returnCost: 0 })
  })

  it('forgets a choice whose price has changed', () => {
    const choices: Choices = { a: { decision: 'sell', price: 14_300 } }
    expect(decisionOf(item('a', 9000), choices, 'return')).toBeUndefined()
    expect(decisionOf(item('a', 14_300), choices, 'return')).toBe('sell')
  })

  it('leaves out what is already on its way back', () => {
    expect(openItems(items).map(({ slug }) => slug)).toEqual(['a', 'b', 'c'])
  })

  it('says the consent as it is kept', () => {
    expect(answerConsent(totalsOf(items, decideAll(items, {}, 'sell'), policy))).toBe(
      '2点を合計¥17,800で売ります。1点を返してもらいます。',
    )
  })

  it('counts every open item exactly once, whatever was chosen', () => {
    const word = fc.constantFrom('sell' as const, 'return' as const, 'dispose' as const)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.option(fc.nat(99_999)), fc.option(word)), { maxLength: 30 }),
        (rows) => {
          const list = rows.map(([price], index) => item(`i${index}`, price))
          const choices = Object.fromEntries(
            rows.flatMap(([price, decision], index) =>
              decision ? [[`i${index}`, { decision, price }]] : [],
            ),
          )
          const totals = totalsOf(list, choices, policy)
          expect(totals.sell + totals.back + totals.disposed + totals.undecided).toBe(list.length)
          expect(totals.amount).toBeLessThanOrEqual(list.reduce((sum, { price }) => sum + (price ?? 0), 0))
        },
      ),
    )
  })
})
