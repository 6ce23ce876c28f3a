import { describe, expect, it } from 'vitest'
import { nextWords, stateOf } from './identity.rules.ts'

const none = { ekycStatus: 0, verifiedWith: 0, session: null, reviewBy: null, shopIds: [7] }
const begun = { ...none, ekycStatus: 1, session: 3 }
const handedIn = { ...none, ekycStatus: 2, session: 3, reviewBy: '2026-11-25T18:00:00+09:00' }
const returned = { ...none, ekycStatus: 5, session: 3 }
const approved = { ...none, ekycStatus: 3, verifiedWith: 1 }

describe('the checks of a customer', () => {
  it.each([
    [none, 'これから'],
    [begun, '途中です'],
    // Recorded by staff, with something still missing.
    [{ ...none, ekycStatus: 2 }, '確認中'],
    [handedIn, '確認中'],
    [approved, '確認済み'],
    [returned, 'もう一度必要です'],
  ])('%o reads %s', (dealer, chip) => {
    expect(stateOf(dealer).chip).toBe(chip)
  })

  it('name the paper that was looked at, and by when one is looked at', () => {
    expect(stateOf(approved).text).toContain('運転免許証で')
    expect(stateOf({ ...approved, verifiedWith: 9 }).text).toBe('書類で確認が終わっています。')
    expect(stateOf(handedIn).text).toContain('11月25日(水) 18:00までに')
  })
})

describe('the one way on', () => {
  it.each([
    [[approved], undefined],
    [[none], '本人確認を始める'],
    [[approved, begun], '本人確認を続ける'],
    [[handedIn, returned], '理由を見て、やり直す'],
    [[handedIn], '提出した内容と、これからのこと'],
    [[handedIn, { ...none, session: 3, ekycStatus: 1 }], '本人確認を続ける'],
  ])('%o: %s', (dealers, text) => {
    expect(nextWords(dealers)?.text).toBe(text)
  })

  it('names the shop only when one dealer is left: several are those of open requests', () => {
    expect(nextWords([none, approved])?.shop).toBe(7)
    expect(nextWords([none, { ...none, shopIds: [8] }])?.shop).toBeUndefined()
  })
})
