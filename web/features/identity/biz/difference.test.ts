import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedAgainst } from './difference.ts'

test.each([
  ['南青山3-4-5', '南青山3-4-6', { start: '南青山3-4-', differs: '5', end: '' }],
  ['メゾン405号室', 'メゾン406号室', { start: 'メゾン40', differs: '5', end: '号室' }],
  ['𠮷田', '吉田', { start: '', differs: '𠮷', end: '田' }],
  ['佐藤', '佐藤', { start: '佐藤', differs: '', end: '' }],
  ['佐藤', '佐藤 花子', { start: '佐藤', differs: '', end: '' }],
])('%s beside %s', (text, other, marked) => {
  expect(markedAgainst(text, other)).toEqual(marked)
})

test('loses no letter, and marks nothing exactly when the other holds all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, other) => {
      const { start, differs, end } = markedAgainst(text, other)
      expect(start + differs + end).toBe(text)
      if (text === other) expect(differs).toBe('')
    }),
  )
})
