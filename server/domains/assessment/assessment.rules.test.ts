import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decision } from '#contract/answer'
import { autoAccepts, type Decidable, resolveAnswer } from './assessment.rules.ts'

const items: Decidable[] = [
  { id: 1, slug: 'priced-a', status: 2, price: 3_000 },
  { id: 2, slug: 'priced-b', status: 2, price: 500 },
  { id: 3, slug: 'unpriced', status: 3, price: null },
]

describe('an answer', () => {
  test('needs a word for every priced article', () => {
    expect(resolveAnswer(items, { decisions: [{ slug: 'priced-a', decision: 'sell' }] }, 'return')).toBe(
      'answer_incomplete',
    )
    expect(resolveAnswer(items, {}, 'return')).toBe('answer_incomplete')
    expect(
      resolveAnswer(
        items,
        { decisions: [{ slug: 'nobody', decision: 'sell' }], decision_all: 'sell' },
        'return',
      ),
    ).toBe('unknown_slug')
  })

  test('selling all leaves what has no price to the policy chosen at application', () => {
    expect(resolveAnswer(items, { decision_all: 'sell' }, 'return')).toMatchObject({
      sell: [{ id: 1 }, { id: 2 }],
      giveBack: [{ id: 3 }],
      dispose: [],
    })
    expect(resolveAnswer(items, { decision_all: 'sell' }, 'dispose')).toMatchObject({ dispose: [{ id: 3 }] })
    expect(resolveAnswer(items, { decision_all: 'return' }, 'dispose')).toMatchObject({
      giveBack: [{ id: 1 }, { id: 2 }, { id: 3 }],
    })
  })

  test('whatever is said, nothing without a price is sold and nothing with a price is thrown away', () => {
    const decision = fc.constantFrom<Decision>('sell', 'return', 'dispose')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('priced-a', 'priced-b', 'unpriced'), decision)),
        fc.option(fc.constantFrom('sell' as const, 'return' as const), { nil: undefined }),
        fc.constantFrom('return' as const, 'dispose' as const),
        (words, all, policy) => {
          const resolved = resolveAnswer(
            items,
            { decisions: words.map(([slug, word]) => ({ slug, decision: word })), decision_all: all },
            policy,
          )
          if (typeof resolved === 'string') return
          expect(resolved.sell.every((item) => item.price !== null)).toBe(true)
          expect(resolved.dispose.every((item) => item.price === null)).toBe(true)
          expect(resolved.sell.length + resolved.giveBack.length + resolved.dispose.length).toBe(items.length)
        },
      ),
    )
  })
})

test('an automatic acceptance begins exactly at the amount chosen', () => {
  expect(autoAccepts('auto_accept_from', 10_000, 10_000)).toBe(true)
  expect(autoAccepts('auto_accept_from', 10_000, 9_999)).toBe(false)
  expect(autoAccepts('auto_accept_all', 1, 0)).toBe(false)
  expect(autoAccepts('review_each', null, 1_000_000)).toBe(false)
})
