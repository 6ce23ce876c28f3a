import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Grade } from '#contract/codes'
import { leaveField } from '#web/ui/keyboard.ts'
import { setShortcutsOn, useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type BenchActions, benchShortcuts } from './bench-keys.ts'

const names = [
  'step',
  'photo',
  'takePhoto',
  'refreshComment',
  'setGrade',
  'focus',
  'acceptSuggested',
  'addDeduction',
  'template',
  'notBuyable',
  'finish',
  'undo',
  'redo',
  'hold',
  'printLabel',
  'duplicate',
  'split',
  'copyCode',
  'publish',
] as const

function makeActions(grade: Grade | null) {
  const spies = Object.fromEntries(names.map((name) => [name, vi.fn()]))
  return { ...spies, grade } as unknown as BenchActions &
    Record<(typeof names)[number], ReturnType<typeof vi.fn>>
}

function Screen({ actions, readOnly }: { actions: BenchActions; readOnly: boolean }) {
  useShortcuts(benchShortcuts(actions, { readOnly, waits: false }))
  return <textarea aria-label="コメント" />
}

function open(grade: Grade | null = null, readOnly = false) {
  const actions = makeActions(grade)
  render(<Screen actions={actions} readOnly={readOnly} />)
  return actions
}

function press(init: KeyboardEventInit & { keyCode?: number }, target: HTMLElement = document.body) {
  if (target === document.body) leaveField()
  else target.focus()
  return fireEvent.keyDown(target, init)
}

beforeEach(() => setShortcutsOn(true))
afterEach(cleanup)

describe('the keys of the bench', () => {
  it('grade by band and then by level', () => {
    const actions = open('A_2')
    press({ code: 'KeyE' })
    expect(actions.setGrade).toHaveBeenLastCalledWith('B_2')
    press({ code: 'KeyW' })
    expect(actions.setGrade).toHaveBeenLastCalledWith('A_2')
    press({ code: 'Digit1' })
    expect(actions.setGrade).toHaveBeenLastCalledWith('A_1')
  })

  it('a level alone says nothing while there is no band', () => {
    const actions = open(null)
    press({ code: 'Digit3' })
    expect(actions.setGrade).not.toHaveBeenCalled()
  })

  it('leave typing alone, but finish from inside a field with Ctrl+Enter', () => {
    const actions = open()
    const field = screen.getByLabelText('コメント')
    press({ code: 'KeyN' }, field)
    press({ code: 'Semicolon' }, field)
    expect(actions.notBuyable).not.toHaveBeenCalled()
    expect(actions.template).not.toHaveBeenCalled()
    press({ code: 'Enter', ctrlKey: true }, field)
    expect(actions.finish).toHaveBeenCalledTimes(1)
  })

  it('belong to the IME while it composes', () => {
    const actions = open()
    press({ code: 'KeyA', isComposing: true })
    press({ code: 'Enter', ctrlKey: true, keyCode: 229 })
    expect(actions.acceptSuggested).not.toHaveBeenCalled()
    expect(actions.finish).not.toHaveBeenCalled()
  })

  it('take back and put back with Ctrl+Z', () => {
    const actions = open()
    press({ code: 'KeyZ', ctrlKey: true })
    press({ code: 'KeyZ', ctrlKey: true, shiftKey: true })
    expect(actions.undo).toHaveBeenCalledTimes(1)
    expect(actions.redo).toHaveBeenCalledTimes(1)
  })

  it('lead to the page that publishes, once there is something to publish', () => {
    const actions = open()
    press({ code: 'KeyF' })
    expect(actions.publish).toHaveBeenCalledTimes(1)
    cleanup()
    const none = { ...makeActions(null), publish: undefined }
    render(<Screen actions={none as never} readOnly={false} />)
    press({ code: 'KeyF' })
    expect(actions.publish).toHaveBeenCalledTimes(1)
  })

  it('write nothing where nothing may be written, but still lead around', () => {
    const actions = open('A_2', true)
    press({ code: 'KeyQ' })
    press({ code: 'KeyN' })
    press({ code: 'Enter', ctrlKey: true })
    press({ code: 'KeyJ' })
    press({ code: 'Comma' })
    expect(actions.setGrade).not.toHaveBeenCalled()
    expect(actions.notBuyable).not.toHaveBeenCalled()
    expect(actions.finish).not.toHaveBeenCalled()
    expect(actions.step).toHaveBeenCalledWith(1)
    expect(actions.photo).toHaveBeenCalledWith(-1)
  })
})
