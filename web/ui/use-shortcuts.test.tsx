import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveField } from './keyboard.ts'
import { keyText, type Shortcut, shortcutsInUse } from './shortcut-list.ts'
import { setShortcutsOn, useShortcuts } from './use-shortcuts.ts'

const next = vi.fn()
const save = vi.fn()
const shortcuts: readonly Shortcut[] = [
  { code: 'KeyJ', label: '次へ', run: next },
  { code: 'F5', label: '奪ってはいけないキー', run: next },
  { code: 'Enter', ctrl: true, label: '保存して次へ', run: save, inFields: true },
  { code: 'Enter', label: '開く', run: next },
  { code: 'KeyK', label: '前の行', run: next, repeats: true },
]

function Screen() {
  useShortcuts(shortcuts)
  return (
    <>
      <input aria-label="名前" />
      <input aria-label="同意" type="checkbox" />
      <select aria-label="種類" />
      <textarea aria-label="備考" />
      <button type="button">押す</button>
    </>
  )
}

beforeEach(() => {
  next.mockClear()
  save.mockClear()
  setShortcutsOn(true)
  render(<Screen />)
})
afterEach(cleanup)

function press(init: KeyboardEventInit & { keyCode?: number }, target: HTMLElement = document.body) {
  if (target === document.body) leaveField()
  else target.focus()
  return fireEvent.keyDown(target, init)
}

describe('shortcuts', () => {
  it('go by the place of the key, so the IME or layout does not matter', () => {
    press({ code: 'KeyJ', key: 'ま' })
    expect(next).toHaveBeenCalledTimes(1)
  })

  it.each(['名前', '備考', '種類'])('leave a single key to the field %s', (label) => {
    press({ code: 'KeyJ', key: 'j' }, screen.getByLabelText(label))
    expect(next).not.toHaveBeenCalled()
  })

  it('act once for a key that is held down, but for steps along a list', () => {
    press({ code: 'KeyJ', repeat: true })
    expect(next).not.toHaveBeenCalled()
    press({ code: 'KeyK', repeat: true })
    press({ code: 'KeyK', repeat: true })
    expect(next).toHaveBeenCalledTimes(2)
  })

  it('are listed as long as they do something', () => {
    expect(shortcutsInUse().map(keyText)).toContain('K')
    cleanup()
    expect(shortcutsInUse()).toEqual([])
  })

  it('act while a checkbox has the focus, which takes no text', () => {
    press({ code: 'KeyJ', key: 'j' }, screen.getByLabelText('同意'))
    expect(next).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['isComposing', { isComposing: true }],
    ['keyCode 229', { keyCode: 229 }],
  ])('do nothing while an IME composes (%s)', (_name, init) => {
    press({ code: 'KeyJ', key: 'j', ...init })
    press({ code: 'Enter', ctrlKey: true, ...init }, screen.getByLabelText('名前'))
    expect(next).not.toHaveBeenCalled()
    expect(save).not.toHaveBeenCalled()
  })

  it('leave the browser its F keys', () => {
    const untouched = press({ code: 'F5', key: 'F5' })
    expect(next).not.toHaveBeenCalled()
    expect(untouched).toBe(true)
  })

  it('want exactly their modifiers', () => {
    press({ code: 'KeyJ', ctrlKey: true })
    press({ code: 'KeyJ', shiftKey: true })
    expect(next).not.toHaveBeenCalled()
  })

  it('save from inside a field with Ctrl+Enter', () => {
    press({ code: 'Enter', ctrlKey: true }, screen.getByLabelText('備考'))
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('leave Enter to a button', () => {
    press({ code: 'Enter', key: 'Enter' }, screen.getByText('押す'))
    expect(next).not.toHaveBeenCalled()
  })

  it('can be switched off, all but those with Ctrl', () => {
    cleanup()
    setShortcutsOn(false)
    render(<Screen />)
    press({ code: 'KeyJ' })
    press({ code: 'Enter', ctrlKey: true })
    expect(next).not.toHaveBeenCalled()
    expect(save).toHaveBeenCalledTimes(1)
  })

  it('wait while a dialog is open', () => {
    const dialog = document.createElement('div')
    dialog.setAttribute('aria-modal', 'true')
    document.body.append(dialog)
    press({ code: 'KeyJ' })
    dialog.remove()
    expect(next).not.toHaveBeenCalled()
    press({ code: 'KeyJ' })
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('are written as they are pressed', () => {
    expect(keyText({ code: 'Enter', ctrl: true })).toBe('Ctrl ↵')
    expect(keyText({ code: 'Slash', shift: true })).toBe('?')
    expect(keyText({ code: 'KeyQ' })).toBe('Q')
  })
})
