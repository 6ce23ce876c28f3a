import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeWords, readAttributes, writeAttributes } from './attribute-text.ts'

function read(text: string) {
  const complaints: string[] = []
  const attributes = Object.fromEntries(readAttributes(text, (message) => complaints.push(message)))
  return { attributes, complaints }
}

describe('attributes in one cell', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() === text && text !== '')
  const value = fc.oneof(
    name,
    fc.constantFrom('はい', 'いいえ', '007', '60', '６０', '1e3', '革；丈＝3', '"', '\\'),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )

  it('are read as they were written, whatever they say', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one }), (pairs) => {
        const attributes = Object.fromEntries(pairs.map(([key, one]) => [key, one === 0 ? 0 : one]))
        expect(read(writeAttributes(attributes))).toEqual({ attributes, complaints: [] })
      }),
    )
  })

  it('are read as people type them: with the signs of either keyboard', () => {
    expect(read('素材＝革； 丈=６０;裏地あり＝はい').attributes).toEqual({
      素材: '革',
      丈: 60,
      裏地あり: true,
    })
    expect(read('型="007"').attributes).toEqual({ 型: '007' })
    expect(read('')).toEqual({ attributes: {}, complaints: [] })
  })

  it('are refused without a name or a value, and when one is there twice', () => {
    for (const text of ['革', '=革', '素材=', '素材=革; 丈']) expect(read(text).complaints).toHaveLength(1)
    expect(read('素材=革; 素材=布').complaints).toEqual(['属性「素材」が2回あります。'])
  })
})

it('attributes are told in words', () => {
  expect(attributeWords({ 素材: '革', 丈: 60.5, 裏地あり: true, 箱: false })).toBe(
    '素材: 革・丈: 60.5・裏地あり: はい・箱: いいえ',
  )
})
