import { describe, expect, it } from 'vitest'
import { createScannerReader } from './use-scanner.ts'

type Key = { code: string; at: number; shiftKey?: boolean; isComposing?: boolean }

const keyOf = ({ code, at, ...init }: Key): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { code, ...init })
  Object.defineProperty(event, 'timeStamp', { value: at })
  return event
}

const codesOf = (text: string): string[] =>
  [...text].map((character) =>
    /\d/.test(character) ? `Digit${character}` : character === '-' ? 'Minus' : `Key${character}`,
  )

function scan(codes: readonly string[], gap: number, more: Partial<Key> = {}) {
  const read = createScannerReader()
  return [...codes, 'Enter'].map((code, index) => read(keyOf({ code, at: index * gap, ...more }))).at(-1)
}

describe('the scanner', () => {
  it('reads a burst that ends with Enter', () => {
    expect(scan(codesOf('OK-10482'), 8)).toBe('OK-10482')
  })

  it('reads the same while the IME makes kana of the keys', () => {
    expect(scan(codesOf('10482'), 8, { isComposing: true })).toBe('10482')
  })

  it('takes a person for no scanner', () => {
    expect(scan(codesOf('10482'), 90)).toBeUndefined()
  })

  it('takes a few quick keys for no code', () => {
    expect(scan(codesOf('12'), 5)).toBeUndefined()
  })

  it('drops what a person typed just before the scan', () => {
    const read = createScannerReader()
    read(keyOf({ code: 'KeyX', at: 0 }))
    const codes = [...codesOf('4901234'), 'Enter']
    expect(codes.map((code, index) => read(keyOf({ code, at: 500 + index * 10 }))).at(-1)).toBe('4901234')
  })

  it('is not stopped by the shift keys a scanner presses for capitals', () => {
    expect(scan(['ShiftLeft', ...codesOf('OK10'), 'ShiftRight', ...codesOf('48')], 6)).toBe('OK1048')
  })
})
