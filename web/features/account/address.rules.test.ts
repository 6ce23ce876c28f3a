import { describe, expect, it } from 'vitest'
import { likelyAddress, tidyAddress } from './address.rules.ts'

describe('C01 the address as it was typed', () => {
  it.each([
    [' ＴＡＮＡＫＡ＠ｇｍａｉｌ．ｃｏｍ ', 'TANAKA@gmail.com'],
    ['tanaka@example.com　', 'tanaka@example.com'],
    ['tanaka@example.com', 'tanaka@example.com'],
  ])('%s is %s', (typed, tidy) => {
    expect(tidyAddress(typed)).toBe(tidy)
  })

  it.each([
    ['tanaka@gmial.com', 'tanaka@gmail.com'],
    ['ｔａｎａｋａ＠ＧＭＩＡＬ．ｃｏｍ', 'tanaka@gmail.com'],
    ['hanako@docomo.co.jp', 'hanako@docomo.ne.jp'],
  ])('%s was probably meant as %s', (typed, meant) => {
    expect(likelyAddress(typed)).toBe(meant)
  })

  it.each(['tanaka@gmail.com', 'tanaka@docomo.ne.jp', '@gmial.com', 'a@b@gmial.com', 'tanaka', ''])(
    'nothing is asked about %s',
    (typed) => {
      expect(likelyAddress(typed)).toBeUndefined()
    },
  )
})
