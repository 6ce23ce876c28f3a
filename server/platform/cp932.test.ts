import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { cp932Substitute, forCp932, missingInCp932, toCp932 } from './cp932.ts'

const written = (text: string) => Buffer.from(toCp932(forCp932(text)))

test('writes what Excel for Windows writes, byte for byte', () => {
  const text = '№1,髙島﨑 ①Ⅱ㈱～－‐ｶﾅ∵≒￢纊塚"改\r\n'
  expect(missingInCp932(text)).toEqual([])
  expect(written(text).toString('hex')).toBe(iconv.encode(text, 'cp932').toString('hex'))
  expect(written('髙﨑①').toString('hex')).toBe('fbfcfab18740')
})

test.each([
  ['𠮷野家', ['𠮷'], '吉野家'],
  ['Hermès Chloé', ['è', 'é'], 'Hermes Chloe'],
  ['東京〜大阪 1−2', ['〜', '−'], '東京～大阪 1－2'],
  ['葛\u{E0100}城', ['\u{E0100}'], '葛城'],
  ['良い😀', ['😀'], '良い〓'],
  ['㎡ⅻ½', ['ⅻ', '½'], '㎡xii〓'],
] as const)('%s: lists what is missing, each with what is written instead', (text, missing, instead) => {
  expect(missingInCp932(text)).toEqual(missing)
  expect(forCp932(text)).toBe(instead)
})

test('a mark typed apart from its letter is the same character', () => {
  expect(missingInCp932('か\u3099き')).toEqual([])
  expect(forCp932('か\u3099き')).toBe('がき')
})

test('nothing is lost: every text is read back as the text with its substitutes', () => {
  // The decoder of Node confuses these control characters: 1A is read as 1C, 1C as 7F, 7F as 1A.
  const confused = ['\u001a', '\u001c', '\u007f']
  const text = fc
    .string({ unit: 'binary' })
    .map((one) => Array.from(one.toWellFormed(), (part) => (confused.includes(part) ? '' : part)).join(''))
  fc.assert(
    fc.property(text, (given) => {
      const written = forCp932(given)
      expect(missingInCp932(written)).toEqual([])
      expect(new TextDecoder('shift_jis').decode(toCp932(written))).toBe(written)
      for (const character of missingInCp932(given))
        expect(missingInCp932(cp932Substitute(character))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
