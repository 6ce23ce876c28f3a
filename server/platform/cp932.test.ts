import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { encodeCp932, unmappableIn } from './cp932.ts'

const decoder = new TextDecoder('shift_jis', { fatal: true })

describe('encodeCp932', () => {
  it('writes the bytes that Windows writes', () => {
    const text = '古物台帳,髙﨑①㈱ｶﾅ ～－∥―￥\\~\r\nABC'
    expect(Buffer.from(encodeCp932(text)).equals(iconv.encode(text, 'cp932'))).toBe(true)
    expect([...encodeCp932('髙﨑①')]).toEqual([0xfb, 0xfc, 0xfa, 0xb1, 0x87, 0x40])
  })

  it('takes the twins of other systems for the characters they look like', () => {
    expect(decoder.decode(encodeCp932('〜−—¥'))).toBe('～－―￥')
  })

  it('throws rather than drop a character', () => {
    expect(() => encodeCp932('𠮷野')).toThrow(RangeError)
  })

  it('is read back the same, or names what it cannot write', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'あア漢字髙﨑①㈱ｶﾞ～Aé𠮷😀'),
        fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)),
      ),
    })
    fc.assert(
      fc.property(text, (typed) => {
        const lost = new Set(unmappableIn(typed).map(({ char }) => char))
        const rest = [...typed].filter((char) => !lost.has(char)).join('')
        expect(decoder.decode(encodeCp932(rest))).toBe(rest)
        for (const char of lost) expect(() => encodeCp932(char)).toThrow(RangeError)
      }),
    )
  })
})

describe('unmappableIn', () => {
  it('lists each character once, with a plain form where there is one', () => {
    expect(unmappableIn('é𠮷é野\uFA19')).toEqual([{ char: 'é', suggestion: 'e' }, { char: '𠮷' }])
    expect(unmappableIn('½')).toEqual([{ char: '½' }])
    expect(unmappableIn('髙﨑')).toEqual([])
  })
})
