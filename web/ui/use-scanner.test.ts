import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createScannerReader, useScanner } from './use-scanner.ts'
import { useShortcuts } from './use-shortcuts.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

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

describe('a scan on a screen with single-key commands', () => {
  it('does not keep the commands of a page from acting inside a frame that has commands too', () => {
    vi.useFakeTimers()
    const next = vi.fn()
    renderHook(() => {
      useScanner(() => undefined)
      useShortcuts([{ code: 'KeyJ', label: '次へ', run: next }])
      useShortcuts([{ code: 'Slash', label: '探す', run: () => undefined }])
    })
    fireEvent.keyDown(document.body, { code: 'KeyJ' })
    vi.advanceTimersByTime(100)
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('is one code and no command; a key pressed alone is a command', () => {
    vi.useFakeTimers()
    const onCode = vi.fn()
    const next = vi.fn()
    renderHook(() => {
      useScanner(onCode)
      useShortcuts([{ code: 'KeyJ', label: '次へ', run: next }])
    })
    for (const code of ['KeyJ', 'Digit1', 'Digit2', 'KeyJ', 'Enter']) {
      fireEvent.keyDown(document.body, { code })
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(100)
    expect(onCode).toHaveBeenCalledWith('J12J')
    expect(next).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { code: 'KeyJ' })
    vi.advanceTimersByTime(100)
    expect(next).toHaveBeenCalledTimes(1)
  })
})
