import { describe, expect, it } from 'vitest'
import { stateOf } from './identity.rules.ts'

describe('the checks of a customer', () => {
  it.each([
    [0, 'これから'],
    [1, '確認中'],
    [2, '確認中'],
    [3, '確認済み'],
    [5, 'もう一度必要です'],
  ])('state %i reads %s', (ekycStatus, chip) => {
    expect(stateOf({ ekycStatus, verifiedWith: 0 }).chip).toBe(chip)
  })

  it('name the paper that was looked at', () => {
    expect(stateOf({ ekycStatus: 3, verifiedWith: 1 }).text).toContain('運転免許証で')
  })
})
